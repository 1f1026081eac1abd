import type { FastifyRequest } from 'fastify';
import { tillId } from '#contract/tills.ts';

/** The till of an action, and its time according to that till. */
export interface AtTill {
  readonly tillId: string | null;
  /** In the time of this server's clock. */
  readonly doneAt: Date | null;
}

/**
 * The age of a request since it was first sent. It is not a time, because a till's clock may be wrong by years.
 * Invalid values are ignored.
 */
export function sentBeforeMs({ headers }: FastifyRequest): number | null {
  const age = headers['x-sent-before'];
  return typeof age === 'string' && /^\d+$/.test(age) ? Number(age) : null;
}

/** The till that a request names. It gives no access and is not checked, because any browser can make up an id. */
export function tillOf({ headers }: FastifyRequest): string | null {
  return tillId.safeParse(headers['x-till']).data ?? null;
}

/** Rule: register/till-and-instant. A request older than a week was refused before. */
export function atTill(request: FastifyRequest): AtTill {
  const ageMs = sentBeforeMs(request);
  return { tillId: tillOf(request), doneAt: ageMs === null ? null : new Date(Date.now() - ageMs) };
}
