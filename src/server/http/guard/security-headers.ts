import type { IncomingMessage } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { frameSource } from './frame-source.ts';

/**
 * Nothing is loaded from other sites, no script is inline, and no page may frame ours.
 * Rule: wire/nothing-from-elsewhere.
 */
const DIRECTIVES = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  // React sets single style properties by script, which browsers do not count as inline style.
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  workerSrc: ["'self'", 'blob:'],
  manifestSrc: ["'self'"],
  // A frame in a sandbox may still navigate itself, and the address would carry out what it was handed.
  frameSrc: [({ headers }: IncomingMessage) => frameSource(headers.host)],
  objectSrc: ["'none'"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

/** Headers for answers to broken requests, for which no hook runs. These answers are JSON and load nothing. */
export const BARE_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
} as const;

/** Security headers on every answer; HSTS and upgraded requests only where PUBLIC_URL is https. */
export async function registerSecurityHeaders(app: FastifyInstance): Promise<void> {
  const overTls = app.deps.config.publicUrl?.startsWith('https:') === true;
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...DIRECTIVES, ...(overTls && { upgradeInsecureRequests: [] }) },
    },
    strictTransportSecurity: overTls,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header(
      'permissions-policy',
      'camera=(self), microphone=(), geolocation=(), payment=(), usb=(self), serial=(self)',
    );
  });
}
