import type { FastifyInstance } from 'fastify';
import { Refusal } from '#server/refusal.ts';
import { isLoopback } from './loopback.ts';

/**
 * A server that listens on this machine alone answers to its own names alone. Otherwise a page from anywhere could
 * give its own name the address 127.0.0.1 and be, to the browser, the same site as the shop (DNS rebinding).
 * A server for the network is reached by names that only its owner knows, and a proxy has checked them; where a local
 * authority vouches for it, they are the names of its certificate.
 */
export function registerOwnHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
    // Two names, or one in the address: which of them a proxy has checked nobody can tell.
    if (hosts.length > 1 || raw.url?.startsWith('/') === false) {
      throw new Refusal('invalid_request', 'The request must name its host once, and by its header alone.');
    }
  });
  const { certificates, config } = app.deps;
  const { host, publicUrl, trustProxy, tls } = config;
  if (trustProxy || (!isLoopback(host) && tls !== 'auto')) return;
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  app.addHook('onRequest', async (request) => {
    const name = request.hostname.toLowerCase();
    if (isLoopback(name) || name === publicHost || (tls === 'auto' && certificates?.answersTo(name))) return;
    throw new Refusal('wrong_host', 'This server is reached under another name; set PUBLIC_URL to use this one.');
  });
}
