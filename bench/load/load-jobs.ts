import type { Connection } from '#server/db/connection.ts';
import type { Timings } from '../figures.ts';

export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The arguments of `record_priced_sale`: the terms of the catalogue's state, and the sale. */
export interface Payload {
  readonly terms: string;
  readonly sale: string;
}

/** Calls over HTTP for this long. Each client has one call at a time. */
export interface HttpJob {
  readonly kind: 'http';
  readonly origin: string;
  readonly clients: number;
  readonly seconds: number;
  /** Calls a second of all clients together; as many as get answers when left out. */
  readonly perSecond?: number;
  /**
   * With `perSecond`: each client has its own moment in the second, evenly apart, as tills have that know nothing of each other. Without it
   * the calls of a second are sent at its beginning, all at once.
   */
  readonly isSpread?: boolean;
  /** Sessions, taken in turn. */
  readonly tokens: readonly string[];
  readonly calls: readonly HttpCall[];
  /** A new Idempotency-Key with each call. */
  readonly keyed: boolean;
  /** The status that counts as answered. */
  readonly status: number;
  /** Counts other answers instead of ending the run. */
  readonly mayBeRefused?: boolean;
}

/** One statement with one of several lists of parameters, straight to the database. */
export interface SqlJob {
  readonly kind: 'sql';
  readonly connection: Connection;
  readonly clients: number;
  readonly seconds: number;
  readonly text: string;
  readonly values: readonly (readonly unknown[])[];
}

/** Records sales by their one database call, with the arguments of real sales, and does nothing else. */
export interface SaleCallJob {
  readonly kind: 'sale-call';
  readonly connection: Connection;
  readonly clients: number;
  readonly seconds: number;
  readonly route: string;
  readonly sales: readonly Payload[];
}

export type Job = HttpJob | SqlJob | SaleCallJob;

export type Answer =
  | { readonly id: number; readonly timings: Timings }
  | { readonly id: number; readonly error: string };
