import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Config } from '#server/config.ts';
import { isDatabaseAway, isDatabaseBusy } from '#server/db/errors.ts';
import { Refusal } from '#server/refusal.ts';
import { callerAddress } from '../guard/caller-address.ts';
import { isLoopback } from '../guard/loopback.ts';
import { bearerOf } from '../guard/session-cookie.ts';

/** Longer than the wait for a free connection. */
const READY_WITHIN_MS = 1800;

/** Headers that a proxy adds to a request it passes on. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** True if a program on this machine asks. False for a request that an untrusted proxy passed on. */
function comesFromHere(request: FastifyRequest, { trustProxy }: Config): boolean {
  const isPassedOn = FORWARDED.some((name) => request.headers[name] !== undefined);
  return isLoopback(callerAddress(request).replace(/^::ffff:/i, '')) && (trustProxy || !isPassedOn);
}

function bringsToken(request: FastifyRequest, { metricsToken }: Config): boolean {
  const given = bearerOf(request);
  if (metricsToken === undefined || given === null) return false;
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(metricsToken));
}

/**
 * `/healthz` checks the process. `/readyz` checks the database too: 503 while it is away or its disk is full.
 * `/metrics` has figures for Prometheus, which include how much a shop sells.
 */
export function registerHealth(app: FastifyInstance): void {
  const { config, db, pool, metrics } = app.deps;
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
      // A busy database counts as ready. Taking this server out of service would only move its load to the others.
      const asked = sql`select 1`.execute(db).catch((error: unknown) => {
        if (!isDatabaseBusy(error)) throw error;
      });
      const [hasRoom] = await Promise.race([Promise.all([app.disk.hasRoom(), asked]), rejectAfter(READY_WITHIN_MS)]);
      if (hasRoom) return await reply.send({ status: 'ok' });
      return await reply.status(503).header('retry-after', '10').send({ status: 'disk_full' });
    } catch (error) {
      if (!isDatabaseAway(error)) request.log.warn({ err: error }, 'the database is not ready');
      return reply.status(503).header('retry-after', '1').send({ status: 'database_unavailable' });
    }
  });

  app.get('/metrics', hidden, async (request, reply) => {
    if (!comesFromHere(request, config) && !bringsToken(request, config)) {
      throw new Refusal('not_allowed', 'Only this machine reads the figures, or who has the METRICS_TOKEN.');
    }
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.registry.contentType)
      .send(await metrics.registry.metrics());
  });
}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms).unref();
  });
}
