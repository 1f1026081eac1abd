import { AsyncLocalStorage } from 'node:async_hooks';

/** The caller for whom the database is read at the moment. */
export interface Caller {
  /** Their session, or what else tells them from others. */
  readonly name: string;
  /** Aborted once nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

const present = new AsyncLocalStorage<Caller | null>();

/** Reads of `work` are for that caller: they wait for their turn among others, and stop when the caller hangs up. */
export function readFor<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
  return present.run(caller, work);
}

/** Reads of `work` are kept for others too, so they go on when the first caller hangs up. */
export function readForAll<T>(work: () => Promise<T>): Promise<T> {
  return present.run(null, work);
}

export function callerNow(): Caller | null {
  return present.getStore() ?? null;
}
