import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PrincipalKind } from '#domain/permissions.ts';
import type { Config } from '#server/config.ts';

const NAME = 'tillwright_session';
/** Separate from the session's cookie, because somebody may sign in on a device. */
const DEVICE = 'tillwright_device';
/** Browsers keep no cookie for longer than 400 days. Rule: menus/devices. */
const DEVICE_COOKIE_DAYS = 400;
const TOKEN = /^[\w-]{43}$/;

function servedOverTls(request: FastifyRequest, { publicUrl }: Config): boolean {
  // Fastify takes `protocol` from X-Forwarded-Proto only when the proxy is trusted.
  return publicUrl?.startsWith('https:') === true || request.protocol === 'https';
}

/** The token of an `Authorization: Bearer` header, or null. */
export function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

interface OwnCookie {
  readonly name: string;
  readonly value: string;
  readonly expires: Date;
}

/** The name over TLS. The prefix `__Host-` guarantees that this host alone has set the cookie. */
function nameOf(request: FastifyRequest, name: string, config: Config): string {
  return servedOverTls(request, config) ? `__Host-${name}` : name;
}

function attributesFor(request: FastifyRequest, config: Config) {
  return { httpOnly: true, sameSite: 'strict', path: '/', secure: servedOverTls(request, config) } as const;
}

/** The value of one of our cookies. */
export function readOwnCookie(request: FastifyRequest, config: Config, name: string): string | undefined {
  return request.cookies[nameOf(request, name, config)];
}

/** Sets a cookie that scripts and other sites cannot read. Rule: sign-in/cookie. */
export function setOwnCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  { name, value, expires }: OwnCookie,
): void {
  reply.setCookie(nameOf(request, name, config), value, { ...attributesFor(request, config), expires });
}

interface Brought {
  readonly token: string;
  readonly via: 'cookie' | 'bearer';
}

/** A paired screen says that it is one, because somebody may be signed in in its browser. Rule: menus/devices. */
function saysPaired({ query }: FastifyRequest): boolean {
  return typeof query === 'object' && query !== null && Reflect.get(query, 'paired') === 'true';
}

/**
 * The tokens of a request: the bearer token if there is one, else the cookies of the kinds that the route admits, a
 * person's first. A call with `paired=true` is made by the screen, so a person's cookie is not read.
 */
export function readTokens(request: FastifyRequest, config: Config, admits: readonly PrincipalKind[]): Brought[] {
  const bearer = bearerOf(request);
  const admitsDevice = admits.includes('device');
  const isScreen = admitsDevice && saysPaired(request);
  const cookies = [admits.includes('staff') && !isScreen && NAME, admitsDevice && DEVICE].filter(
    (name) => name !== false,
  );
  const tokens = bearer === null ? cookies.map((name) => readOwnCookie(request, config, name)) : [bearer];
  const via = bearer === null ? 'cookie' : 'bearer';
  return tokens.flatMap((token) => (token !== undefined && TOKEN.test(token) ? [{ token, via }] : []));
}

/** Sets the session cookie. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  token: string,
  expiresAt: Date,
): void {
  setOwnCookie(request, reply, config, { name: NAME, value: token, expires: expiresAt });
}

/** Sets the cookie of a paired device. It lasts as long as browsers keep one; `renewDeviceCookie` makes it last longer. */
export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, config: Config, token: string): void {
  const expires = new Date(Date.now() + DEVICE_COOKIE_DAYS * 24 * 60 * 60 * 1000);
  setOwnCookie(request, reply, config, { name: DEVICE, value: token, expires });
}

/** Sets the cookie that a paired device brought again, so that one in use never ends. */
export function renewDeviceCookie(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  const token = readOwnCookie(request, config, DEVICE);
  if (token !== undefined && TOKEN.test(token)) setDeviceCookie(request, reply, config, token);
}

/** Deletes the session cookie. Name and attributes must be the same, or the browser would keep it. */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  reply.clearCookie(nameOf(request, NAME, config), attributesFor(request, config));
}
