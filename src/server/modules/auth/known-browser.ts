import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '#server/http/serve/deps.ts';
import { readOwnCookie, setOwnCookie } from '#server/http/guard/session-cookie.ts';

const NAME = 'tillwright_known';
const YEAR_MS = 365 * 24 * 3_600_000;
const COOKIE = /^(\d{1,10})\.(\d{1,15})\.([\w-]{54})$/;

/** The id of the person who signed in with this browser within the last year, or null. It gives no access. */
export function knownAs(request: FastifyRequest, { config, secrets }: AppDeps, now: number): number | null {
  const [, user = '', until = '', signature = ''] = COOKIE.exec(readOwnCookie(request, config, NAME) ?? '') ?? [];
  const given = Buffer.from(signature, 'base64url');
  const right = secrets.knownBrowsers.of(`${user}.${until}`);
  const isOurs = given.length === right.length && timingSafeEqual(given, right);
  return isOurs && Number(until) > now ? Number(user) : null;
}

/** Makes the browser known, so that strangers' guesses do not delay sign-ins with it. */
export function setKnownBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, secrets }: AppDeps,
  { userId, now }: { userId: number; now: number },
): void {
  const content = `${userId}.${now + YEAR_MS}`;
  const value = `${content}.${secrets.knownBrowsers.of(content).toString('base64url')}`;
  setOwnCookie(request, reply, config, { name: NAME, value, expires: new Date(now + YEAR_MS) });
}
