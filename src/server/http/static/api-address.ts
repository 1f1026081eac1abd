import type { FastifyRequest } from 'fastify';

/** True for a request to the API, even if its address is spelt `/%61pi/orders` or names the host in full. */
export function isForApi(request: FastifyRequest): boolean {
  return request.url.startsWith('/api') || request.routeOptions.url?.startsWith('/api') === true;
}
