import type { FastifyInstance } from 'fastify';
import { Refusal } from '#server/refusal.ts';
import { isLoopback } from './loopback.ts';

/**
 * A server that listens on this machine alone answers to its own names alone. Otherwise a page from anywhere could
 * give its own name the address 127.0.0.1 and be, to the browser, the same site as the shop (DNS rebinding).
 * A server for the network is reached by names that only its owner knows, and a proxy has checked them.
 */
export function registerOwnHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
    // Two names, or one in the address: which of them a proxy has checked nobody can tell.
    if (hosts.length > 1 || raw.url?.startsWith('/') === false) {
      throw new Refusal('invalid_request', 'The request must name its host once, and by its header alone.');
    }
  });
  const { host, publicUrl, trustProxy } = app.deps.config;
  if (trustProxy || !isLoopback(host)) return;
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  app.addHook('onRequest', async (request) => {
    const name = request.hostname.toLowerCase();
    if (isLoopback(name) || name === publicHost) return;
    throw new Refusal('wrong_host', 'This server is reached under another name; set PUBLIC_URL to use this one.');
  });
}
