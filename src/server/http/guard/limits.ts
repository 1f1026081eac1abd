import type { FastifyInstance } from 'fastify';
import { Refusal } from '#server/refusal.ts';
import { isForApi } from '../static/api-address.ts';
import { callerAddress, networkOf } from './caller-address.ts';
import { unknownPath } from '../serve/error-handler.ts';

/** An address may send as many requests as this many sessions, because the tills of a shop share an address. */
const SESSIONS_PER_ADDRESS = 20;

/** Longer than any list of the contract. Routes limit their own lists. Rule: wire/lists-are-bounded. */
const LONGEST_LIST = 10_000;

/** Refuses long lists before their entries are validated: validating 100,000 entries would delay sales. */
function refuseLongLists(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    if (!Array.isArray(value) || value.length <= LONGEST_LIST) continue;
    const sentence = `"${name.slice(0, 60)}" in the body has more than ${LONGEST_LIST.toLocaleString('en-US')} entries.`;
    throw new Refusal('invalid_request', sentence, { details: { field: name.slice(0, 60) } });
  }
}

/**
 * Limits the API requests of an address before anything is looked up for them; `admit` limits those of a session. Both
 * answer 429 with Retry-After.
 */
export function registerLimits(app: FastifyInstance): void {
  const { rates, config } = app.deps;
  app.addHook('onRequest', async (request) => {
    if (isForApi(request)) {
      rates.count(`address:${networkOf(callerAddress(request))}`, config.rateLimitPerMinute * SESSIONS_PER_ADDRESS);
    }
  });
  // Refuses unknown addresses before their body is read.
  app.addHook('onRequest', async (request) => {
    if (request.is404 && request.headers['content-type'] !== undefined) throw unknownPath();
  });
  app.addHook('preValidation', async (request) => refuseLongLists(request.body));
}
