import type { FastifyRequest } from 'fastify';
import { EVENTS_PATH } from '#contract/live.ts';
import type { Route } from '#contract/route.ts';
import { isApprovable } from '#domain/permissions.ts';
import { Refusal } from '#server/refusal.ts';
import { keyOf } from '../serve/keyed/idempotency.ts';
import { apiKeyToken } from './api-key/api-key-check.ts';
import { requireOwnSite } from './same-site.ts';
import { approvalNeeded } from './approvals.ts';
import { findSession, may, recallSession, type Session } from './session.ts';
import { readTokens } from './session-cookie.ts';

type Door = Pick<Route, 'access' | 'admits' | 'method' | 'idempotency' | 'loginSentence'>;

/** A stream is looked at again and again, and a signature is accepted once only. */
const provenTokens = new WeakMap<FastifyRequest, string | null>();

async function keyTokenOf(request: FastifyRequest): Promise<string | null> {
  const proven = provenTokens.get(request);
  if (proven !== undefined) return proven;
  const token = await apiKeyToken(request, request.server.deps);
  provenTokens.set(request, token);
  return token;
}

/** Nobody is at the page that asks. It says so in the address of a stream, because a browser sends no headers of the page's own with it. */
function isUnattended({ headers, query, url }: FastifyRequest): boolean {
  if (headers['x-unattended'] !== undefined) return true;
  return url.startsWith(`${EVENTS_PATH}?`) && (query as { unattended?: unknown }).unattended === 'true';
}

/** The session of a request. For `asSeen` see `findSession`. */
export async function sessionOf(
  request: FastifyRequest,
  { admits }: Pick<Door, 'admits'>,
  options?: { asSeen: boolean },
): Promise<Session | null> {
  const { config, db } = request.server.deps;
  const keyToken = admits.includes('key') ? await keyTokenOf(request) : null;
  if (keyToken !== null) return findSession(db, keyToken, 'bearer', options);
  // A caller that makes this up ends only its own session sooner.
  const unattended = isUnattended(request);
  for (const { token, via } of readTokens(request, config, admits)) {
    const session = await findSession(db, token, via, { ...options, unattended });
    if (session) return session;
  }
  return null;
}

function isAdmitted({ principal }: Session, { admits }: Door): boolean {
  return admits.includes(principal.kind);
}

/** @throws Refusal `login_required`, `not_allowed`, or `approval_needed` for what somebody else can approve at the till */
function requireAccess(session: Session | null, door: Door, request: FastifyRequest): void {
  const { access } = door;
  if (access === 'public') return;
  if (session === null) throw new Refusal('login_required', door.loginSentence ?? 'Please sign in.');
  if (!isAdmitted(session, door)) throw new Refusal('not_allowed', 'Only people who are signed in may do this.');
  if (access !== 'signed-in' && !may(session.principal, access)) {
    const isPerson = session.principal.kind === 'staff';
    // The body is read first: an approval holds for this request alone.
    if (isPerson && isApprovable(access) && keyOf(request, door) !== null)
      throw approvalNeeded([{ permission: access }]);
    const whose = isPerson ? 'Your role' : 'This API key';
    throw new Refusal('not_allowed', `${whose} does not allow this.`);
  }
}

/** The session that the request's only token had a moment ago, if that may do this. Signatures of keys are looked at each time. */
function recalled(request: FastifyRequest, door: Door): Session | null {
  const { config, db } = request.server.deps;
  const [brought, another] = door.admits.includes('key') ? [] : readTokens(request, config, door.admits);
  const session = brought && !another ? recallSession(db, brought.token, brought.via) : null;
  const { access } = door;
  if (!session || !isAdmitted(session, door)) return null;
  return access === 'public' || access === 'signed-in' || may(session.principal, access) ? session : null;
}

/**
 * Looks up a session that was only remembered. False when that was done before.
 * @throws Refusal as `admit`
 */
export async function prove(request: FastifyRequest, door: Door): Promise<boolean> {
  if (request.session?.remembered === undefined) return false;
  const session = await sessionOf(request, door);
  request.session = session !== null && isAdmitted(session, door) ? session : null;
  requireAccess(session, door, request);
  return true;
}

interface AdmitOptions {
  /** The request may be admitted by a session that was looked up a moment ago: the route proves it. */
  readonly remembers?: boolean | undefined;
}

/**
 * Refuses a request before its body is read, for the first of these reasons: a write sent by a page of another site;
 * too many requests of one session; no session; a kind of caller that the route does not admit; a missing permission.
 * `limits.ts` has counted the requests of the address before. Rule: sign-in/principals.
 */
export function admit(
  route: Door,
  { remembers = false }: AdmitOptions = {},
): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const { config, rates } = request.server.deps;
    if (route.method !== 'GET') requireOwnSite(request, config);
    const session = (remembers ? recalled(request, route) : null) ?? (await sessionOf(request, route));
    if (session !== null) rates.count(`session:${session.tokenHash.toString('base64url')}`, config.rateLimitPerMinute);
    request.session = session !== null && isAdmitted(session, route) ? session : null;
    requireAccess(session, route, request);
  };
}
