/** The frames of the server, and what the page makes of them. Wire JSON of views as the library writes it. */

export type Lang = "en" | "nl" | "de";
export type Card = string;

export interface Offer {
  action: string;
  says: string;
}

export interface Offers {
  now: Offer[];
  more: string;
  cut?: boolean;
}

export interface LogEntry extends Offer {
  n: number;
}

export interface Line {
  deal: number;
  seat: number;
  points: number;
  rule: string;
}

export interface Play {
  seat: number;
  card: Card;
  announce: "marriage" | "aces" | null;
}

export interface Trick {
  plays: Play[];
  winner: number;
}

export interface Call {
  type: "bid" | "pass";
  seat: number;
  amount?: number;
}

/** What the views of both games have. */
export interface Common {
  seat: number | null;
  actors: number[];
  dealer: number;
  deals: number;
  sheet: Line[];
  winners: number[];
  hand: string | null;
  counts: number[];
}

export interface TausendView extends Common {
  phase: "deal" | "bid" | "give" | "lead" | "play" | "over";
  standings: { total: number; barrel: number | null; strokes: number; surrenders: number }[];
  previous: { ending: string; declarer: number; bid: number; widow: string; lines: Line[]; tricks: Trick[] } | null;
  active: number[];
  widow_count: number;
  calls: Call[];
  declarer: number | null;
  bid: number | null;
  widow: string | null;
  gifts: { to: number; card: Card | null }[];
  trick: Play[];
  tricks: Trick[];
  trump: "c" | "d" | "h" | "s" | null;
  announced: Play[];
}

export interface Meld {
  owner: number;
  cards: Card[];
  seats: number[];
  suit?: "c" | "d" | "h" | "s";
  rank?: string;
  low?: number;
  wilds?: number[];
}

export interface DuizendenView extends Common {
  phase: "deal" | "swap" | "draw" | "meld" | "reshuffle" | "over";
  rules: { opening_minimum: number };
  totals: number[];
  previous: { out: number | null; lines: Line[]; melds: Meld[] } | null;
  turn: number | null;
  stock_count: number;
  open: Card | null;
  pot: Card[];
  melds: Meld[];
  places: { turns: number; opened: boolean; call: string | null; penalty: number }[];
  laid: number | null;
}

interface TableCommon {
  type: "table";
  version: number;
  seat: number | null;
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
