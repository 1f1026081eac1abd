import type { FastifyInstance } from 'fastify';
import { isForApi } from '../static/api-address.ts';

/** The label of requests to unknown routes: paths made up by strangers must not become labels. */
const UNKNOWN_ROUTE = 'unknown';

/**
 * Gives each request its id and, once it is answered, a line in the log and its time in the histogram. The line has the
 * route's template and not the address: searches and ids of customers stay out of the log.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // Answers of the API are true now; a read that may be kept says so itself.
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
    if (route.startsWith('/api')) request.log.info(line, 'answered');
    else request.log.debug(line, 'answered');
  });
}
