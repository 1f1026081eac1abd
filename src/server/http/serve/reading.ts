import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, readFor } from '#server/db/pool/caller.ts';
import type { Database } from '#server/db/pool.ts';
import { againAfterConflict } from '#server/db/transaction.ts';
import { Refusal } from '#server/refusal.ts';
import { callerAddress, networkOf } from '../guard/caller-address.ts';
import type { SharedReads } from './shared-reads.ts';

/** The caller of a request, for as long as the connection of the reply is open. `forget` ends the watching. */
function watched(request: FastifyRequest, reply: FastifyReply): { caller: Caller; forget: () => void } {
  const gone = new AbortController();
  const hangUp = (): void => {
    if (!reply.raw.writableFinished) gone.abort();
  };
  reply.raw.once('close', hangUp);
  // The caller hung up before this line; no event will say so.
  if (reply.raw.destroyed || request.raw.socket.destroyed) gone.abort();
  const name = request.session?.tokenHash.toString('base64url') ?? networkOf(callerAddress(request));
  return { caller: { name, signal: gone.signal }, forget: () => void reply.raw.off('close', hangUp) };
}

function cutShort(cause: unknown): Refusal {
  return new Refusal('invalid_request', 'The request was cut short.', { cause });
}

/** The reading that a request may share with others: those that ask with the same key. */
interface Sharing<T> {
  readonly reads: SharedReads<T>;
  readonly key: string;
}

/**
 * Reads the database for a request, in the turn of its session and only while somebody waits for the answer. `work` runs
 * again after a conflict.
 * @throws Refusal `invalid_request` when the caller has hung up, for the counters
 */
export async function reading<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (db: Database) => Promise<T>,
  sharing?: Sharing<T>,
): Promise<T> {
  const { caller, forget } = watched(request, reply);
  const read = (): Promise<T> => againAfterConflict(() => work(request.server.deps.reads));
  try {
    return await (sharing ? sharing.reads.read(sharing.key, caller, read) : readFor(caller, read));
  } catch (error) {
    if (caller.signal.aborted) throw cutShort(error);
    throw error;
  } finally {
    forget();
  }
}

/**
 * Works for a request until its caller hangs up. A write that waits for its turn is then not begun; one that has begun is
 * carried out. The drawing of a long paper stops.
 * @throws Refusal `invalid_request` when the work ended because the caller had hung up, for the counters
 */
export async function forCaller<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (caller: Caller) => Promise<T>,
): Promise<T> {
  const { caller, forget } = watched(request, reply);
  try {
    return await work(caller);
  } catch (error) {
    if (error === caller.signal.reason) throw cutShort(error);
    throw error;
  } finally {
    forget();
  }
}

/** Like `reading`, for an answer in pieces: each piece is read in the turn of the session, and none once the caller is gone. */
export async function* readingPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncIterable<string>,
): AsyncGenerator<string> {
  const { caller, forget } = watched(request, reply);
  const iterator = pieces[Symbol.asyncIterator]();
  try {
    for (;;) {
      const piece = await readFor(caller, () => iterator.next());
      if (piece.done === true) return;
      yield piece.value;
    }
  } finally {
    forget();
    await iterator.return?.();
  }
}
