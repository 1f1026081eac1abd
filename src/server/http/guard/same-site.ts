import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { Refusal } from '#server/refusal.ts';
import { bearerOf } from './session-cookie.ts';

const OWN_SITES = new Set(['same-origin', 'none']);

function isOwnOrigin(origin: string, request: FastifyRequest, { publicUrl }: Config): boolean {
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === request.host || (publicUrl !== undefined && host === new URL(publicUrl).host);
}

/**
 * Refuses a write that a browser sends on behalf of another site. Browsers always send `Sec-Fetch-Site` (TLS and
 * loopback) or at least `Origin` with a write; a program that sends neither carries no cookies but its own.
 * A bearer token is not sent by itself, so those requests are exempt. Rule: sign-in/own-site.
 */
export function requireOwnSite(request: FastifyRequest, config: Config): void {
  if (bearerOf(request) !== null) return;
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const allowed =
    typeof site === 'string' ? OWN_SITES.has(site) : origin === undefined || isOwnOrigin(origin, request, config);
  if (!allowed) throw new Refusal('cross_site', 'This request came from another site and was not carried out.');
}
