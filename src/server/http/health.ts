import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { isDatabaseAway, isDatabaseBusy } from '#server/db/errors.ts';

/** Longer than the wait for a free connection. */
const READY_WITHIN_MS = 1800;

/** `/healthz`: the process. `/readyz`: the database too; 503 while it is away. `/metrics`: figures for Prometheus. */
export function registerHealth(app: FastifyInstance): void {
  const { db, pool, metrics } = app.deps;
  metrics.gauge('tillwright_pool_connections', 'Database connections open', () => pool.totalCount);
  metrics.gauge('tillwright_pool_idle', 'Database connections nobody uses', () => pool.idleCount);
  metrics.gauge('tillwright_pool_waiting', 'Requests that wait for a database connection', () => pool.waitingCount);

  const hidden = { schema: { hide: true } };
  app.get('/healthz', hidden, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );

  app.get('/readyz', hidden, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (app.leaving.now) return reply.status(503).send({ status: 'stopping' });
    try {
      // One that is busy answers, and taking it out of service would only burden the others.
      const asked = sql`select 1`.execute(db).catch((error: unknown) => {
        if (!isDatabaseBusy(error)) throw error;
      });
      await Promise.race([asked, rejectAfter(READY_WITHIN_MS)]);
      return await reply.send({ status: 'ok' });
    } catch (error) {
      if (!isDatabaseAway(error)) request.log.warn({ err: error }, 'the database is not ready');
      return reply.status(503).header('retry-after', '1').send({ status: 'database_unavailable' });
    }
  });

  app.get('/metrics', hidden, async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(metrics.registry.contentType)
      .send(await metrics.registry.metrics()),
  );
}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms).unref();
  });
}
