import type { FastifyInstance } from 'fastify';
import { isForApi } from './api-address.ts';
import { callerAddress } from './caller-address.ts';

/** A shop's tills share an address; one caller behind it is bounded by its session. */
const SESSIONS_PER_ADDRESS = 20;

/**
 * Bounds the API requests of an address before anything is looked up for them; `admit` bounds those of a session.
 * Both answer 429 with Retry-After.
 */
export function registerLimits(app: FastifyInstance): void {
  const { rates, config } = app.deps;
  app.addHook('onRequest', async (request) => {
    if (isForApi(request)) {
      rates.count(`address:${callerAddress(request)}`, config.rateLimitPerMinute * SESSIONS_PER_ADDRESS);
    }
  });
}
