import type { FastifyReply, FastifyRequest } from 'fastify';
import { readFor } from '#server/db/pool/caller.ts';
import type { Database } from '#server/db/pool.ts';
import { Refusal } from '#server/refusal.ts';
import { callerAddress } from '../guard/caller-address.ts';

/**
 * Reads the database for a request, in the turn of its session and only while somebody waits for the answer.
 * @throws Refusal `invalid_request` when the caller has hung up, for the counters
 */
export async function reading<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  const hangUp = (): void => {
    if (!reply.raw.writableFinished) gone.abort();
  };
  reply.raw.once('close', hangUp);
  // The caller hung up before this line; no event will say so.
  if (reply.raw.destroyed || request.raw.socket.destroyed) gone.abort();
  const name = request.session?.tokenHash.toString('base64url') ?? callerAddress(request);
  try {
    return await readFor({ name, signal: gone.signal }, () => work(request.server.deps.reads));
  } catch (error) {
    if (gone.signal.aborted) throw new Refusal('invalid_request', 'The request was cut short.', { cause: error });
    throw error;
  } finally {
    reply.raw.off('close', hangUp);
  }
}
