import { createStore } from 'zustand/vanilla';
import { type Milli, toMilli, ZERO_MILLI } from '#domain/quantity.ts';
import {
  changeOf,
  countedOn,
  countOf,
  type Entry,
  type PendingCount,
  type PendingCounts,
  type PendingRestocks,
} from './pending.ts';
import { EMPTY_RECORD, type PendingRecord, readRecord, type SentWork, writeRecord } from './pending-record.ts';

/** Whose work it is. Another person or another location has other work. */
export interface PendingOwner {
  readonly userId: number;
  readonly locationId: number | null;
}

export interface PendingState extends PendingRecord {
  readonly owner: PendingOwner | null;

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
  replaceCounts: (counts: PendingCounts) => void;
  replaceRestocks: (restocks: PendingRestocks) => void;

  /** Locks the work before it is sent and returns the key to send it with; null when something is on its way already. */
  send: (kind: SentWork['kind'], body: SentWork['body']) => string | null;
  /** It is recorded: what was sent is done with. */
  settleDone: (key: string) => void;
  /** It is known not to be recorded: the work can be changed, under a new key. */
  settleRefused: (key: string) => void;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface PendingDeps {
  readonly storage: Store;
  readonly newKey: () => string;
  /** Runs it soon: writing at every key press would cost more than the key press. */
  readonly soon: (write: () => void) => void;
}

/** Kept by "Clear All Cache" (`browser-data.ts`). */
const keyOf = ({ userId, locationId }: PendingOwner): string =>
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

/** Work on stock that is not applied yet: kept in the browser under its owner's key until it is. */
export function createPending({ storage, newKey, soon }: PendingDeps) {
  let unwritten = false;

  /** Writes what waits; called soon after a change, and before the page or the owner goes. */
  function flush(): void {
    if (!unwritten) return;
    unwritten = false;
    const { owner, ...record } = store.getState();
    if (owner === null) return;
    try {
      if (isEmpty(record)) storage.removeItem(keyOf(owner));
      else storage.setItem(keyOf(owner), writeRecord(record));
    } catch {
      // Storage is full or switched off: the work is still here, it only does not outlive the page.
    }
  }

  function read(owner: PendingOwner): PendingRecord {
    try {
      return readRecord(storage.getItem(keyOf(owner)));
    } catch {
      return EMPTY_RECORD;
    }
  }

  const store = createStore<PendingState>()((set, get) => {
    function keep(change: Partial<PendingRecord>): void {
      set(change);
      if (unwritten) return;
      unwritten = true;
      soon(flush);
    }
    /** Nothing changes under work that is being saved. */
    function edit(change: (state: PendingRecord) => Partial<PendingRecord>): void {
      if (get().sent === null) keep(change(get()));
    }
    const putCount = (key: string, count: PendingCount | null) =>
      edit(({ counts }) => ({ counts: withEntry(counts, key, count) }));

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
        edit(({ restocks }) => ({ restocks: withEntry(restocks, key, quantityMilli > 0 ? quantityMilli : null) })),
      setEntry: (entry) => keep({ entry, ...(entry === 'change' && { blind: false }) }),
      // Who does not see the books cannot say by how much they are wrong.
      setBlind: (blind) => keep({ blind, ...(blind && { entry: 'count' }) }),
      setIncludeZero: (includeZero) => keep({ includeZero }),
      replaceCounts: (counts) => edit(() => ({ counts })),
      replaceRestocks: (restocks) => edit(() => ({ restocks })),

      send: (kind, body) => {
        if (get().sent !== null) return null;
        const key = newKey();
        keep({ sent: { kind, key, body } });
        flush();
        return key;
      },
      settleDone: (key) => {
        const { sent } = get();
        if (sent?.key !== key) return;
        keep({ sent: null, ...(sent.kind === 'audit' ? { counts: new Map() } : { restocks: new Map() }) });
        flush();
      },
      settleRefused: (key) => {
        if (get().sent?.key !== key) return;
        keep({ sent: null });
        flush();
      },
    };
  });

  /** Shows the work of who is signed in; of nobody, none. What the last owner left stays in the browser. */
  function openFor(owner: PendingOwner | null): void {
    const before = store.getState().owner;
    if (before && owner && keyOf(before) === keyOf(owner)) return;
    flush();
    store.setState({ ...(owner === null ? EMPTY_RECORD : read(owner)), owner });
  }

  /** Another window of the same person changed it. All of storage cleared (`null`) is no change of the work. */
  function changedElsewhere(storageKey: string | null): void {
    const { owner } = store.getState();
    if (owner === null || storageKey !== keyOf(owner)) return;
    unwritten = false;
    store.setState(read(owner));
  }

  return { store, openFor, changedElsewhere, flush };
}

/** One step less of what arrived stops at 0. Source: spec §5, "restock decrement stops at 0". */
export function restockStepped(present: Milli | undefined, stepMilli: number): Milli {
  return toMilli(Math.max(0, (present ?? ZERO_MILLI) + stepMilli));
}
