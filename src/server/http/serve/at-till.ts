import type { FastifyRequest } from 'fastify';
import { tillId } from '#contract/tills.ts';

/** Where and when something was done, as the till says. */
export interface AtTill {
  readonly tillId: string | null;
  /** By this server's clock. */
  readonly doneAt: Date | null;
}

/** How long ago a request was first sent: an age, because clocks of tills may be wrong by years. Other values are ignored. */
export function sentBeforeMs({ headers }: FastifyRequest): number | null {
  const age = headers['x-sent-before'];
  return typeof age === 'string' && /^\d+$/.test(age) ? Number(age) : null;
}

/** The till that a request names. It admits nobody and is not checked: any browser can make up an id. */
export function tillOf({ headers }: FastifyRequest): string | null {
  return tillId.safeParse(headers['x-till']).data ?? null;
}

/** Rule: register/till-and-instant. A request older than a week was refused before. */
export function atTill(request: FastifyRequest): AtTill {
  const ageMs = sentBeforeMs(request);
  return { tillId: tillOf(request), doneAt: ageMs === null ? null : new Date(Date.now() - ageMs) };
}
