import { MAX_QUANTITY_MILLI, type Milli, toMilli } from '#domain/quantity.ts';
import type { Entry, PendingCount, PendingCounts, PendingRestocks } from './pending.ts';

/** The two parts of the work, sent separately: the counts as an audit, the restocks as a purchase order. */
export type PendingPart = 'counts' | 'restocks';

/** Everything the browser stores of one person's pending work at one location. */
export interface PendingRecord {
  readonly counts: PendingCounts;
  readonly restocks: PendingRestocks;
  /** The key of the command that will send each part, made with its first entry; '' while it is empty. */
  readonly keys: Readonly<Record<PendingPart, string>>;
  readonly entry: Entry;
  /** Expected quantities are hidden until the count is done. */
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
    // Rows of figures, so that a count of ten thousand items stays well within the browser's storage limit.
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

/** Reads a stored record. Broken or unknown parts are left out one by one. Never throws, because the view must open. */
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
