import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '#contract/route.ts';
import { isApprovable } from '#domain/permissions.ts';
import { Refusal } from '#server/refusal.ts';
import { admit, prove } from '../../guard/admit.ts';
import { endApprovals, keepNeeds, requireApproved } from '../../guard/approvals.ts';
import { sentBeforeMs } from '../at-till.ts';
import { approvedFacts, orderOf, type Sent } from './asked.ts';
import { canonicalJson } from './canonical-json.ts';
import { refusalFor } from '../error-handler.ts';
import {
  findAnswer,
  isSameRequest,
  isWithdrawn,
  type KeptAnswer,
  type Keyed,
  keyOwner,
  keyOf,
  requireKey,
} from './idempotency.ts';
import { type Approver, may, type Principal } from '../../guard/session.ts';
import { JSON_TYPE } from '../success.ts';

/** An earlier answer that is given again. */
export interface Recalled {
  /** The answer in wire form. */
  readonly reply: unknown;
  /** The location at which it was carried out. */
  readonly locationId: number | null;
}

/** Makes the answer again from what a route has stored with a key. */
export type Recall = (kept: KeptAnswer) => Recalled;

/** A route that only tries the requests of another one. */
interface Trial {
  /** The route that it tries, whose keys are used and recalled. */
  readonly of: Route;
  /** The answer for a request that nothing refuses, or that was carried out. */
  readonly possible: unknown;
}

interface Asked {
  readonly key: string;
  /** Parameters, query and body as they were sent; undefined until the body has been read. */
  sent?: Sent;
  /** True once it is known what its approvals have to be of. */
  isBound?: boolean;
  /** Why the caller may not do it now. Only sent once it is clear that it was not done before. */
  refused?: Refusal;
}

/** These refusals say nothing about the request, or ask the caller to send it again. */
const TEMPORARY = new Set([401, 408, 429]);

/** True for a refusal of a request that may have been carried out anyway, earlier or at this moment. */
export function mayHideAnAnswer(error: unknown): boolean {
  const { status, code } = refusalFor(error).refusal;
  return status >= 400 && status < 500 && !TEMPORARY.has(status) && code !== 'request_in_progress';
}

/** The id of what was recorded, if the answer has one. */
function recordedId(reply: unknown): number | undefined {
  const of = (value: unknown): number | undefined =>
    typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number' ? value.id : undefined;
  return of(reply) ?? (typeof reply === 'object' && reply !== null && 'data' in reply ? of(reply.data) : undefined);
}

function isOwner(principal: Principal, kept: KeptAnswer): boolean {
  const { userId, machineId } = keyOwner(principal);
  return kept.user_id === userId && kept.machine_id === machineId;
}

/** Says that the key's request was carried out with other details than it has now. */
function happenedOtherwise(kept: KeptAnswer, recalled: Recalled, principal: Principal, route: string): Refusal {
  const { timeZone } = principal;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const when = format.format(kept.created_at);
  const sentence =
    kept.route === route
      ? `This was carried out already, on ${when}, with other details; it was not carried out again. Look at what was recorded before you repeat it.`
      : `The Idempotency-Key of this request was used on ${when} for another one (${kept.route}); this one was not carried out.`;
  const recorded = isOwner(principal, kept) ? recordedId(recalled.reply) : undefined;
  return new Refusal('idempotency_key_reused', sentence, {
    details: {
      command: kept.route,
      happened_at: kept.created_at.toISOString(),
      ...(recorded !== undefined && { recorded_id: recorded }),
    },
  });
}

/** Sent to anybody who has the key: a till whose request arrives late must not believe that it was carried out. */
function withdrawn({ created_at: at }: KeptAnswer, { timeZone }: Principal): Refusal {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  return new Refusal('command_withdrawn', `This was withdrawn on ${format.format(at)} and was not carried out.`);
}

/**
 * The refusal of a request that was begun by another person or at another location. When a browser repeats a request it
 * may have another session by then, in which the request would mean something else. `x-sent-by` names the person and
 * location.
 */
