import type { CommandStorage } from './disk.ts';

/** After this time a command is sent without being kept: no customer waits for a disk. */
const TIMEOUT_MS = 3000;
const HUNG_FOR_MS = 60_000;

/**
 * A storage that answers in time or fails. After one timeout the next calls fail at once, for a minute or until the
 * storage answers. A call that failed so is not given up: once the storage answers, everything is written in the order in
 * which it was asked for, so that no command is left open on the disk that was answered meanwhile.
 * @param onKept something was stored
 */
export function patient(storage: CommandStorage, onKept: () => void): CommandStorage {
  let hungAt = -Infinity;

  async function within<Value>(answer: Promise<Value>): Promise<Value> {
    const heard = answer.finally(() => {
      hungAt = -Infinity;
    });
    // Nobody may be waiting for it by then.
    heard.catch(() => undefined);
    const hung = () => new Error('The database of the browser does not answer.');
    if (performance.now() - hungAt < HUNG_FOR_MS) throw hung();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        hungAt = performance.now();
        reject(hung());
      }, TIMEOUT_MS);
    });
    try {
      return await Promise.race([heard, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Reading, and deleting, succeed on a full disk. */
  async function keeping<Value>(answer: Promise<Value>): Promise<Value> {
    const kept = answer.then((value) => {
      onKept();
      return value;
    });
    return within(kept);
  }

  return {
    all: () => within(storage.all()),
    get: (key) => within(storage.get(key)),
    add: (record) => keeping(storage.add(record)),
    amend: async (key, by) => {
      const amended = await within(storage.amend(key, by));
      if (amended !== null) onKept();
      return amended;
    },
    settle: (record, nextOf) => keeping(storage.settle(record, nextOf)),
    remove: (keys) => within(storage.remove(keys)),
  };
}
