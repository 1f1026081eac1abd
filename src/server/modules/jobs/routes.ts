import type { FastifyInstance } from 'fastify';
import { jobsRoute, retryJobsRoute, type WireJob } from '#contract/jobs.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import { serve, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { type JobRow, retryJobs, selectJobs } from './queries.ts';

function toWireJob(row: JobRow): WireJob {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    attempts: row.attempts,
    run_at: row.run_at.toISOString(),
    last_error: row.last_error,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

/** Jobs of the server, for administrators: which were given up, and why. Rule: running/jobs. */
export function registerJobs(app: FastifyInstance): void {
  serve(app, jobsRoute, async ({ db, query }) => {
    const { rows, counts } = await selectJobs(db, query.state ?? null);
    return success({ data: rows.map(toWireJob), counts });
  });

  serveWrite(app, retryJobsRoute, async ({ tx, staff, body }) => {
    const retried = await retryJobs(tx, body.job_ids ?? null);
    if (retried.length > 0) {
      await recordChange(tx, staff, {
        action: 'jobs_retried',
        entity: 'jobs',
        entityId: 'dead',
        details: { job_ids: retried },
      });
    }
    return success({ retried: retried.length });
  });
}
