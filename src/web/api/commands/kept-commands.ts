import { createStore } from 'zustand/vanilla';
import { isOldMark } from './keys.ts';
import { type CommandRecord, isOpen } from './record.ts';
import type { CommandStorage } from './disk.ts';

/** The reason for which there is no answer yet. */
export interface Trouble {
  readonly sentence: string;
  readonly code: string;
  /** The server has answered often enough without a result that the command may be withdrawn. */
  readonly stuck: boolean;
}

export interface CommandsState {
  /** The stored commands have been read. Before that, nobody knows what may have happened. */
  readonly ready: boolean;
  readonly records: ReadonlyMap<string, CommandRecord>;
  readonly troubles: ReadonlyMap<string, Trouble>;
  /** Keys of commands that another window of this browser sent. */
  readonly elsewhere: ReadonlySet<string>;
}

export interface KeepingDeps {
  readonly storage: CommandStorage;
  readonly now: () => number;
  /** Tells the other windows that a command changed. */
  readonly announce: (key: string) => void;
  /**
   * The browser could not store a command. It is sent nevertheless, and is lost if the page closes before the answer.
   */
  readonly onNotKept: (error: unknown) => void;
  /** Resolves after the time, or sooner when `wake` is called. */
  readonly wait: (ms: number) => Promise<void>;
}

const MOST_DONE = 200;
const KEEP_AGAIN_MS = 30_000;

/**
 * The commands of this browser: in memory, where forms look, and on the disk, which outlives the page and is shared with
 * other windows.
 * @param reread reads a command again that another window has answered
 */
export function createKeptCommands(
  { storage, now, announce, onNotKept, wait }: KeepingDeps,
  reread: (key: string) => Promise<void>,
) {
  // For everybody: each command names its owner.
  const store = createStore<CommandsState>(() => ({
    ready: false,
    records: new Map(),
    troubles: new Map(),
    elsewhere: new Set(),
  }));
  /** The number of changes of each command that are still being written to disk. */
  const changing = new Map<string, number>();
  /** Keys of the commands that this window sent. */
  const sentHere = new Set<string>();
  const get = (key: string) => store.getState().records.get(key);

  function set(record: CommandRecord): CommandRecord {
    store.setState(({ records }) => ({ records: new Map(records).set(record.key, record) }));
    return record;
  }

  function forget(keys: readonly string[]): void {
    store.setState(({ records, troubles, elsewhere }) => {
      const [left, more, others] = [new Map(records), new Map(troubles), new Set(elsewhere)];
      for (const key of keys) {
        left.delete(key);
        more.delete(key);
        others.delete(key);
      }
      return { records: left, troubles: more, elsewhere: others };
    });
  }

  function setTrouble(key: string, trouble: Trouble | null): void {
    store.setState(({ troubles }) => {
      const next = new Map(troubles);
      if (trouble) next.set(key, trouble);
      else next.delete(key);
      return { troubles: next };
    });
  }

  /** Ends of commands that the disk could not take so far. */
  const unwritten = new Map<string, () => Promise<unknown>>();

  /**
   * Writes the end of a command. If that fails it is tried again for as long as the page is open: a refused command that is
   * still open on the disk would be sent after a reload, perhaps beside the one that was made in its place.
   */
  async function end(key: string, write: () => Promise<unknown>): Promise<void> {
    unwritten.set(key, write);
    try {
      await write();
      if (unwritten.get(key) === write) unwritten.delete(key);
    } catch (error) {
      onNotKept(error);
      void wait(KEEP_AGAIN_MS).then(() => (unwritten.get(key) === write ? end(key, write) : undefined));
    }
    announce(key);
  }

  const keepAnswer = (record: CommandRecord): Promise<void> => end(record.key, () => storage.settle(record));

  /**
   * Stores a new command. @returns the command of another window with its key, which stays; null if there is none
   */
  function add(record: CommandRecord): Promise<CommandRecord | null> {
    const endFormer = unwritten.get(record.key);
    unwritten.delete(record.key);
    // The removal is not awaited: the disk carries it out before the addition.
    void endFormer?.().catch(onNotKept);
    return storage.add(record);
  }

  /**
   * Changes a command here and on the disk, where another window may have changed it meanwhile. False when it had been
   * answered by then, so that the change is not part of it.
   */
  async function change(key: string, by: (record: CommandRecord) => CommandRecord): Promise<boolean> {
    const before = get(key);
    if (!before || !isOpen(before)) return false;
    const after = by(before);
    if (after === before) return true;
    set(after);
    changing.set(key, (changing.get(key) ?? 0) + 1);
    let kept: CommandRecord | null;
    try {
      kept = (await storage.amend(key, by)) ?? (await keptAgain(after));
    } catch (error) {
      onNotKept(error);
      kept = after;
    }
    const left = (changing.get(key) ?? 1) - 1;
    if (left > 0) changing.set(key, left);
    else changing.delete(key);
    if (kept === null) {
      await reread(key).catch(onNotKept);
      return false;
    }
    const here = get(key);
    if (left === 0 && here !== undefined && isOpen(here)) set(kept);
    announce(key);
    return true;
  }

  /**
   * A command of this window that the browser could not store, or has lost, stays open until it is answered.
   * @returns null when the disk has a later state of it
   */
  async function keptAgain(record: CommandRecord): Promise<CommandRecord | null> {
    if (!sentHere.has(record.key) || (await storage.get(record.key)) !== null) return null;
    await add(record).catch(onNotKept);
    return record;
  }

  /**
   * Keeps only the newest marks of used keys, for a till that stays open for months. A mark with a memo may be the only
   * copy of what was answered, so that only its age counts.
   */
  async function dropOldMarks(): Promise<void> {
    const done = [...store.getState().records.values()].filter(({ state }) => state === 'done');
    const newestFirst = done.filter(({ memo }) => memo === null).toSorted((a, b) => b.sentAt - a.sentAt);
    const tooMany = new Set(newestFirst.slice(MOST_DONE));
    const old = done.filter((record) => tooMany.has(record) || isOldMark(record, now()));
    if (old.length === 0) return;
    const keys = old.map(({ key }) => key);
    forget(keys);
    await storage.remove(keys).catch(onNotKept);
  }

  /** Deletes a refused command that was read, or a mark that is no longer needed. */
  async function dismiss(key: string): Promise<void> {
    forget([key]);
    await end(key, () => storage.remove([key]));
  }

  return {
    store,
    sentHere,
    get,
    set,
    forget,
    setTrouble,
    add,
    keepAnswer,
    change,
    isChanging: (key: string): boolean => changing.has(key),
    keptAgain,
    dropOldMarks,
    dismiss,
  };
}
