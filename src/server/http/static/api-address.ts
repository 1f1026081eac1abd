import type { FastifyRequest } from 'fastify';

/** Whether a request is for the API, also when its address is spelt `/%61pi/orders` or names the host in full. */
export function isForApi(request: FastifyRequest): boolean {
  return request.url.startsWith('/api') || request.routeOptions.url?.startsWith('/api') === true;
}
