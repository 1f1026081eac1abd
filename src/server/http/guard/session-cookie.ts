import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PrincipalKind } from '#domain/permissions.ts';
import type { Config } from '#server/config.ts';

const NAME = 'tillwright_session';
/** Beside the other: somebody may sign in on a device. */
const DEVICE = 'tillwright_device';
const TOKEN = /^[\w-]{43}$/;

function servedOverTls(request: FastifyRequest, { publicUrl }: Config): boolean {
  // `protocol` follows X-Forwarded-Proto only when the proxy is trusted.
  return publicUrl?.startsWith('https:') === true || request.protocol === 'https';
}

/** The token of an `Authorization: Bearer` header; null without one. */
export function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

interface OwnCookie {
  readonly name: string;
  readonly value: string;
  readonly expires: Date;
}

/** Over TLS the name promises the browser that this host alone has set it. */
function nameOf(request: FastifyRequest, name: string, config: Config): string {
  return servedOverTls(request, config) ? `__Host-${name}` : name;
}

function attributesFor(request: FastifyRequest, config: Config) {
  return { httpOnly: true, sameSite: 'strict', path: '/', secure: servedOverTls(request, config) } as const;
}

/** The value of a cookie of ours. */
export function readOwnCookie(request: FastifyRequest, config: Config, name: string): string | undefined {
  return request.cookies[nameOf(request, name, config)];
}

/** Gives the browser a cookie out of reach of scripts and of other sites. */
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

/** The tokens of a request: a bearer's alone, else the cookies of those whom the route admits, people first. */
export function readTokens(request: FastifyRequest, config: Config, admits: readonly PrincipalKind[]): Brought[] {
  const bearer = bearerOf(request);
  const cookies = [admits.includes('staff') && NAME, admits.includes('device') && DEVICE].filter(
    (name) => name !== false,
  );
  const tokens = bearer === null ? cookies.map((name) => readOwnCookie(request, config, name)) : [bearer];
  const via = bearer === null ? 'cookie' : 'bearer';
  return tokens.flatMap((token) => (token !== undefined && TOKEN.test(token) ? [{ token, via }] : []));
}

/** Gives the browser its session. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  token: string,
  expiresAt: Date,
): void {
  setOwnCookie(request, reply, config, { name: NAME, value: token, expires: expiresAt });
}

/** Takes the browser's session away; same name and attributes, or it would stay. */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  reply.clearCookie(nameOf(request, NAME, config), attributesFor(request, config));
}