function sentByAnother({ headers, session }: FastifyRequest): Refusal | undefined {
  const sentBy = headers['x-sent-by'];
  if (sentBy === undefined || session === null) return undefined;
  const { id, locationId } = session.principal;
  if (sentBy === `${id}@${locationId ?? 'none'}`) return undefined;
  return new Refusal(
    'sent_by_another',
    'This was begun by somebody else, or at another location, and was not carried out. It waits for them there.',
  );
}

/** Keys are kept longer than this, so that the clocks of a till, a server and the database may differ by hours. Rule: wire/keys. */
const SENDABLE_MS = 7 * 24 * 60 * 60 * 1000;

/** A request repeated after its key was deleted would be carried out again. */
function sentTooLongAgo(request: FastifyRequest): Refusal | undefined {
  if ((sentBeforeMs(request) ?? 0) <= SENDABLE_MS) return undefined;
  return new Refusal(
    'sent_too_long_ago',
    'This was begun more than a week ago. It may have been carried out then: look before you do it again.',
  );
}

/** Refusals that a request may get that was carried out before. */
const CLOSED: ReadonlySet<string> = new Set(['not_allowed', 'approval_needed']);

/**
 * The keys of one route's requests. A request that was carried out is answered before any refusal: permission,
 * location, prices and stock may have changed since, but the work is done. Only its owner is answered, and a manager
 * who works at its location. Rule: wire/known-key-first.
 *
 * The key is looked up when it is claimed, as part of the work, and again before a refusal is sent. So a request that
 * is carried out pays nothing for it.
 */
export class KeyedRequests {
  private readonly asked = new WeakMap<FastifyRequest, Asked>();
  private readonly app: FastifyInstance;
  private readonly route: Route;
  private readonly name: string;
  private readonly recall: Recall;
  private readonly trial: Trial | undefined;

  constructor(app: FastifyInstance, route: Route, recall: Recall, trial?: Trial) {
    const { method, path } = trial?.of ?? route;
    this.app = app;
    this.route = route;
    this.name = `${method} ${path}`;
    this.recall = recall;
    this.trial = trial;
  }

  /**
   * The hooks of a Fastify route that handle its keys; they call `admit`, too.
   * @param remembers the handler proves sessions that are only remembered (`prove`)
   */
  hooks({ remembers = false } = {}) {
    const enter = admit(this.route, { remembers });
    return {
      onRequest: async (request: FastifyRequest): Promise<void> => {
        await enter(request).catch(async (error: unknown) => {
          const { session } = request;
          if (session === null || !(error instanceof Refusal) || !CLOSED.has(error.code)) throw error;
          const key = keyOf(request, this.route);
          if (key === null) throw error;
          // A missing permission may have been approved for this request, which is known once its body is.
          const isOpen = error.code === 'approval_needed' || (await this.find(key, session.principal)) !== null;
          if (!isOpen) throw error;
          this.asked.set(request, { key, refused: error });
        });
        const key = requireKey(request, this.route);
        if (key !== null && !this.asked.has(request)) this.asked.set(request, { key });
      },
      preValidation: async (request: FastifyRequest): Promise<void> => {
        const asked = this.asked.get(request);
        // Validation replaces these values, so they are kept before it.
        if (asked) asked.sent = { params: request.params, query: request.query, body: request.body };
      },
      preHandler: async (request: FastifyRequest): Promise<void> => {
        const asked = this.asked.get(request);
        if (asked) this.bind(request, asked);
        const by = request.session?.principal;
        const isAsked = asked?.refused?.code === 'approval_needed';
        if (sentByAnother(request)) await this.prove(request);
        const refused = (isAsked ? undefined : asked?.refused) ?? sentByAnother(request) ?? sentTooLongAgo(request);
        if (refused) throw refused;
        if (isAsked && by?.kind === 'staff' && isApprovable(this.route.access)) {
          await requireApproved(this.app.deps.db, by, [{ permission: this.route.access }]);
        }
      },
      errorHandler: async (thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
        const asked = this.asked.get(request);
        // An overloaded server answers without another database call; its answer reveals nothing.
        if (refusalFor(thrown).refusal.status !== 503) await this.prove(request);
        const principal = request.session?.principal;
        // A caller who may not send the request is told that, and not that its body cannot be read.
        const error: unknown = (asked?.isBound !== true && asked?.refused) || thrown;
        if (!asked || !principal || !mayHideAnAnswer(error)) throw error;
        const found = await this.find(asked.key, principal);
        if (found === null) {
          const { db } = this.app.deps;
          const { refusal } = refusalFor(error);
          const asking = principal.kind === 'staff' ? principal.asking : null;
          if (refusal.code !== 'approval_needed') await endApprovals(db, principal, asked.key);
          else if (asking) await keepNeeds(db, principal.id, asking, refusal);
          throw error;
        }
        const { kept, recalled } = found;
        if (!this.isSame(asked, kept)) throw happenedOtherwise(kept, recalled, principal, this.name);
        return reply
          .status(this.trial ? this.route.status : kept.status_code)
          .header('idempotent-replay', 'true')
          .type(JSON_TYPE)
          .send(JSON.stringify(this.trial ? this.trial.possible : recalled.reply));
      },
    };
  }

