import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type CommandRecord, isOpen, readCommand } from './record.ts';

/** Where commands are kept. Every write has reached the disk when it resolves. */
export interface CommandStorage {
  all(): Promise<CommandRecord[]>;
  get(key: string): Promise<CommandRecord | null>;
  /** Keeps a new command, even in the place of a refused one; any other that has its key is returned instead, untouched. */
  add(record: CommandRecord): Promise<CommandRecord | null>;
  /** Writes a later state. What is done stays done, and what was answered or dismissed is not opened again. */
  put(record: CommandRecord): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
}

/** Windows that ask without locks write their states in any order. */
export function mayFollow(before: CommandRecord | null, record: CommandRecord): boolean {
  if (before?.state === 'done') return false;
  return !isOpen(record) || (before !== null && isOpen(before));
}

interface Schema extends DBSchema {
  commands: { key: string; value: unknown };
}

const NAME = 'tillwright';
/** The default of browsers is to answer before the disk has it: a killed till would have forgotten what it sent. */
const STRICT = { durability: 'strict' } as const;

/**
 * The browser's database. A transaction that is aborted (a full disk fails it at commit, with no error event of its
 * requests) rejects, because only `done` is waited for.
 */
export function browserStorage(): CommandStorage {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;

  function database(): Promise<IDBPDatabase<Schema>> {
    const opening = (opened ??= openDB<Schema>(NAME, 1, {
      upgrade: (db) => void db.createObjectStore('commands', { keyPath: 'key' }),
      // A newer page of another tab wants to upgrade: it may, and this one opens again when it needs to.
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

  return {
    all: async () => {
      const found = await (await database()).getAll('commands');
      return found.map(readCommand).filter((record) => record !== null);
    },
    get: async (key) => readCommand(await (await database()).get('commands', key)),
    add: async (record) => {
      const tx = (await database()).transaction('commands', 'readwrite', STRICT);
      const found = readCommand(await tx.store.get(record.key));
      const before = found?.state === 'refused' ? null : found;
      await Promise.all([before === null ? tx.store.put(record) : undefined, tx.done]);
      return before;
    },
    put: async (record) => {
      const tx = (await database()).transaction('commands', 'readwrite', STRICT);
      const before = readCommand(await tx.store.get(record.key));
      await Promise.all([mayFollow(before, record) ? tx.store.put(record) : undefined, tx.done]);
    },
    remove: async (keys) => {
      const tx = (await database()).transaction('commands', 'readwrite', STRICT);
      await Promise.all([...keys.map((key) => tx.store.delete(key)), tx.done]);
    },
  };
}
