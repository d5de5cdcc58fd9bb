/** The frames of the server, and what the page makes of them. What the library writes is of its own types. */

import type { DuizendenView, TausendView } from "cardrules";

export type { DuizendenGroup, DuizendenRun, DuizendenView, ScoreLine, TausendPlay, TausendView } from "cardrules";

export type Lang = "en" | "nl" | "de";
/** A card as text: `"As"`. */
export type Card = string;

export interface Offer {
  action: string;
  says: string;
  /** The same for who cannot see the signs of the suits. */
  spoken: string;
}

export interface Offers {
  now: Offer[];
  more: string;
  cut?: boolean;
}

export interface LogEntry extends Offer {
  n: number;
}

interface TableCommon {
  type: "table";
  version: number;
  seat: number | null;
  /** The seat that was taken in mid-deal, and opens with the next. */
  waits: number | null;
  names: string[];
  empty: boolean[];
  options: Offers | null;
  log: LogEntry[];
  record: boolean;
}

export type TableFrame =
  | (TableCommon & { game: "tausend"; view: TausendView })
  | (TableCommon & { game: "duizenden"; view: DuizendenView });

export type Frame =
  | TableFrame
  | ({ type: "options"; version: number; chosen: string } & Offers)
  | { type: "refused"; version: number; action: string; reasons: { rule: string; message: string }[] }
  | { type: "error"; code: string; message: string };

/** A card of the hand as a thing that can be clicked; `id` tells copies apart. */
export interface Held {
  id: string;
  card: Card;
}

/** All that the page shows. */
export interface Scene {
  frame: TableFrame;
  log: LogEntry[];
  /** In the order clicked. */
  chosen: Held[];
  /** What the server has said of the chosen cards, or, with none chosen, of the table. */
  offers: Offers | null;
  /** A meld, from 1, whose offers alone are shown. */
  meld: number | null;
  four: boolean;
  dark: boolean;
  byRank: boolean;
}

export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  type?: string | string[];
  properties?: Record<string, Schema>;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  description?: string;
  default?: unknown;
}
