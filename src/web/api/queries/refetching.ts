type QueryKey = readonly string[];

interface Options {
  /** Events of one busy moment are fetched for once. */
  readonly gatherMs: number;
  /** From the end of a fetch to the next one of the same. */
  readonly pauseMs: number;
}

/**
 * Fetches again what events made stale: at once for the first of them, then once for all that came while the fetch ran
 * and in the pause after it. A busy shop has an event for every sale, and a count one for every eighty lines; each till
 * that fetched for each of them would leave the server no time for sales.
 */
export function createRefetching(
  refetch: (key: QueryKey) => Promise<unknown>,
  { gatherMs, pauseMs }: Options,
): (keys: readonly QueryKey[]) => void {
  /** Keys that are waited or fetched for, and whether they became stale again after their fetch began. */
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
    // What failed is the query's own to show.
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
