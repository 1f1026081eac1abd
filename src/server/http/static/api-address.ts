import type { FastifyRequest } from 'fastify';

const PREFIXES = ['/api', '/wp-json'];

/** @param path as it was sent */
export function isApiPath(path: string): boolean {
  return PREFIXES.some((prefix) => path.startsWith(prefix));
}

/** True for a request to the API, even if its address is spelt `/%61pi/orders` or names the host in full. */
export function isForApi(request: FastifyRequest): boolean {
  return isApiPath(request.url) || isApiPath(request.routeOptions.url ?? '');
}
