import { AsyncLocalStorage } from 'node:async_hooks';

/** The caller on whose behalf the database is being read, or a paper drawn. */
export interface Caller {
  /** Their session or, without one, their address. */
  readonly name: string;
  /** Aborted once nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

const present = new AsyncLocalStorage<Caller | null>();

/** Runs `work` with reads for that caller: they take turns with those of others and stop when the caller hangs up. */
export function readFor<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
  return present.run(caller, work);
}

/** Runs `work` with reads that others share, so they go on when the first caller hangs up. */
export function readForAll<T>(work: () => Promise<T>): Promise<T> {
  return present.run(null, work);
}

export function callerNow(): Caller | null {
  return present.getStore() ?? null;
}
