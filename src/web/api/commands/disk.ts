import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { type CommandRecord, isOpen, readCommand } from './record.ts';

/** The storage of commands. A write has reached the disk when its promise resolves. */
export interface CommandStorage {
  all(): Promise<CommandRecord[]>;
  get(key: string): Promise<CommandRecord | null>;
  /**
   * Stores a new command; it may replace a refused one with the same key. Any other command with its key is returned
   * instead, unchanged.
   */
  add(record: CommandRecord): Promise<CommandRecord | null>;
  /**
   * Changes an open command as it is on the disk, regardless of which window wrote it last; null if it is not open
   * there.
   */
  amend(key: string, by: (record: CommandRecord) => CommandRecord): Promise<CommandRecord | null>;
  /**
   * Writes an answer. A done command stays done, because windows without locks may write in any order.
   * @param nextOf the command that follows once it is done, computed from the command on the disk (null when it was
   * lost there) and stored in the same transaction
   * @returns the following command, unless it was sent before
   */
  settle(
    record: CommandRecord,
    nextOf?: (stored: CommandRecord | null) => CommandRecord | null,
  ): Promise<CommandRecord | null>;
  remove(keys: readonly string[]): Promise<void>;
}

interface Schema extends DBSchema {
  commands: { key: string; value: unknown };
}

const NAME = 'tillwright';
/** By default, browsers confirm a write before it is on the disk; a killed till would then forget what it sent. */
const STRICT = { durability: 'strict' } as const;

/**
 * The browser's database. A full disk aborts a transaction at commit without an error event of its requests; waiting
 * for `done` notices it.
 */
export function browserStorage(): CommandStorage {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;

  function database(): Promise<IDBPDatabase<Schema>> {
    // Without a version: a newer build may have raised it while this page was open, or before this build came back. This
    // page goes on with the commands that are there. A new database gets version 1.
    const opening = (opened ??= openDB<Schema>(NAME, undefined, {
      upgrade: (db) => void db.createObjectStore('commands', { keyPath: 'key' }),
      // A newer page in another tab wants to upgrade the database. It may, and this page reopens it when needed.
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        opened = null;
      },
      terminated: () => {
        opened = null;
      },
    }));
    opening.catch(() => {
      opened = null;
    });
    return opening;
  }

  /** Begins a transaction. A connection that was closed meanwhile, by the browser or for a newer page, is opened again. */
  async function begin<Mode extends 'readonly' | 'readwrite'>(
    mode: Mode,
  ): Promise<IDBPTransaction<Schema, ['commands'], Mode>> {
    const connection = database();
    try {
      return (await connection).transaction('commands', mode, STRICT);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
      if (opened === connection) opened = null;
      return (await database()).transaction('commands', mode, STRICT);
    }
  }

  return {
    all: async () => {
      const found = await (await begin('readonly')).store.getAll();
      return found.map(readCommand).filter((record) => record !== null);
    },
    get: async (key) => readCommand(await (await begin('readonly')).store.get(key)),
    add: async (record) => {
      const tx = await begin('readwrite');
      const found = readCommand(await tx.store.get(record.key));
      const before = found?.state === 'refused' ? null : found;
      await Promise.all([before === null ? tx.store.put(record) : undefined, tx.done]);
      return before;
    },
    amend: async (key, by) => {
      const tx = await begin('readwrite');
      const before = readCommand(await tx.store.get(key));
      const after = before && isOpen(before) ? by(before) : null;
      await Promise.all([after === null ? undefined : tx.store.put(after), tx.done]);
      return after;
    },
    settle: async (record, nextOf) => {
      const tx = await begin('readwrite');
      const before = readCommand(await tx.store.get(record.key));
      const wanted = before === null || isOpen(before) ? (nextOf?.(before) ?? null) : null;
      const next = wanted !== null && readCommand(await tx.store.get(wanted.key)) === null ? wanted : null;
      await Promise.all([
        before?.state === 'done' ? undefined : tx.store.put(record),
        next === null ? undefined : tx.store.put(next),
        tx.done,
      ]);
      return next;
    },
    remove: async (keys) => {
      const tx = await begin('readwrite');
      await Promise.all([...keys.map((key) => tx.store.delete(key)), tx.done]);
    },
  };
}
