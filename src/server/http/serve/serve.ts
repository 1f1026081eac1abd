import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { LiveEvent } from '#contract/live.ts';
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '#contract/route.ts';
import { constraintOf, isOutcomeUnknown } from '#server/db/errors.ts';
import { type Caller, callerNow } from '#server/db/pool/caller.ts';
import { Gate } from '#server/db/pool/gate.ts';
import { turnOf } from '#server/db/pool/turn.ts';
import { type Database, type Tx, WRITE_CONNECTIONS } from '#server/db/pool.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Log } from '#server/log.ts';
import { admit } from '../guard/admit.ts';
import { claimKey, isKeyUsed, keepAnswer, type Keyed, KEY_CONSTRAINT, keyReused } from './keyed/idempotency.ts';
import { encodingFor, KeptBodies } from './send/kept-bodies.ts';
import { KeyedRequests, plainly } from './keyed/keyed-requests.ts';
import { forCaller, reading } from './reading.ts';
import { SharedReads } from './shared-reads.ts';
import type { Principal, Session, Staff } from '../guard/session.ts';
import { JSON_TYPE } from './success.ts';

type PrincipalOf<R extends Route> = Extract<Principal, { kind: R['admits'][number] }>;
/** Null is possible only where the route is public. */
type Asking<R extends Route, Who> = R['access'] extends 'public' ? Who | null : Who;

export interface Context<R extends Route> {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** The sender of the request. */
  readonly principal: Asking<R, PrincipalOf<R>>;
  /** The person who sends the request; null when the route admits machines, or nobody has to be signed in. */
  readonly staff: PrincipalOf<R> extends Staff ? Asking<R, Staff> : Staff | null;
  readonly session: Asking<R, Session<PrincipalOf<R>>>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Its lines have the request's id. */
  readonly log: Log;
}

export interface ReadContext<R extends Route> extends Context<R> {
  readonly db: Database;
}

export interface WriteContext<R extends Route> extends Context<R> {
  /** The request's only transaction: committed when the handler returns, rolled back when it throws. */
  readonly tx: Tx;
  /** Sends a live event once the transaction is committed. */
  readonly emit: (event: LiveEvent) => void;
  /** Runs once the transaction is committed and before the answer is sent, for example to set a cookie. */
  readonly afterCommit: (work: () => void) => void;
}

/** An answer whose ETag is known in advance. It is made only when the caller does not have it. */
export class Tagged {
  readonly etag: string;
  /** The answer as JSON text in the route's wire form. */
  readonly make: () => Promise<string>;

  constructor(etag: string, make: () => Promise<string>) {
    this.etag = etag;
    this.make = make;
  }
}

/**
 * An answer that was built in the form of its contract and is not checked again: checking a page of a hundred orders
 * takes longer than making it. A test checks such answers instead.
 */
export class Built<R extends Route> {
  readonly answer: ReplyOf<R>;

  constructor(_route: R, answer: ReplyOf<R>) {
    this.answer = answer;
  }
}

/** An answer that the database wrote, as JSON text in the form of its contract. Like `Built`, it is checked by a test. */
export class Encoded {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

interface ReadOptions {
  /** Answers 304 when the caller has this answer already. */
  etag?: boolean;
}

/** For reads that the tills repeat. Rule: wire/repeated-reads. */
export const REPEATED: ReadOptions = { etag: true };

/** The largest body on a public route, so that strangers cannot keep the process busy with parsing. Rule: wire/lists-are-bounded. */
const PUBLIC_BODY_LIMIT_BYTES = 4096;

/** A call of the contract in Fastify's form: address, schemas and body limit. */
export function declared(route: Route) {
  const { method, path, params, query, body, access, bodyLimitBytes } = route;
  const bodyLimit = access === 'public' ? PUBLIC_BODY_LIMIT_BYTES : bodyLimitBytes;
  return {
    method: method satisfies HTTPMethods,
    url: path,
    config: { contract: route },
    schema: { ...(params && { params }), ...(query && { querystring: query }), ...(body && { body }) },
    ...(bodyLimit !== undefined && { bodyLimit }),
  };
}

/** The parsed parts of a request. Validation has replaced the raw values by the schemas' output. */
export function contextOf<R extends Route>(request: FastifyRequest, reply: FastifyReply): Context<R> {
  const principal = request.session?.principal ?? null;
  return {
    params: request.params as ParamsOf<R>,
    query: request.query as QueryOf<R>,
    body: request.body as BodyOf<R>,
    principal: principal as Context<R>['principal'],
    staff: principal?.kind === 'staff' ? principal : null,
    session: request.session as Context<R>['session'],
    request,
    reply,
    log: request.log as Log,
  };
}

/**
 * The answer in wire form, without fields that the contract does not have. An answer that breaks the contract is a
 * defect.
 */
export function encode(route: Route, value: unknown): string {
  return JSON.stringify(route.reply.parse(value));
}

/** `encode`, except that a `Built` or `Encoded` answer is written unchanged. */
export function written<R extends Route>(route: R, answer: ReplyOf<R> | Built<R> | Encoded): string {
  if (answer instanceof Encoded) return answer.json;
  return answer instanceof Built ? JSON.stringify(answer.answer) : encode(route, answer);
}

/** True if the caller says that it has the answer with this ETag. */
function hasAlready(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim());
  return known?.includes(etag) === true;
}

