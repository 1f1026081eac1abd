import type { FastifyInstance } from 'fastify';
import { isForApi } from '../static/api-address.ts';

/** The label of requests to unknown routes: made-up paths must not become labels. */
const UNKNOWN_ROUTE = 'unknown';

/**
 * Gives each request an id and, once it is answered, a log line and a place in the histogram. The line has the route's
 * template rather than the address, so that searches and customer ids stay out of the log.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // Answers of the API are not cached, unless the route says otherwise.
    if (isForApi(request)) reply.header('cache-control', 'no-store');
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? UNKNOWN_ROUTE : (request.routeOptions.url ?? UNKNOWN_ROUTE);
    const seconds = reply.elapsedTime / 1000;
    app.deps.metrics.requests.observe({ method: request.method, route, status: String(reply.statusCode) }, seconds);
    const principal = request.session?.principal;
    const line = {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(principal && { [principal.kind]: principal.id, location: principal.locationId ?? undefined }),
    };
    if (isForApi(request) && !request.is404) request.log.info(line, 'answered');
    else request.log.debug(line, 'answered');
  });
}
