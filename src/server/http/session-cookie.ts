import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';

const NAME = 'tillwright_session';
const SECURE_NAME = `__Host-${NAME}`;
const TOKEN = /^[\w-]{43}$/;

function servedOverTls(request: FastifyRequest, { publicUrl }: Config): boolean {
  // `protocol` follows X-Forwarded-Proto only when the proxy is trusted.
  return publicUrl?.startsWith('https:') === true || request.protocol === 'https';
}

/** What an `Authorization: Bearer` header says; null without one. */
export function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** The token a request brings: a bearer's before a cookie's, or null. */
export function readToken(request: FastifyRequest, config: Config): { token: string; via: 'cookie' | 'bearer' } | null {
  const bearer = bearerOf(request);
  const cookie = request.cookies[servedOverTls(request, config) ? SECURE_NAME : NAME];
  const token = bearer ?? cookie;
  if (token === undefined || !TOKEN.test(token)) return null;
  return { token, via: bearer === null ? 'cookie' : 'bearer' };
}

/** Gives the browser its session: out of reach of scripts and of other sites. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  token: string,
  expiresAt: Date,
): void {
  const secure = servedOverTls(request, config);
  reply.setCookie(secure ? SECURE_NAME : NAME, token, {
    httpOnly: true,
    sameSite: 'strict',
    path: '/',
    secure,
    expires: expiresAt,
  });
}

/** Takes the browser's session away; same name and attributes, or it would stay. */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  const secure = servedOverTls(request, config);
  reply.clearCookie(secure ? SECURE_NAME : NAME, { httpOnly: true, sameSite: 'strict', path: '/', secure });
}
