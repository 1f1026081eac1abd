import { MAX_QUANTITY_MILLI, type Milli, toMilli } from '#domain/quantity.ts';
import type { Entry, PendingCount, PendingCounts, PendingRestocks } from './pending.ts';

/** Work that is sent by itself: an audit of the counts, a purchase order of the restocks. */
export type PendingPart = 'counts' | 'restocks';

/** All that the browser keeps of one person's work on the stock of one location. */
export interface PendingRecord {
  readonly counts: PendingCounts;
  readonly restocks: PendingRestocks;
  /** Those of the commands that will send them, from the first entry on; empty while there is none. */
  readonly keys: Readonly<Record<PendingPart, string>>;
  readonly entry: Entry;
  /** The books are hidden until the count is done. */
  readonly blind: boolean;
  readonly includeZero: boolean;
}

export const EMPTY_RECORD: PendingRecord = {
  counts: new Map(),
  restocks: new Map(),
  keys: { counts: '', restocks: '' },
  entry: 'change',
  blind: false,
  includeZero: false,
};

const VERSION = 1;

export function writeRecord({ counts, restocks, keys, entry, blind, includeZero }: PendingRecord): string {
  return JSON.stringify({
    version: VERSION,
    // Rows of figures: a count of ten thousand items stays well within what a browser keeps.
    counts: [...counts].map(([key, { deltaMilli, seenMilli, counted }]) => [
      key,
      deltaMilli,
      seenMilli,
      counted ? 1 : 0,
    ]),
    restocks: [...restocks],
    keys,
    entry,
    blind,
    includeZero,
  });
}

type Fields = Record<string, unknown>;

function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function keyIn(value: unknown): string | null {
  return typeof value === 'string' && /^\d{1,10}(?:-\d{1,10})?$/.test(value) ? value : null;
}

function milliIn(value: unknown, least: number): Milli | null {
  const isOne = typeof value === 'number' && Number.isSafeInteger(value);
  return isOne && value >= least && value <= MAX_QUANTITY_MILLI ? toMilli(value) : null;
}

function countIn(value: unknown): [string, PendingCount][] {
  const [keyRead, delta, seen, counted] = listOf(value);
  const key = keyIn(keyRead);
  const deltaMilli = milliIn(delta, -MAX_QUANTITY_MILLI);
  const seenMilli = milliIn(seen, 0);
  if (key === null || deltaMilli === null || seenMilli === null) return [];
  if (counted === 1 ? seenMilli + deltaMilli < 0 : deltaMilli === 0) return [];
  return [[key, { deltaMilli, seenMilli, counted: counted === 1 }]];
}

function restockIn(value: unknown): [string, Milli][] {
  const [keyRead, quantity] = listOf(value);
  const key = keyIn(keyRead);
  const milli = milliIn(quantity, 1);
  return key === null || milli === null ? [] : [[key, milli]];
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads a record back. What is broken or foreign is left out, part by part; never throws: the view must open. */
export function readRecord(stored: string | null): PendingRecord {
  let fields: Fields | null;
  try {
    fields = fieldsOf(JSON.parse(stored ?? 'null'));
  } catch {
    return EMPTY_RECORD;
  }
  if (fields?.['version'] !== VERSION) return EMPTY_RECORD;
  const keys = fieldsOf(fields['keys']);
  return {
    counts: new Map(listOf(fields['counts']).flatMap(countIn)),
    restocks: new Map(listOf(fields['restocks']).flatMap(restockIn)),
    keys: { counts: textIn(keys?.['counts']), restocks: textIn(keys?.['restocks']) },
    entry: fields['entry'] === 'count' ? 'count' : 'change',
    blind: fields['blind'] === true,
    includeZero: fields['includeZero'] === true,
  };
}
