import type { FastifyInstance } from 'fastify';
import type { LiveEvent } from '#contract/live.ts';
import type { ReplyOf, Route } from '#contract/route.ts';
import { isOutcomeUnknown } from '#server/db/errors.ts';
import { type Caller, readFor } from '#server/db/pool/caller.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { Refusal } from '#server/refusal.ts';
import {
  beginningOf,
  claimKey,
  findAnswer,
  isSameRequest,
  keepAnswer,
  type Keyed,
  keyReused,
  shareKey,
} from './keyed/idempotency.ts';
import { KeyedRequests, mayHideAnAnswer, plainly } from './keyed/keyed-requests.ts';
import { refusalFor } from './error-handler.ts';
import { type Context, contextOf, declared, encode, writtenInLine } from './serve.ts';
import { JSON_TYPE } from './success.ts';
import { forCaller } from './reading.ts';

export interface StepsContext<R extends Route> extends Context<R> {
  /** Reads in the turn of the session, before or between the parts. */
  readonly read: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  /**
   * Carries out a part of the request in its own transaction, once per key: when the request is repeated, it
   * continues where it stopped. Returns what the part returned the first time, as JSON.
   * @param name tells the parts of the request apart
   */
  readonly step: <T>(name: string, work: (tx: Tx, emit: (event: LiveEvent) => void) => Promise<T>) => Promise<T>;
}

/** An error after which a part of the request stays carried out. The usual sentences of these codes say that nothing was changed. */
function partlyDone(error: unknown): unknown {
  const { code, retryAfterS } = refusalFor(error).refusal;
  const sentence =
    code === 'took_too_long'
      ? 'The database took too long over a part of this and stopped; the parts before it were carried out. Please try again.'
      : 'The disk of the database is full, so only a part of this was saved. Make room on it; until then nothing can be saved.';
  return code === 'took_too_long' || code === 'disk_full'
    ? new Refusal(code, sentence, { ...(retryAfterS !== undefined && { retryAfterS }), cause: error })
    : error;
}

/**
 * Serves a write that consists of many independent parts, each in its own transaction, so that no row is held for
 * longer than one part takes. Each part has the guarantees that `serveWrite` gives for a whole request.
 */
export function serveSteps<R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: (context: StepsContext<R>) => Promise<ReplyOf<R>>,
): void {
  const keys = new KeyedRequests(app, route, plainly);

  /** The part's earlier answer as JSON. */
  const earlierAnswer = async (part: Keyed): Promise<string | null> => {
    const kept = await findAnswer(app.deps.db, part.key);
    if (kept && !isSameRequest(part, kept)) throw keyReused();
    return kept && JSON.stringify(kept.response);
  };

  /** The answer of the work as JSON, or its earlier answer. Nothing is done once `whole` was withdrawn. */
  const once = async (
    part: Keyed | null,
    whole: Keyed | null,
    work: (tx: Tx, emit: (event: LiveEvent) => void) => Promise<string>,
    caller: Partial<Caller>,
  ): Promise<string> => {
    const earlier = part && (await earlierAnswer(part));
    if (earlier !== null) return earlier;
    const events: LiveEvent[] = [];
    let isEnded = false;
    const publish = (): void => {
      for (const event of events) app.deps.live.publish(event);
    };
    try {
      const carryOut = async (tx: Tx): Promise<string> => {
        events.length = 0;
        isEnded = false;
        if (whole) await shareKey(tx, whole.key);
        if (part) await claimKey(tx, part.key);
        const answer = await work(tx, (event) => void events.push(event));
        if (part) await keepAnswer(tx, part, route.status, answer);
        isEnded = true;
        return answer;
      };
      const json = await writtenInLine(app.deps.db, carryOut, caller);
      publish();
      return json;
    } catch (error) {
      // Either an earlier run of this request ended just before, or this run did and the answer of its COMMIT was lost.
      const isUnknown = isEnded && isOutcomeUnknown(error);
      const meanwhile = part && (isUnknown || mayHideAnAnswer(error)) ? await earlierAnswer(part) : null;
      if (meanwhile === null) throw error;
      if (isUnknown) publish();
      return meanwhile;
    }
  };

  app.route({
    ...declared(route),
    ...keys.hooks(),
    handler: async (request, reply) => {
      const keyed = keys.keyed(request);
      // A request that is complete is not begun again; an interrupted one continues.
      if (keyed && (await findAnswer(app.deps.db, keyed.key)) !== null) throw keyReused();
      const json = await forCaller(request, reply, async (caller) => {
        // Records the request before any part is done, so that its key cannot be used for another one.
        const beginning = keyed && { ...keyed, key: beginningOf(keyed.key) };
        if (beginning) await once(beginning, keyed, () => Promise.resolve('{}'), caller);
        // A request that has begun is carried out, even if the caller hangs up.
        const begun: Caller = { name: caller.name, signal: new AbortController().signal };
        let done = 0;
        const answer = await handler({
          ...contextOf<R>(request, reply),
          read: (work) => readFor(begun, () => work(app.deps.reads)),
          step: async <T>(name: string, work: (tx: Tx, emit: (event: LiveEvent) => void) => Promise<T>) => {
            const part = keyed && { ...keyed, key: `${beginningOf(keyed.key)}${name}` };
            const carryOut = async (tx: Tx, emit: (event: LiveEvent) => void) => JSON.stringify(await work(tx, emit));
            const json = await once(part, keyed, carryOut, begun);
            done += 1;
            return JSON.parse(json) as T;
          },
        }).catch((error: unknown) => {
          throw done === 0 ? error : partlyDone(error);
        });
        return once(keyed, null, () => Promise.resolve(encode(route, answer)), begun);
      });
      return reply.status(route.status).type(JSON_TYPE).send(json);
    },
  });
}