function etagOf(json: Buffer): string {
  return `W/"${createHash('sha1').update(json).digest('base64url')}"`;
}

/** Sets the headers of an answer that the caller may keep but must revalidate. True when it has the answer already. */
function isKnown(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('cache-control', 'private, no-cache').header('etag', etag);
  return hasAlready(request, etag);
}

/** Enough for what the tills of a busy shop ask of one route: about a hundred answers with a thousand products each. */
const KEPT_BYTES = 16 * 1024 * 1024;

async function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, make }: Tagged,
  bodies: KeptBodies,
): Promise<FastifyReply> {
  if (isKnown(request, reply, etag)) return reply.status(304).send();
  reply.type(JSON_TYPE).header('vary', 'accept-encoding');
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding === undefined) return reply.send(await make());
  return reply.header('content-encoding', encoding).send(await bodies.body(etag, encoding, make));
}

/** Serves a read: enforces the route's access, parses its input, and checks and sends the handler's value. */
export function serve<R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: (context: ReadContext<R>) => Promise<ReplyOf<R> | Built<R> | Tagged>,
  { etag = false }: ReadOptions = {},
): void {
  const bodies = new KeptBodies(KEPT_BYTES);
  app.route({
    ...declared(route),
    onRequest: admit(route),
    handler: async (request, reply) => {
      return reading(request, reply, async (db) => {
        const answer = await handler({ ...contextOf<R>(request, reply), db });
        reply.status(route.status);
        if (answer instanceof Tagged) return sendTagged(request, reply, answer, bodies);
        const json = written(route, answer);
        if (!etag) return reply.type(JSON_TYPE).send(json);
        // Encoded once for hashing, measuring and sending: a page of whole orders has more than 100 kB.
        const bytes = Buffer.from(json);
        if (isKnown(request, reply, etagOf(bytes))) return reply.status(304).send();
        return reply.type(JSON_TYPE).send(bytes);
      });
    },
  });
}

/**
 * Serves a read that many ask for at once. Callers for whom `among` returns the same text get the same answer: those who
 * wait for it share one reading of the database and one compression. With an ETag, like `REPEATED`.
 */
export function serveShared<R extends Route>(
  app: FastifyInstance,
  route: R,
  among: (context: Context<R>) => string,
  handler: (context: ReadContext<R>) => Promise<ReplyOf<R> | Built<R> | Encoded>,
): void {
  const bodies = new KeptBodies(KEPT_BYTES);
  const reads = new SharedReads<Tagged>();
  app.route({
    ...declared(route),
    onRequest: admit(route),
    handler: async (request, reply) => {
      const context = contextOf<R>(request, reply);
      const read = async (db: Database): Promise<Tagged> => {
        const json = written(route, await handler({ ...context, db }));
        return new Tagged(etagOf(Buffer.from(json)), () => Promise.resolve(json));
      };
      const key = JSON.stringify([among(context), context.params, context.query]);
      const answer = await reading(request, reply, read, { reads, key });
      return sendTagged(request, reply.status(route.status), answer, bodies);
    },
  });
}

