import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { callerNow } from './caller.ts';
import { DatabaseBusy } from '../errors.ts';
import type { Gate } from './gate.ts';
import { PreparingClient } from './prepared.ts';
import { turnOf } from './turn.ts';

/** pg-pool's message when no connection became free in time. It has another one when none can be opened. */
const NONE_FREE = 'timeout exceeded when trying to connect';
const STOP_AGAIN_MS = 250;

/** Hands out the pool's connections. When there is none it says whether the database is busy or away. */
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
 * Lets only a few reads have a connection at once, so that sales always find one, and lets callers take turns. A read
 * whose caller hangs up leaves the line, or is stopped in the database.
 */
export class ReadersDoor extends Door {
  private readonly gate: Gate;

  constructor(pool: pg.Pool, isSilent: () => boolean, gate: Gate) {
    super(pool, isSilent);
    this.gate = gate;
  }

  override async connect(): Promise<PostgresPoolClient> {
    const caller = callerNow();
    const leave = await turnOf(caller ?? {}, this.gate);
    try {
      const client = await this.takeOne();
      const signal = caller?.signal;
      return signal === undefined ? released(client, leave) : stoppable(client, signal, leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** The other door owns the pool and closes it. */
  override end(): Promise<void> {
    return Promise.resolve();
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

const BEGINS = /^(?:begin|start)\b/i;
const TRANSACTION = /^(?:begin|start transaction.*|commit|rollback)$/i;

/** A connection that works for one caller. Once the caller is gone it begins no query and stops the running one. */
function stoppable(client: pg.PoolClient, caller: AbortSignal, leave: () => void): PostgresPoolClient {
  let stopping: Promise<void> | null = null;
  let isReleased = false;
  /** Repeated while the query runs: a database that has not read the query yet has nothing to stop. */
  const stop = (): void => {
    if (isReleased || !(client instanceof PreparingClient)) return;
    stopping = client.stopQuery();
    void stopping.then(
      () => setTimeout(stop, STOP_AGAIN_MS).unref(),
      () => undefined,
    );
  };
  caller.addEventListener('abort', stop, { once: true });
  /** Where the caller hangs up inside of a transaction, not even its end is sent. */
  let isInTransaction = false;
  const query = (...args: unknown[]): unknown => {
    caller.throwIfAborted();
    const [text] = args;
    if (typeof text === 'string' && TRANSACTION.test(text)) isInTransaction = BEGINS.test(text);
    return (client.query as (...given: unknown[]) => unknown).apply(client, args);
  };
  return {
    query: query as PostgresPoolClient['query'],
    release: () => {
      isReleased = true;
      caller.removeEventListener('abort', stop);
      const giveBack = (error?: Error): void => {
        // The next user would be inside of the transaction, so the connection is closed.
        client.release(error ?? (isInTransaction && caller.aborted));
        leave();
      };
      // Waits until the database has received the cancel, which would otherwise stop the next user's query.
      if (stopping === null) giveBack();
      else stopping.then(() => giveBack(), giveBack);
    },
  };
}
