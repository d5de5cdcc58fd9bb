// @ts-check
/** What is fetched and posted. */

/**
 * The JSON of an address.
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function get(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/**
 * Posts JSON: whether it was taken, and the answer.
 * @param {string} path
 * @param {object} body
 * @returns {Promise<{ok: boolean, body: any}>}
 */
export async function post(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return { ok: answer.ok, body: await answer.json() };
}
