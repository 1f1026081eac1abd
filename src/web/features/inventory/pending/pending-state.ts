import { createStore } from 'zustand/vanilla';
import { type Milli, toMilli, ZERO_MILLI } from '#domain/quantity.ts';
import { isSameWork } from '#web/api/commands/keys.ts';
import type { StateOwner } from '#web/api/session/per-owner.ts';
import {
  changeOf,
  countedOn,
  countOf,
  type Entry,
  type PendingCount,
  type PendingCounts,
  type PendingRestocks,
} from './pending.ts';
import { EMPTY_RECORD, type PendingPart, type PendingRecord, readRecord, writeRecord } from './pending-record.ts';

export interface PendingState extends PendingRecord {
  readonly owner: StateOwner | null;

  /** A change by this much; 0 takes the item out. `booksMilli` is what stands there now. */
  setChange: (key: string, deltaMilli: Milli, booksMilli: Milli) => void;
  /** The figure that was counted; null takes the item out. */
  setCount: (key: string, figureMilli: Milli | null, booksMilli: Milli) => void;
  /** Goes on counting: the scanner, minus and plus. Returns what is counted now. */
  addToCount: (key: string, stepMilli: number, booksMilli: Milli) => void;
  /** Puts an entry back as it was. */
  putBack: (key: string, count: PendingCount | undefined) => void;
  /** What arrived; 0 or less takes the item out. */
  setRestock: (key: string, quantityMilli: Milli) => void;
  setEntry: (entry: Entry) => void;
  setBlind: (blind: boolean) => void;
  setIncludeZero: (includeZero: boolean) => void;
  /** Empties a part of the work. Returns what takes that back; false when it is too late for that. */
  discard: (part: PendingPart) => () => boolean;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface PendingDeps {
  readonly storage: Store;
  /** Nothing changes under work that was sent and is not answered. */
  readonly isLocked: (part: PendingPart) => boolean;
  readonly newKey: () => string;
  /** Whether what was sent with this key is done. */
  readonly isDone: (key: string) => boolean;
  /** Runs it soon: writing at every key press would cost more than the key press. */
  readonly soon: (write: () => void) => void;
}

/** Kept by "Clear All Cache" (`browser-data.ts`). */
const keyOf = ({ userId, locationId }: StateOwner): string =>
  `tillwright.inventory.pending.${userId}.${locationId ?? 'none'}`;

function isEmpty(record: PendingRecord): boolean {
  return writeRecord(record) === writeRecord(EMPTY_RECORD);
}

function withEntry<Value>(
  map: ReadonlyMap<string, Value>,
  key: string,
  value: Value | null,
): ReadonlyMap<string, Value> {
  const next = new Map(map);
  if (value === null) next.delete(key);
  else next.set(key, value);
  return next;
}

const PARTS = ['counts', 'restocks'] as const;

/**
 * Work on stock that is not applied yet: kept in the browser under its owner's key until it is. Each part has the key
 * of its command from its first entry on: the browser's storage reaches the disk seconds late, so a till that was
 * killed may find work again that was sent, and must know that it is done.
 */
export function createPending({ storage, isLocked, newKey, isDone, soon }: PendingDeps) {
  let unwritten = false;
  /** Grows when what is entered here is no longer all that happened to the work. */
  let settled = 0;

  /** Writes what waits; called soon after a change, and before the page or the owner goes. */
  function flush(): void {
    if (!unwritten) return;
    unwritten = false;
    const { owner, ...record } = store.getState();
    if (owner !== null) write(owner, record);
  }

  function write(owner: StateOwner, record: PendingRecord): void {
    try {
      if (isEmpty(record)) storage.removeItem(keyOf(owner));
      else storage.setItem(keyOf(owner), writeRecord(record));
    } catch {
      // Storage is full or switched off: the work is still here, it only does not outlive the page.
    }
  }

  function read(owner: StateOwner): PendingRecord {
    try {
      return withKeys(withoutDone(readRecord(storage.getItem(keyOf(owner)))));
    } catch {
      return EMPTY_RECORD;
    }
  }

  function withoutDone(record: PendingRecord): PendingRecord {
    const done = PARTS.filter((part) => record.keys[part] !== '' && isDone(record.keys[part]));
    return { ...record, ...Object.fromEntries(done.map((part) => [part, new Map()])) };
  }

  /** A part that is empty has no key; what is entered next has one of its own. */
  function withKeys(record: PendingRecord): PendingRecord {
    const keyFor = (part: PendingPart) => (record[part].size === 0 ? '' : record.keys[part] || newKey());
    return { ...record, keys: { counts: keyFor('counts'), restocks: keyFor('restocks') } };
  }

  // Of one owner: pending-store.ts opens it for whoever is here (followOwner).
  const store = createStore<PendingState>()((set, get) => {
    function keep(change: Partial<PendingRecord>): void {
      set(withKeys({ ...get(), ...change }));
      if (unwritten) return;
      unwritten = true;
      soon(flush);
    }
    function edit(part: PendingPart, change: (state: PendingRecord) => Partial<PendingRecord>): void {
      if (!isLocked(part)) keep(change(get()));
    }
    const putCount = (key: string, count: PendingCount | null) =>
      edit('counts', ({ counts }) => ({ counts: withEntry(counts, key, count) }));

    return {
      ...EMPTY_RECORD,
      owner: null,

      setChange: (key, deltaMilli, booksMilli) => putCount(key, changeOf(deltaMilli, booksMilli)),
      setCount: (key, figureMilli, booksMilli) =>
        putCount(key, figureMilli === null ? null : countOf(figureMilli, booksMilli)),
      addToCount: (key, stepMilli, booksMilli) =>
        putCount(key, countedOn(get().counts.get(key), stepMilli, booksMilli)),
      putBack: (key, count) => putCount(key, count ?? null),
      setRestock: (key, quantityMilli) =>
        edit('restocks', ({ restocks }) => ({
          restocks: withEntry(restocks, key, quantityMilli > 0 ? quantityMilli : null),
        })),
      setEntry: (entry) => keep({ entry, ...(entry === 'change' && { blind: false }) }),
      // Who does not see the books cannot say by how much they are wrong.
      setBlind: (blind) => keep({ blind, ...(blind && { entry: 'count' }) }),
      setIncludeZero: (includeZero) => keep({ includeZero }),
      discard: (part) => {
        const { owner, keys, [part]: gone } = get();
        edit(part, () => ({ [part]: new Map() }));
        const settledBefore = settled;
        return () => {
          if (owner === null || settled !== settledBefore || isLocked(part)) return false;
          change(owner, (now) => ({
            [part]: new Map<string, unknown>([...gone, ...now[part]]),
            keys: { ...now.keys, [part]: now.keys[part] || keys[part] },
          }));
          return true;
        };
      },
    };
  });

  /** Shows the work of who is signed in; of nobody, none. What the last owner left stays in the browser. */
  function openFor(owner: StateOwner | null): void {
    const before = store.getState().owner;
    if (before && owner && keyOf(before) === keyOf(owner)) return;
    flush();
    store.setState({ ...(owner === null ? EMPTY_RECORD : read(owner)), owner });
  }

  /** Changes the work of its owner, who may have gone from this till, or from this location. */
  function change(owner: StateOwner, changed: (record: PendingRecord) => Partial<PendingRecord>): void {
    const { owner: here } = store.getState();
    if (here === null || keyOf(here) !== keyOf(owner)) {
      const record = read(owner);
      return write(owner, withKeys({ ...record, ...changed(record) }));
    }
    const now = store.getState();
    store.setState(withKeys({ ...now, ...changed(now) }));
    unwritten = true;
    flush();
  }

  /** What was sent with this key is on the books: it is not pending any more. What was begun since stays. */
  function settle(owner: StateOwner, part: PendingPart, key: string): void {
    settled += 1;
    change(owner, ({ keys, [part]: entries }) => ({ [part]: isSameWork(key, keys[part]) ? new Map() : entries }));
  }

  /** What was sent and refused is pending again, to be changed; an item that was entered anew meanwhile stays. @param next its key from now on */
  function putBack(
    owner: StateOwner,
    sent: { counts: PendingCounts } | { restocks: PendingRestocks },
    key: string,
    next = key,
  ): void {
    const part = 'counts' in sent ? 'counts' : 'restocks';
    const entries: ReadonlyMap<string, unknown> = 'counts' in sent ? sent.counts : sent.restocks;
    change(owner, ({ keys, [part]: now }) => ({
      [part]: new Map<string, unknown>([...entries, ...now]),
      keys: { ...keys, [part]: keys[part] === '' || isSameWork(key, keys[part]) ? next : keys[part] },
    }));
  }

  /** Another window of the same person changed it. All of storage cleared (`null`) is no change of the work. */
  function changedElsewhere(storageKey: string | null): void {
    const { owner } = store.getState();
    if (owner === null || storageKey !== keyOf(owner)) return;
    unwritten = false;
    settled += 1;
    store.setState(read(owner));
  }

  return { store, openFor, changedElsewhere, flush, settle, putBack };
}

/** One step less of what arrived stops at 0. Rule: inventory/pending-restocks. */
export function restockStepped(present: Milli | undefined, stepMilli: number): Milli {
  return toMilli(Math.max(0, (present ?? ZERO_MILLI) + stepMilli));
}
