import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import type { LiveEvent } from '#contract/live.ts';
import type { ReplyOf, Route } from '#contract/route.ts';
import { constraintOf } from '#server/db/errors.ts';
import type { Tx } from '#server/db/pool.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { admit } from './admit.ts';
import { claimKey, keepAnswer, type Keyed, KEY_CONSTRAINT, readKey, Replayed } from './idempotency.ts';
import { type Context, contextOf, encode, JSON_TYPE, schemaOf, writesInLine } from './serve.ts';

export interface StepsContext<R extends Route> extends Context<R> {
  /**
   * Carries out a part of the request in a transaction of its own, once for the request's key: sent again, the request
   * goes on where it ended. Answers what the part answered the first time, as JSON has it.
   * @param name tells the part from the others of the request
   */
  readonly step: <T>(name: string, work: (tx: Tx, emit: (event: LiveEvent) => void) => Promise<T>) => Promise<T>;
}

/**
 * Serves a write that consists of many independent parts, each in a transaction of its own, so that no row is held for
 * longer than one part takes. What one transaction promises for the whole (`serveWrite`) holds for each part here.
 */
export function serveSteps<R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: (context: StepsContext<R>) => Promise<ReplyOf<R>>,
): void {
  const keys = new WeakMap<FastifyRequest, Omit<Keyed, 'userId'>>();

  /** The work's answer as JSON, or the one it gave before. */
  const once = async (
    keyed: Keyed | null,
    work: (tx: Tx, emit: (event: LiveEvent) => void) => Promise<string>,
  ): Promise<{ json: string; isReplayed: boolean }> => {
    const attempt = async () => {
      const events: LiveEvent[] = [];
      const answer = await writesInLine.through(() =>
        inTransaction(app.deps.db, async (tx) => {
          events.length = 0;
          const earlier = keyed && (await claimKey(tx, keyed));
          if (earlier) return { json: JSON.stringify(earlier.response), isReplayed: true };
          const json = await work(tx, (event) => void events.push(event));
          if (keyed) await keepAnswer(tx, keyed, route.status, json);
          return { json, isReplayed: false };
        }),
      );
      for (const event of events) app.deps.live.publish(event);
      return answer;
    };
    return attempt().catch((error: unknown) => {
      // The same request was quicker by a moment: its answer is there now.
      if (keyed !== null && constraintOf(error) === KEY_CONSTRAINT) return attempt();
      throw error;
    });
  };

  const earlierAnswer = async (keyed: Keyed): Promise<string | null> => {
    const earlier = await inTransaction(app.deps.db, (tx) => claimKey(tx, keyed));
    return earlier instanceof Replayed ? JSON.stringify(earlier.response) : null;
  };

  app.route({
    method: route.method satisfies HTTPMethods,
    url: route.path,
    schema: schemaOf(route),
    onRequest: admit(route),
    ...(route.bodyLimitBytes !== undefined && { bodyLimit: route.bodyLimitBytes }),
    preValidation: async (request) => {
      const key = readKey(request, route);
      if (key !== null) keys.set(request, key);
    },
    handler: async (request, reply) => {
      const key = keys.get(request);
      const keyed = key === undefined ? null : { ...key, userId: request.session?.staff.id ?? null };
      const send = (json: string, isReplayed: boolean) => {
        if (isReplayed) reply.header('idempotent-replay', 'true');
        return reply.status(route.status).type(JSON_TYPE).send(json);
      };
      const earlier = keyed && (await earlierAnswer(keyed));
      if (earlier !== null) return send(earlier, true);
      const answer = await handler({
        ...contextOf<R>(request, reply),
        step: async <T>(name: string, work: (tx: Tx, emit: (event: LiveEvent) => void) => Promise<T>) => {
          const part = keyed && { ...keyed, key: `${keyed.key}#${name}` };
          const { json } = await once(part, async (tx, emit) => JSON.stringify(await work(tx, emit)));
          return JSON.parse(json) as T;
        },
      });
      const { json, isReplayed } = await once(keyed, () => Promise.resolve(encode(route, answer)));
      return send(json, isReplayed);
    },
  });
}
