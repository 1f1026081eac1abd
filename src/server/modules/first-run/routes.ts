import type { FastifyInstance } from 'fastify';
import { firstRunRoute } from '#contract/first-run.ts';
import { serve } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { selectFirstRun } from './queries.ts';

/** The first steps of a new shop, done and open, for administrators. Rule: workspace/first-run. */
export function registerFirstRun(app: FastifyInstance): void {
  serve(app, firstRunRoute, async ({ db, staff }) => success(await selectFirstRun(db, staff)));
}
