import type { FastifyInstance } from 'fastify';
import { Refusal } from '#server/refusal.ts';
import { isLoopback } from './loopback.ts';

/**
 * Makes a server that listens on this machine only answer requests to this machine's names only. Otherwise a page from
 * anywhere could give its own name the address 127.0.0.1 and would be, to the browser, the same site as the shop (DNS
 * rebinding). A server for the network is reached by names that its owner chose; a proxy has checked them, or, with a
 * certificate of the local authority, they are the names in that certificate.
 */
export function registerOwnHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
    // With two host names, or one in the address as well, it is unclear which one a proxy has checked.
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
