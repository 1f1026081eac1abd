import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';

const NAME = 'tillwright_session';
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

/** The token a request brings: a bearer's before a cookie's, or null. */
export function readToken(request: FastifyRequest, config: Config): { token: string; via: 'cookie' | 'bearer' } | null {
  const bearer = bearerOf(request);
  const token = bearer ?? readOwnCookie(request, config, NAME);
  if (token === undefined || !TOKEN.test(token)) return null;
  return { token, via: bearer === null ? 'cookie' : 'bearer' };
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
