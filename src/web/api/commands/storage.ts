import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type CommandRecord, readCommand } from './record.ts';

/** Where commands are kept. Every write has reached the disk when it resolves. */
export interface CommandStorage {
  all(): Promise<CommandRecord[]>;
  get(key: string): Promise<CommandRecord | null>;
  /** Keeps a new command; the one that has its key already is returned instead, untouched. */
  add(record: CommandRecord): Promise<CommandRecord | null>;
  put(record: CommandRecord): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
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
      const before = readCommand(await tx.store.get(record.key));
      await Promise.all([before === null ? tx.store.put(record) : undefined, tx.done]);
      return before;
    },
    put: async (record) => {
      const tx = (await database()).transaction('commands', 'readwrite', STRICT);
      await Promise.all([tx.store.put(record), tx.done]);
    },
    remove: async (keys) => {
      const tx = (await database()).transaction('commands', 'readwrite', STRICT);
      await Promise.all([...keys.map((key) => tx.store.delete(key)), tx.done]);
    },
  };
}
