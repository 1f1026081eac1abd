import type { FastifyInstance } from 'fastify';
import type { LiveEvent } from '#contract/live.ts';
import type { ReplyOf, Route } from '#contract/route.ts';
import { isOutcomeUnknown } from '#server/db/errors.ts';
import { Gate } from '#server/db/pool/gate.ts';
import { turnOf } from '#server/db/pool/turn.ts';
import { urgently } from '#server/db/pool/urgent.ts';
import { type Database, KEPT_FREE } from '#server/db/pool.ts';
import { againAfterConflict } from '#server/db/transaction.ts';
import { Refusal } from '#server/refusal.ts';
import type { Keyed } from './keyed/idempotency.ts';
import { KeyedRequests, type Recall } from './keyed/keyed-requests.ts';
import { type Built, type Context, contextOf, declared, written } from './serve.ts';
import { forCaller } from './reading.ts';
import { JSON_TYPE } from './success.ts';

export interface CommandContext<R extends Route> extends Context<R> {
  readonly db: Database;
  readonly keyed: Keyed;
  /** Sends a live event. Call it once the change is committed. */
  readonly emit: (event: LiveEvent) => void;
  /** True when the connection was lost before the database answered. An answer under the key is then that of this request. */
  readonly isAgain: boolean;
  /** Marks the answer as an earlier one that is given again. */
  readonly markReplayed: () => void;
}

/** Refusals that the statement gives only after it has compared the session. */
const SESSION_STOOD: ReadonlySet<string> = new Set(['idempotency_key_reused', 'request_in_progress', 'out_of_stock']);

/**
 * True for a refusal that may depend on the session. Failures of the database are not, and are not tried again at once: it
 * is usually overloaded then.
 */
function isUpToSession(error: unknown): boolean {
  return error instanceof Refusal && !SESSION_STOOD.has(error.code);
}

/**
 * Serves a write that is one statement of the database and handles its own key (`idempotency: 'own'`); the statement is
 * the transaction. That saves the round trips of BEGIN and COMMIT, and locks rows no longer than the statement runs.
 * The handler's session may come from memory: its statement then compares it (`standsAs`). If the request is refused before
 * that, the session is looked up and the request carried out again. Only the sale needs this; use `serveWrite` for everything else.
 * `recall` makes the answer again from what the statement stored with the key.
 */
export function serveCommand<R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: (context: CommandContext<R>) => Promise<ReplyOf<R> | Built<R>>,
  recall: Recall,
): void {
  const keys = new KeyedRequests(app, route, recall);
  app.route({
    ...declared(route),
    // A few kB are sent at once anyway, and compressing them took a quarter of a sale's time.
    compress: false,
    ...keys.hooks({ remembers: true }),
    handler: async (request, reply) => {
      const carryOut = (isAgain = false): Promise<ReplyOf<R> | Built<R>> => {
        const keyed = keys.keyed(request);
        if (keyed === null) throw new Error(`${route.path} is served as a command and must keep its own key`);
        return againAfterConflict(() =>
          handler({
            ...contextOf<R>(request, reply),
            db: app.deps.db,
            keyed,
            emit: (event) => app.deps.live.publish(event),
            isAgain,
            markReplayed: () => void reply.header('idempotent-replay', 'true'),
          }),
        );
      };
      // After a lost connection the sale's key tells whether it was recorded.
      const onceMore = (error: unknown): Promise<ReplyOf<R> | Built<R>> => {
        if (isOutcomeUnknown(error)) return carryOut(true);
        throw error;
      };
      const answer = await urgently(() =>
        carryOut()
          .catch(onceMore)
          .catch(async (error: unknown) => {
            if (isUpToSession(error) && (await keys.prove(request))) return carryOut().catch(onceMore);
            throw error;
          }),
      );
      return reply.status(route.status).type(JSON_TYPE).send(written(route, answer));
    },
  });
}

/**
 * Limits the trials to half of the connections that are kept for sales, so that sales find the others while trials wait for a
 * lock. Trials do not wait for other writes, because a customer is waiting. Those of one session run one after another.
 */
const trialsInLine = new Gate(KEPT_FREE / 2, undefined, 1);

/**
 * Serves a trial of a command, which carries out nothing, in the turn of its session. Its key is the one that the command will have, so that approvals carry
 * over. A command that was carried out counts as possible, whatever has changed since.
 */
export function serveTrial<R extends Route>(
  app: FastifyInstance,
  route: R,
  { of, recall, possible }: { readonly of: Route; readonly recall: Recall; readonly possible: ReplyOf<R> },
  handler: (context: Context<R> & { readonly db: Database; readonly keyed: Keyed | null }) => Promise<void>,
): void {
  const keys = new KeyedRequests(app, { ...route, idempotency: 'optional' }, recall, { of, possible });
  app.route({
    ...declared(route),
    ...keys.hooks(),
    handler: async (request, reply) => {
      const context = { ...contextOf<R>(request, reply), db: app.deps.db, keyed: keys.keyed(request) };
      await forCaller(request, reply, async (caller) => {
        const leave = await turnOf(caller, trialsInLine);
        await againAfterConflict(() => handler(context)).finally(leave);
      });
      return reply.status(route.status).type(JSON_TYPE).send(written(route, possible));
    },
  });
}
