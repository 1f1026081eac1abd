import type { FastifyRequest } from 'fastify';
import type { Access, Route } from '#contract/route.ts';
import { can } from '#domain/permissions.ts';
import { Refusal } from '#server/refusal.ts';
import { requireOwnSite } from './same-site.ts';
import { findSession, type Session } from './session.ts';
import { readToken } from './session-cookie.ts';

/** The session of a request, looked up once. */
async function sessionOf(request: FastifyRequest): Promise<Session | null> {
  const { config, db } = request.server.deps;
  const brought = readToken(request, config);
  return brought === null ? null : findSession(db, brought.token, brought.via);
}

/** @throws Refusal `login_required` or `not_allowed`. */
function requireAccess(session: Session | null, access: Access): void {
  if (access === 'public') return;
  if (session === null) throw new Refusal('login_required', 'Please sign in.');
  if (access !== 'signed-in' && !can(session.staff.role, access)) {
    throw new Refusal('not_allowed', 'Your role does not allow this.');
  }
}

/**
 * Lets a request in or turns it away before its body is read, in this order: own site (writes), session, rate of the
 * session, permission. The rate of its address was counted before (`limits.ts`).
 */
export function admit(route: Pick<Route, 'method' | 'access'>): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const { config, rates } = request.server.deps;
    if (route.method !== 'GET') requireOwnSite(request, config);
    request.session = await sessionOf(request);
    if (request.session !== null)
      rates.count(`session:${request.session.tokenHash.toString('base64url')}`, config.rateLimitPerMinute);
    requireAccess(request.session, route.access);
  };
}
