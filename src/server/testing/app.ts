import { randomUUID } from 'node:crypto';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import type { Role } from '#domain/permissions.ts';
import { buildApp } from '#server/app.ts';
import { type Config, parseConfig } from '#server/config.ts';
import type { AppDeps, RegisterModule } from '#server/http/serve/deps.ts';
import { Metrics } from '#server/http/ops/metrics.ts';
import { RateCounter } from '#server/http/guard/rate-counter.ts';
import { openSession } from '#server/http/guard/session.ts';
import type { Certificates } from '#server/http/tls/certificates.ts';
import { PostgresLiveBus } from '#server/live/bus.ts';
import { createLog, type Log } from '#server/log.ts';
import { Secrets } from '#server/secrets/secrets.ts';
import { testDatabase, type TestDatabase } from './database.ts';
import { watchRefusals } from './wire/documented-refusals.ts';

/** Requests in the name of one signed-in person. */
export interface Till {
  readonly userId: number;
  readonly token: string;
  readonly headers: { readonly authorization: string };
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** A write brings a new `Idempotency-Key` unless `headers` has one. */
  send(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  readonly config: Config;
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** Makes somebody of the role at the location (20 by default; made if it does not exist), and signs them in. */
  signIn(role?: Role, options?: { locationId?: number | null; username?: string }): Promise<Till>;
  close(): Promise<void>;
}

interface TestAppOptions {
  /** Share another app's database: two server processes of one shop. Closing this app then leaves it alone. */
  database?: TestDatabase;
  env?: Record<string, string>;
  /** The server's log; discarded by default. */
  log?: Log;
  webFolder?: string;
  /** The limits of the assistant's wait for a model. */
  patience?: AppDeps['patience'];
  frameFolder?: string;
  /** Serves https with them once it listens. */
  certificates?: Certificates;
  /** Routes beside the product's own. */
  modules?: readonly RegisterModule[];
}

/** Tests give the same whether there is a build or not, and a route for each of its files takes a third of the time to make a server. */
const NOT_BUILT = '/nowhere';
/** Servers of one database share theirs. */
const TEST_DATA_KEY = '7e'.repeat(32);

/** The whole server over its own database, ready for `inject`. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await testDatabase());
  const config = parseConfig({
    ENVIRONMENT: 'production',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ...options.env,
  });
  const log = options.log ?? createLog(config.logLevel);
  const { db, reads, pool, connection } = database;
  const live = new PostgresLiveBus({ connection, log });
  const rates = new RateCounter(db, log);
  const secrets = new Secrets(Buffer.from(config.dataKey ?? TEST_DATA_KEY, 'hex'));
  const app = await buildApp(
    {
      config,
      db,
      reads,
      pool,
      log,
      live,
      rates,
      metrics: new Metrics(),
      secrets,
      webFolder: options.webFolder ?? NOT_BUILT,
      patience: options.patience,
      frameFolder: options.frameFolder ?? NOT_BUILT,
      certificates: options.certificates,
    },
    [watchRefusals, ...(options.modules ?? [])],
  );
  await app.ready();
  await live.ready();

  const signIn: TestApp['signIn'] = async (
    role = 'staff',
    { locationId = 20, username = `${role}-${randomUUID().slice(0, 8)}` } = {},
  ) => {
    if (locationId !== null) {
      await sql`insert into locations (id, name) values (${locationId}, ${`Location ${locationId}`}) on conflict do nothing`.execute(
        db,
      );
    }
    const { rows } = await sql<{ id: number }>`
      insert into users (username, email, display_name, role, location_id)
      values (${username}, ${`${username}@example.com`}, ${username}, ${role}, ${locationId}) returning id`.execute(db);
    const userId = rows[0]?.id ?? 0;
    const { token } = await openSession(db, { userId, userAgent: 'test' });
    const headers = { authorization: `Bearer ${token}` };
    const send: Till['send'] = (method, url, body, more = {}) =>
      app.inject({
        method,
        url,
        headers: {
          ...headers,
          'idempotency-key': randomUUID(),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...more,
        },
        ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
    return {
      userId,
      token,
      headers,
      send,
      post: (url, body, more) => send('POST', url, body, more),
      get: (url, more = {}) => app.inject({ method: 'GET', url, headers: { ...headers, ...more } }),
    };
  };

  return {
    app,
    database,
    config,
    inject: (request) => app.inject(request),
    signIn,
    close: async () => {
      await app.close();
      rates.close();
      await live.close();
      if (options.database === undefined) await database.close();
    },
  };
}

/** Status and code of an answer, for one look: `[409, 'request_in_progress']`. */
export function refusalOf(reply: LightMyRequestResponse): [number, string | undefined] {
  return [reply.statusCode, reply.json<{ code?: string }>().code];
}