interface Written {
  readonly json: string;
  readonly events: readonly LiveEvent[];
  readonly afterwards: readonly (() => void)[];
}

/**
 * Serves a write in one transaction. Its `Idempotency-Key` is claimed and its answer stored in the same transaction, so
 * that a change and its record exist together or not at all. A refusal rolls both back. Rule: wire/keys.
 */
export function serveWrite<R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: (context: WriteContext<R>) => Promise<ReplyOf<R>>,
): void {
  servePreparedWrite(app, route, () => Promise.resolve(undefined), handler);
}

/** Limits the writes other than sales, so that sales find free connections. However much one caller sends, two places are left to others. */
const writesInLine = new Gate(WRITE_CONNECTIONS, undefined, WRITE_CONNECTIONS - 2);

/**
 * `inTransaction` for the writes of any request but a sale. Callers take turns, so that nobody waits for everything that
 * another caller sends. Rule: wire/writes-take-turns.
 * @param caller left out: the one on whose behalf this code reads
 * @throws DatabaseBusy when the turn does not come in time; the signal's reason when the caller hangs up before it
 */
export async function writtenInLine<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  caller: Partial<Caller> = callerNow() ?? {},
): Promise<T> {
  const leave = await turnOf(caller, writesInLine);
  try {
    return await inTransaction(db, work);
  } finally {
    leave();
  }
}

/**
 * `serveWrite` with slow work (`prepare`) done before it takes a connection. `prepare` reads like a handler of `serve`; its writes go
 * through `writtenInLine`.
 */
export function servePreparedWrite<R extends Route, Prepared>(
  app: FastifyInstance,
  route: R,
  prepare: (context: ReadContext<R>) => Promise<Prepared>,
  handler: (context: WriteContext<R>, prepared: Prepared) => Promise<ReplyOf<R>>,
): void {
  const keys = new KeyedRequests(app, route, plainly);

  const publish = ({ events, afterwards }: Omit<Written, 'json'>): void => {
    for (const event of events) app.deps.live.publish(event);
    for (const work of afterwards) work();
  };

  const carryOut = (
    request: FastifyRequest,
    reply: FastifyReply,
    keyed: Keyed | null,
    prepared: Prepared,
    caller: Partial<Caller>,
    onEnd?: (written: Written) => void,
  ): Promise<Written> => {
    const work = async (tx: Tx): Promise<Written> => {
      const events: LiveEvent[] = [];
      const afterwards: (() => void)[] = [];
      if (keyed) await claimKey(tx, keyed.key);
      const context = {
        ...contextOf<R>(request, reply),
        tx,
        emit: (event: LiveEvent) => void events.push(event),
        afterCommit: (work: () => void) => void afterwards.push(work),
      };
      const json = encode(route, await handler(context, prepared));
      if (keyed) await keepAnswer(tx, keyed, route.status, json);
      const written = { json, events, afterwards };
      onEnd?.(written);
      return written;
    };
    return writtenInLine(app.deps.db, work, caller);
  };

  app.route({
    ...declared(route),
    ...keys.hooks(),
    handler: async (request, reply) => {
      const keyed = keys.keyed(request);
      const prepared = await reading(request, reply, (db) => prepare({ ...contextOf<R>(request, reply), db }));
      const written = await forCaller(request, reply, (caller) => {
        let ended: Written | undefined;
        return carryOut(request, reply, keyed, prepared, caller, (first) => (ended = first)).catch(
          async (error: unknown) => {
            // The same request came just before, and its answer is stored by now.
            if (keyed !== null && constraintOf(error) === KEY_CONSTRAINT) throw keyReused();
            if (keyed === null || !isOutcomeUnknown(error)) throw error;
            // The work may have been done. Claiming its key again tells.
            return carryOut(request, reply, keyed, prepared, { name: caller.name }).catch((used: unknown) => {
              // It was, and only the answer of its COMMIT was lost.
              if (ended && isKeyUsed(used)) publish(ended);
              throw used;
            });
          },
        );
      });
      publish(written);
      return reply.status(route.status).type(JSON_TYPE).send(written.json);
    },
  });
}
