import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { callerNow } from './caller.ts';
import { DatabaseBusy } from '../errors.ts';
import type { Gate } from './gate.ts';
import { PreparingClient } from './prepared.ts';

/** pg-pool's words for a connection that did not become free in time; one that cannot be opened has others. */
const NONE_FREE = 'timeout exceeded when trying to connect';
/** For a turn among the reads. */
const TURN_WITHIN_MS = 20_000;
const STOP_AGAIN_MS = 250;

/** The pool's connections, and the truth about why there is none: busy is not the same as away. */
export class Door implements PostgresPool {
  protected readonly pool: pg.Pool;
  private readonly isSilent: () => boolean;

  constructor(pool: pg.Pool, isSilent: () => boolean) {
    this.pool = pool;
    this.isSilent = isSilent;
  }

  connect(): Promise<PostgresPoolClient> {
    return this.takeOne();
  }

  async end(): Promise<void> {
    await this.pool.end();
  }

  protected async takeOne(): Promise<pg.PoolClient> {
    try {
      return await this.pool.connect();
    } catch (error) {
      if (error instanceof Error && error.message === NONE_FREE && !this.isSilent()) throw new DatabaseBusy(error);
      throw error;
    }
  }
}

/**
 * The gate for reads: only a few have a connection at once, so that sales always find one, and each caller has its
 * turn. A read whose caller hangs up leaves the line, or is stopped in the database.
 */
export class ReadersDoor extends Door {
  private readonly gate: Gate;

  constructor(pool: pg.Pool, isSilent: () => boolean, gate: Gate) {
    super(pool, isSilent);
    this.gate = gate;
  }

  override async connect(): Promise<PostgresPoolClient> {
    const caller = callerNow();
    const leave = await this.turn(caller?.name, caller?.signal);
    try {
      const client = await this.takeOne();
      const signal = caller?.signal;
      return signal === undefined ? released(client, leave) : stoppable(client, signal, leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** The pool belongs to the other door. */
  override end(): Promise<void> {
    return Promise.resolve();
  }

  private async turn(of: string | undefined, caller: AbortSignal | undefined): Promise<() => void> {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(new DatabaseBusy()), TURN_WITHIN_MS);
    const signal = caller === undefined ? patience.signal : AbortSignal.any([caller, patience.signal]);
    try {
      return await this.gate.enter({ of, signal });
    } finally {
      clearTimeout(timer);
    }
  }
}

function released(client: pg.PoolClient, leave: () => void): PostgresPoolClient {
  return {
    query: client.query.bind(client) as PostgresPoolClient['query'],
    release: () => {
      client.release();
      leave();
    },
  };
}

/** A connection that works for one caller: nothing is begun, and what runs is stopped, once the caller is gone. */
function stoppable(client: pg.PoolClient, caller: AbortSignal, leave: () => void): PostgresPoolClient {
  let stopping: Promise<void> | null = null;
  let isReleased = false;
  /** Asked again while it runs: a database that has yet to read the query has nothing to stop. */
  const stop = (): void => {
    if (isReleased || !(client instanceof PreparingClient)) return;
    stopping = client.stopQuery();
    void stopping.then(
      () => setTimeout(stop, STOP_AGAIN_MS).unref(),
      () => undefined,
    );
  };
  caller.addEventListener('abort', stop, { once: true });
  const query = (...args: unknown[]): unknown => {
    caller.throwIfAborted();
    return (client.query as (...given: unknown[]) => unknown).apply(client, args);
  };
  return {
    query: query as PostgresPoolClient['query'],
    release: () => {
      isReleased = true;
      caller.removeEventListener('abort', stop);
      const giveBack = (error?: Error): void => {
        client.release(error);
        leave();
      };
      // Not before the database has heard of it: the cancel would stop the query of the next user of the connection.
      if (stopping === null) giveBack();
      else stopping.then(() => giveBack(), giveBack);
    },
  };
}
