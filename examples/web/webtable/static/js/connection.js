// @ts-check
/** The connection to a table, which comes back by itself when it was lost. */

/** @typedef {import("./types").Frame} Frame */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
/** Codes after which nothing is to be had by trying again. */
export const UNKNOWN = 4404;
export const WRONG_KEY = 4403;
export const ELSEWHERE = 4409;

export class Connection {
  /**
   * @param {string} table
   * @param {() => object} greet the first frame
   * @param {(frame: Frame) => void} received
   * @param {(state: "open" | "lost" | "gone" | "elsewhere") => void} changed
   */
  constructor(table, greet, received, changed) {
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/tables/${table}/ws`;
    this.greet = greet;
    this.received = received;
    this.changed = changed;
    this.wait = FIRST_WAIT;
    /** @type {WebSocket | null} */
    this.socket = null;
  }

  open() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      socket.send(JSON.stringify(this.greet()));
      this.changed("open");
    };
    socket.onmessage = (event) => this.received(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      if (event.code === UNKNOWN) return this.changed("gone");
      if (event.code === ELSEWHERE) return this.changed("elsewhere");
      this.changed("lost");
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    };
  }

  /** Connects anew, as when a seat was taken. */
  again() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.open();
  }

  /** @param {object} frame */
  send(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }
}