  /**
   * Looks up the session of a request that was only remembered: nothing is refused because of it. False when that was done
   * before; after true the request is begun again.
   * @throws Refusal as `admit`, and `sent_by_another`
   */
  async prove(request: FastifyRequest): Promise<boolean> {
    if (!(await prove(request, this.route))) return false;
    const asked = this.asked.get(request);
    if (asked?.isBound === true) this.bind(request, asked);
    const refused = sentByAnother(request);
    if (refused) throw refused;
    return true;
  }

  /** The key of a request whose body is valid, or null. */
  keyed(request: FastifyRequest): Keyed | null {
    const asked = this.asked.get(request);
    if (!asked) return null;
    return { ...keyOwner(request.session?.principal), key: asked.key, route: this.name, hash: this.hashOf(asked) };
  }

  private hashOf({ key, sent }: Asked): Buffer {
    return this.app.deps.secrets.requests.of(`${key}\n${canonicalJson(sent)}`);
  }

  /** Tells the work which request approvals have to be of. */
  private bind(request: FastifyRequest, asked: Asked): void {
    const { session } = request;
    asked.isBound = true;
    if (session?.principal.kind !== 'staff') return;
    const asking = {
      key: asked.key,
      route: this.name,
      hash: () =>
        this.app.deps.secrets.requests.of(`approval ${asked.key}\n${canonicalJson(approvedFacts(asked.sent))}`),
      orderId: orderOf(this.name, asked.sent),
      approvers: new Map<number, Approver>(),
    };
    request.session = { ...session, principal: { ...session.principal, asking } };
  }

  private isSame(asked: Asked, kept: KeptAnswer): boolean {
    return asked.sent !== undefined && isSameRequest({ route: this.name, hash: this.hashOf(asked) }, kept);
  }

  /** The request carried out under the key, if the caller may know of it. */
  private async find(key: string, principal: Principal): Promise<{ kept: KeptAnswer; recalled: Recalled } | null> {
    const kept = await findAnswer(this.app.deps.db, key);
    if (kept === null) return null;
    if (isWithdrawn(kept)) throw withdrawn(kept, principal);
    const recalled = kept.route === this.name ? this.recall(kept) : plainly(kept);
    const isThere = principal.locationId !== null && principal.locationId === recalled.locationId;
    return isOwner(principal, kept) || (isThere && may(principal, 'settle-commands')) ? { kept, recalled } : null;
  }
}

/** The answer of a route that stores its reply in wire form. */
export function plainly({ response, location_id }: KeptAnswer): Recalled {
  return { reply: response, locationId: location_id };
}
