type QueryKey = readonly (string | number)[];

interface Options {
  /** Events within this time are fetched for together. */
  readonly gatherMs: number;
  /** The least pause between two fetches of the same key. */
  readonly pauseMs: number;
}

/**
 * Fetches again what events made stale: the first event within a moment, then once for all events during that fetch and
 * the pause after it. A busy shop has an event for every sale, and an audit one for every eighty lines; if each till
 * fetched for each of them, the server would have no time for sales.
 */
export function createRefetching(
  refetch: (key: QueryKey) => Promise<unknown>,
  { gatherMs, pauseMs }: Options,
): (keys: readonly QueryKey[]) => void {
  /** Keys that are about to be fetched or are being fetched, and whether they became stale again since. */
  const busy = new Map<string, { isBegun: boolean; isStaleAgain: boolean }>();

  function begin(id: string, key: QueryKey): void {
    const state = { isBegun: true, isStaleAgain: false };
    busy.set(id, state);
    const rest = (): void => {
      setTimeout(() => {
        if (state.isStaleAgain) begin(id, key);
        else busy.delete(id);
      }, pauseMs);
    };
    // The query itself shows a failure.
    refetch(key).then(rest, rest);
  }

  return (keys) => {
    for (const key of keys) {
      const id = key.join('/');
      const state = busy.get(id);
      if (state === undefined) {
        busy.set(id, { isBegun: false, isStaleAgain: false });
        setTimeout(() => begin(id, key), gatherMs);
      } else if (state.isBegun) state.isStaleAgain = true;
    }
  };
}
