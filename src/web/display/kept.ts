import type { IDBPDatabase } from 'idb';

/** The storage of a screen, which outlasts a restart: one of two kinds. Neither throws. */
interface Keep {
  readonly read: (name: string) => Promise<unknown>;
  readonly write: (name: string, value: unknown) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
}

const STORE = 'kept';

function inDatabase(database: IDBPDatabase): Keep {
  return {
    read: (name) => database.get(STORE, name) as Promise<unknown>,
    write: async (name, value) => void (await database.put(STORE, value, name)),
    remove: (name) => database.delete(STORE, name),
  };
}

const PREFIX = 'menu-display:';

const inLocalStorage: Keep = {
  async read(name) {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  },
  async write(name, value) {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  },
  async remove(name) {
    localStorage.removeItem(PREFIX + name);
  },
};

async function open(): Promise<Keep> {
  if (!isSecureContext || !('indexedDB' in globalThis)) return inLocalStorage;
  try {
    const { openDB } = await import('idb');
    const database = await openDB('tillwright-menu-display', 1, {
      upgrade: (fresh) => void fresh.createObjectStore(STORE),
      // Another window wants a newer form: this one goes on with what it has in memory.
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    });
    return inDatabase(database);
  } catch {
    return inLocalStorage;
  }
}

let opened: Promise<Keep> | undefined;

/** Null if nothing is kept by this name, or it cannot be read. */
export async function readKept(name: string): Promise<unknown> {
  try {
    opened ??= open();
    return (await (await opened).read(name)) ?? null;
  } catch {
    return null;
  }
}

/** @returns whether it is kept now: a disk may be full, or storage not allowed */
export async function writeKept(name: string, value: unknown): Promise<boolean> {
  try {
    opened ??= open();
    await (await opened).write(name, value);
    return true;
  } catch {
    return false;
  }
}

export async function removeKept(name: string): Promise<void> {
  try {
    opened ??= open();
    await (await opened).remove(name);
  } catch {
    // An entry that cannot be removed cannot be read either.
  }
}
