import type { FastifyInstance } from 'fastify';
import { Refusal } from '#server/refusal.ts';
import { isForApi } from '../static/api-address.ts';
import { callerAddress } from './caller-address.ts';
import { unknownPath } from '../serve/error-handler.ts';

/** A shop's tills share an address; one caller behind it is bounded by its session. */
const SESSIONS_PER_ADDRESS = 20;

/** Longer than any list of the contract; those that are shorter are measured by their routes. */
const LONGEST_LIST = 10_000;

/** Before every entry of it is looked at: 100,000 of them would hold up whoever sells meanwhile. */
function refuseLongLists(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    if (!Array.isArray(value) || value.length <= LONGEST_LIST) continue;
    const sentence = `"${name.slice(0, 60)}" in the body has more than ${LONGEST_LIST.toLocaleString('en-US')} entries.`;
    throw new Refusal('invalid_request', sentence, { details: { field: name.slice(0, 60) } });
  }
}

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
  // Before a body is read that nothing will look at.
  app.addHook('onRequest', async (request) => {
    if (request.is404 && request.headers['content-type'] !== undefined) throw unknownPath();
  });
  app.addHook('preValidation', async (request) => refuseLongLists(request.body));
}
