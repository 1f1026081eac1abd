import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/pool.ts';
import type { LiveBus } from '#server/live/bus.ts';
import type { Log } from '#server/log.ts';
import type { Secrets } from '#server/secrets/secrets.ts';
import type { DiskWatch } from '../ops/disk-watch.ts';
import type { Metrics } from '../ops/metrics.ts';
import type { Certificates } from '../tls/certificates.ts';
import type { RateCounter } from '../guard/rate-counter.ts';
import type { Session } from '../guard/session.ts';

/** The means of an app instance; made by `main` or by a test. */
export interface AppDeps {
  readonly config: Config;
  readonly db: Database;
  /** Connections for reads. */
  readonly reads: Database;
  readonly pool: pg.Pool;
  readonly log: Log;
  readonly live: LiveBus;
  readonly rates: RateCounter;
  readonly metrics: Metrics;
  readonly secrets: Secrets;
  /** With certificates the app serves https, without them plain http. */
  readonly certificates?: Certificates | undefined;
  /** Limits of the assistant's wait for a model that differ from the usual ones. */
  readonly patience?: Partial<Readonly<Record<'requestMs' | 'stallMs' | 'retryMs', number>>> | undefined;
  /** The folder of the built web app; `dist/web` by default. */
  readonly webFolder?: string;
  /** The folder of the runtimes of artifact frames; `dist/frame` by default. */
  readonly frameFolder?: string;
}

/** Adds a module's routes to the app. */
export type RegisterModule = (app: FastifyInstance) => void | Promise<void>;

declare module 'fastify' {
  interface FastifyInstance {
    deps: AppDeps;
    disk: DiskWatch;
  }
  interface FastifyRequest {
    session: Session | null;
  }
}
