import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type CommandRecord, isOpen, readCommand } from './record.ts';

/** Where commands are kept. Every write has reached the disk when it resolves. */
export interface CommandStorage {
  all(): Promise<CommandRecord[]>;
  get(key: string): Promise<CommandRecord | null>;
  /** Keeps a new command, even in the place of a refused one; any other that has its key is returned instead, untouched. */
  add(record: CommandRecord): Promise<CommandRecord | null>;
  /** Changes an open command as it stands on the disk, whichever window wrote it last; null when it is not open there. */
  amend(key: string, by: (record: CommandRecord) => CommandRecord): Promise<CommandRecord | null>;
  /**
   * Writes an answer. What is done stays done: windows that ask without locks write in any order.
   * @param nextOf what is sent once it is done, by the command as it stands on the disk (null when it was lost there);
   * kept in the same transaction
   * @returns what follows and was not sent before
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
    amend: async (key, by) => {
      const tx = (await database()).transaction('commands', 'readwrite', STRICT);
      const before = readCommand(await tx.store.get(key));
      const after = before && isOpen(before) ? by(before) : null;
      await Promise.all([after === null ? undefined : tx.store.put(after), tx.done]);
      return after;
    },
    settle: async (record, nextOf) => {
      const tx = (await database()).transaction('commands', 'readwrite', STRICT);
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
      const tx = (await database()).transaction('commands', 'readwrite', STRICT);
      await Promise.all([...keys.map((key) => tx.store.delete(key)), tx.done]);
    },
  };
}
