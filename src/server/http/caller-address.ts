import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** The address a request comes from, for counting what it does. What a proxy passes on may be anything but one. */
export function callerAddress({ ip, socket }: FastifyRequest): string {
  return isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip;
}
