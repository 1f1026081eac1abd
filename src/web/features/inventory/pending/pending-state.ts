import { createStore } from 'zustand/vanilla';
import { type Milli, toMilli, ZERO_MILLI } from '#domain/quantity.ts';
import { isSameWork } from '#web/api/commands/keys.ts';
import type { StateOwner } from '#web/api/session/per-owner.ts';
import {
  pendingChange,
  countedOn,
  pendingCount,
  type Entry,
  type PendingCount,
  type PendingCounts,
  type PendingRestocks,
} from './pending.ts';
import { EMPTY_RECORD, type PendingPart, type PendingRecord, readRecord, writeRecord } from './pending-record.ts';

export interface PendingState extends PendingRecord {
  readonly owner: StateOwner | null;

  /** Sets a change by this much; 0 removes the entry. `booksMilli` is the present stock. */
  setChange: (key: string, deltaMilli: Milli, booksMilli: Milli) => void;
  /** Sets the counted figure; null removes the entry. */
  setCount: (key: string, figureMilli: Milli | null, booksMilli: Milli) => void;
  /** Adds to a count, by the scanner or a button. Returns the figure counted now. */
  addToCount: (key: string, stepMilli: number, booksMilli: Milli) => void;
  /** Restores an entry to an earlier state. */
  putBack: (key: string, count: PendingCount | undefined) => void;
  /** Sets the quantity that arrived; 0 or less removes the entry. */
  setRestock: (key: string, quantityMilli: Milli) => void;
  setEntry: (entry: Entry) => void;
  setBlind: (blind: boolean) => void;
  setIncludeZero: (includeZero: boolean) => void;
  /** Empties a part of the work. Returns a function that undoes it, and that returns false when it is too late. */
  discard: (part: PendingPart) => () => boolean;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface PendingDeps {
  readonly storage: Store;
  /** Work that was sent and is not answered yet cannot be changed. */
  readonly isLocked: (part: PendingPart) => boolean;
  readonly newKey: () => string;
  /** True if the command with this key is done. */
  readonly isDone: (key: string) => boolean;
  /** Runs `write` shortly after, because writing at each key press would slow typing down. */
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
 * Stock work that is not applied yet, stored in the browser for its owner. Each part gets the key of its command with
 * its first entry: localStorage reaches the disk seconds late, so a killed till may find work again that it had sent,
 * and must know that it is done.
 */
export function createPending({ storage, isLocked, newKey, isDone, soon }: PendingDeps) {
  let unwritten = false;
  /** Rises when the work changed other than by an entry here, which makes an undo impossible. */
  let settled = 0;

  /** Writes what is waiting. Called soon after a change, and before the page closes or the owner changes. */
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
      // The storage is full or switched off. The work is still here, but is lost with the page.
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

  /** An empty part has no key; its next first entry makes a new one. */
  function withKeys(record: PendingRecord): PendingRecord {
    const keyFor = (part: PendingPart) => (record[part].size === 0 ? '' : record.keys[part] || newKey());
    return { ...record, keys: { counts: keyFor('counts'), restocks: keyFor('restocks') } };
  }

  // Belongs to one owner: pending-store.ts opens it for the signed-in person (followOwner).
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

      setChange: (key, deltaMilli, booksMilli) => putCount(key, pendingChange(deltaMilli, booksMilli)),
      setCount: (key, figureMilli, booksMilli) =>
        putCount(key, figureMilli === null ? null : pendingCount(figureMilli, booksMilli)),
      addToCount: (key, stepMilli, booksMilli) =>
        putCount(key, countedOn(get().counts.get(key), stepMilli, booksMilli)),
      putBack: (key, count) => putCount(key, count ?? null),
      setRestock: (key, quantityMilli) =>
        edit('restocks', ({ restocks }) => ({
          restocks: withEntry(restocks, key, quantityMilli > 0 ? quantityMilli : null),
        })),
      setEntry: (entry) => keep({ entry, ...(entry === 'change' && { blind: false }) }),
      // Somebody who does not see the expected quantity can only enter counts, not changes.
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

  /** Shows the work of the signed-in person, or none. The former owner's work stays in the browser. */
  function openFor(owner: StateOwner | null): void {
    const before = store.getState().owner;
    if (before && owner && keyOf(before) === keyOf(owner)) return;
    flush();
    store.setState({ ...(owner === null ? EMPTY_RECORD : read(owner)), owner });
  }

  /** Changes the work of its owner, who may have left this till or location. */
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

  /** Removes the pending work that was sent with this key, because it is on the books. Work begun since stays. */
  function settle(owner: StateOwner, part: PendingPart, key: string): void {
    settled += 1;
    change(owner, ({ keys, [part]: entries }) => ({ [part]: isSameWork(key, keys[part]) ? new Map() : entries }));
  }

  /**
   * Makes refused work pending again, so that it can be changed. An item that was entered anew meanwhile stays.
   * @param next the new key of the work
   */
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

  /**
   * Reads the work again after another window of the same person changed it. Clearing all of the storage (`null`) does
   * not change the work.
   */
  function changedElsewhere(storageKey: string | null): void {
    const { owner } = store.getState();
    if (owner === null || storageKey !== keyOf(owner)) return;
    unwritten = false;
    settled += 1;
    store.setState(read(owner));
  }

  return { store, openFor, changedElsewhere, flush, settle, putBack };
}

/** Changes the quantity that arrived by one step; it stops at 0. Rule: inventory/pending-restocks. */
export function restockStepped(present: Milli | undefined, stepMilli: number): Milli {
  return toMilli(Math.max(0, (present ?? ZERO_MILLI) + stepMilli));
}
