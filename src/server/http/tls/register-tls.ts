import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import type { FastifyInstance } from 'fastify';
import { acceptPlain } from './one-port.ts';
import { type Answer, plainAnswer, TRUST_PATH, trustAnswer } from './trust-page.ts';

/** Network addresses and certificates change while the server runs. */
const LOOK_EVERY_MS = 10 * 60_000;

function send(response: ServerResponse, method: string | undefined, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) });
  response.end(method === 'HEAD' ? undefined : body);
}

/**
 * Lets an app with certificates serve https. New certificates are taken into use without a restart, plain http on the
 * same port redirects to https, and the page about the local authority is served over both. Rule: running/https.
 */
export function registerTls(app: FastifyInstance): void {
  const { certificates, log } = app.deps;
  if (!certificates) return;
  // `buildApp` has made an https server because there are certificates.
  const server = app.server as unknown as Server;

  acceptPlain(app.server, (request: IncomingMessage, response: ServerResponse) => {
    // An unread body would end the connection before the answer is sent.
    request.resume();
    const { method = '', url = '/', headers } = request;
    send(response, method, plainAnswer({ method, url, host: headers.host }, certificates.authority()));
  });

  certificates.onRenewed = () => server.setSecureContext(certificates.current());
  const timer = setInterval(() => {
    certificates.renew(new Date()).catch((err: unknown) => log.error({ err }, 'the certificate could not be renewed'));
  }, LOOK_EVERY_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));

  const hidden = { schema: { hide: true } };
  for (const path of [TRUST_PATH, `${TRUST_PATH}/*`]) {
    app.get(path, hidden, async (request, reply) => {
      const authority = certificates.authority();
      const answer = authority && trustAnswer(request.url.split('?')[0] ?? '', request.headers.host, authority);
      if (!answer) return reply.callNotFound();
      return reply.status(answer.status).headers(answer.headers).send(answer.body);
    });
  }
}
