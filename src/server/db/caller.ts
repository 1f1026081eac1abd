import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom the database is read at the moment. */
export interface Caller {
  /** Their session, or what else tells them from others. */
  readonly name: string;
  /** Aborted once nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

const present = new AsyncLocalStorage<Caller | null>();

/** What `work` reads is read for that caller: with its turn among others, and stopped when the caller hangs up. */
export function readFor<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
  return present.run(caller, work);
}

/** What `work` reads is kept for others too, so it goes on when whoever asked for it first hangs up. */
export function readForAll<T>(work: () => Promise<T>): Promise<T> {
  return present.run(null, work);
}

export function callerNow(): Caller | null {
  return present.getStore() ?? null;
}
