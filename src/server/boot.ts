import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { buildApp } from './app.ts';
import { startBackground } from './background.ts';
import { BootError } from './boot-error.ts';
import type { Config } from './config.ts';
import { clientConfig, type Connection } from './db/connection.ts';
import { startEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { type DatabaseHandle, openDatabase } from './db/pool.ts';
import { ensureFirstData, type FirstData } from './demo/first-start.ts';
import { Metrics } from './http/ops/metrics.ts';
import { warmPdf } from './http/pdf/pdf.ts';
import { RateCounter } from './http/guard/rate-counter.ts';
import { openCertificates } from './http/tls/certificates.ts';
import { fingerprintOf } from './http/tls/trust-page.ts';
import { PostgresLiveBus } from './live/bus.ts';
import { carryOutRun } from './backup/runs.ts';
import { jobHandlers } from './job-handlers.ts';
import { startWorker } from './jobs/worker.ts';
import type { Log } from './log.ts';
import { sealPlainIdentities } from './modules/customers/identity.ts';
import { startPrinting } from './modules/printing/service.ts';
import { openSecrets } from './secrets/data-key.ts';
import { countUnopenable } from './secrets/reseal.ts';

export interface RunningServer {
  readonly app: FastifyInstance;
  readonly address: string;
  readonly firstData: FirstData;
  /** SHA-256 of the local authority's certificate; null without one. */
  readonly authority: string | null;
  /** Finishes what runs (at most 5 s), ends event streams, stops the embedded database. Takes 9 s at most. */
  stop(): Promise<void>;
}

interface Backing {
  readonly connection: Connection;
  stop(withinMs: number): Promise<void>;
}

const OLDEST_POSTGRES = 150_000;
const DATABASE_TRIES = 4;
/** All parts together, so that the server ends by itself before the 10 s after which processes are killed. */
const STOP_WITHIN_MS = 9000;
/** Time reserved for the database, which writes its memory to disk. */
const DATABASE_STOP_MS = 3000;
const FINISH_WITHIN_MS = 5000;
/** How long connections are waited for over which nothing comes any more. */
const LEAVE_WITHIN_MS = 1000;
const WARM_AFTER_MS = 5000;
/** A balancer needs this long to see that `/readyz` says 503; until then it goes on sending. */
const SENT_AWAY_WITHIN_MS = 3000;
/** Nobody sends any more when nothing came for so long. */
const QUIET_MS = 300;
const UNUSED_AFTER_MS = 500;
const SWEEP_MS = 50;

/** Refuses an occupied port before anything else is begun. */
async function requireFreePort({ host, port }: Config): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  }).catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, host, port);
  });
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new BootError(
      `Port ${port} on ${host} is in use by another program; stop it or set PORT to another number.`,
    );
  }
  if (error.code === 'EACCES')
    return new BootError(`Port ${port} may only be used by root; set PORT to a number above 1023.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new BootError(`HOST ${host} is not an address of this machine.`);
  }
  return error;
}

/** The owner's own PostgreSQL; asked a few times, because it may be starting beside us. */
async function reachOwnServer(url: string, stopping: AbortSignal): Promise<Backing> {
  const shown = new URL(url);
  const name = `${shown.host}${shown.pathname}`;
  let reason = '';
  for (let tries = 0; tries < DATABASE_TRIES; tries += 1) {
    if (tries > 0) await sleep(1000);
    stopping.throwIfAborted();
    const client = new pg.Client(clientConfig(url));
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ version: number }>(
        `select current_setting('server_version_num')::int as version`,
      );
      if ((rows[0]?.version ?? 0) < OLDEST_POSTGRES)
        throw new BootError(`The database at ${name} is older than PostgreSQL 15.`);
      return { connection: url, stop: () => Promise.resolve() };
    } catch (error) {
      if (error instanceof BootError) throw error;
      reason =
        error instanceof AggregateError
          ? String(error.errors[0])
          : error instanceof Error
            ? error.message
            : String(error);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw new BootError(`The database at ${name} (DATABASE_URL) does not answer: ${reason}.`);
}

/**
 * Starts everything in order: database, schema, first data, HTTP. When a step fails, everything before it is
 * stopped again; so it is when the signal comes before the first data are made.
 * @throws BootError, EmbeddedError or MigrationError in one sentence.
 */
export async function boot(config: Config, log: Log, stopping: AbortSignal): Promise<RunningServer> {
  await requireFreePort(config);
  const started: (() => Promise<void>)[] = [];
  let stopDatabase: Backing['stop'] = () => Promise.resolve();
  /** Leaves a part behind that is not done when it is the database's turn: its connections end with the database. */
  const stopAll = async (): Promise<void> => {
    const until = performance.now() + STOP_WITHIN_MS;
    const left = (): number => until - performance.now();
    const tooLong = Symbol('too long');
    for (const stop of started.toReversed()) {
      const patience = sleep(Math.max(0, left() - DATABASE_STOP_MS), tooLong, { ref: false });
      const ended = await Promise.race([stop(), patience]).catch((error: unknown) => {
        log.error({ err: error }, 'a part of the server could not be stopped');
      });
      if (ended === tooLong) log.warn('a part of the server did not stop in time and is left behind');
    }
    await stopDatabase(left());
  };
  try {
    const backing: Backing =
      config.databaseUrl === undefined
        ? await startEmbedded({ dataDir: config.dataDir, log, stopping })
        : await reachOwnServer(config.databaseUrl, stopping);
    stopDatabase = (withinMs) => backing.stop(withinMs);
    stopping.throwIfAborted();
    await migrate(backing.connection, log);
    stopping.throwIfAborted();
    const { db, reads, pool, close }: DatabaseHandle = openDatabase(backing.connection, log);
    started.push(close);
    const secrets = await openSecrets(db, { given: config.dataKey, dataDir: config.dataDir });
    for (const { column, rows } of await countUnopenable(db, secrets)) {
      log.warn({ column, rows }, 'encrypted values cannot be read: they were encrypted under another data key');
    }
    const firstData = await ensureFirstData(db, config);
    await sealPlainIdentities(db, secrets);
    const live = new PostgresLiveBus({ connection: backing.connection, log });
    started.push(() => live.close());
    const rates = new RateCounter(db, log);
    started.push(() => Promise.resolve(rates.close()));
    const metrics = new Metrics();
    metrics.watchProcess();
    const certificates = (await openCertificates(config, log)) ?? undefined;
    const app = await buildApp({ config, db, reads, pool, log, live, rates, metrics, secrets, certificates });
    const background = startBackground({
      db,
      secrets,
      log,
      metrics,
      disk: app.disk,
      chainHeadFile: config.chainHeadFile,
    });
    started.push(() => background.stop());
    const backUp = async (run: number): Promise<void> => {
      await carryOutRun({ db, connection: backing.connection, ...config }, run);
      live.publish({ type: 'backups' });
    };
    const worker = startWorker({
      db,
      secrets,
      handlers: jobHandlers({ db, secrets, live, config, backUp }),
      onFailure: ({ job, reason, isDead }) => {
        metrics.failures.inc({ place: `job ${job.kind}` });
        const done = isDead ? 'a job was given up' : 'a job failed and will be tried again';
        log[isDead ? 'error' : 'warn']({ reason, job: job.kind, id: job.id, attempts: job.attempts }, done);
      },
      onTrouble: (error) => {
        metrics.failures.inc({ place: 'jobs' });
        log.warn({ err: error }, 'jobs could not be looked for');
      },
    });
    started.push(() => worker.stop());
    const printing = startPrinting({
      db,
      live,
      reach: config,
      onTrouble: (error) => {
        metrics.failures.inc({ place: 'label printing' });
        log.warn({ err: error }, 'labels could not be printed');
      },
    });
    started.push(() => printing.stop());
    const connections = watchConnections(app);
    started.push(() => finish(app, connections, log));
    const address = await app
      .listen({ host: config.host, port: config.port })
      .catch((error: NodeJS.ErrnoException) => Promise.reject(listenError(error, config.host, config.port)));
    // After the first screens of the shop had their turn.
    const warming = setTimeout(() => {
      warmPdf().catch((error: unknown) => log.warn({ err: error }, 'papers cannot be drawn'));
    }, WARM_AFTER_MS).unref();
    started.push(() => Promise.resolve(clearTimeout(warming)));
    const authority = certificates?.authority() ?? null;
    return { app, address, firstData, authority: authority && fingerprintOf(authority), stop: stopAll };
  } catch (error) {
    await stopAll().catch((failure: unknown) => log.error({ err: failure }, 'could not undo a failed start'));
    throw error;
  }
}

interface Connections {
  /** Connections over which nothing has come for a while after they were opened. Browsers open some in reserve. */
  unused(): Socket[];
  /** The number of connections that have carried a request. */
  used(): number;
  /** The instant of the latest request, by `performance.now()`. */
  askedAt(): number;
}

function watchConnections(app: FastifyInstance): Connections {
  const openedAt = new Map<Socket, number>();
  let askedAt = 0;
  app.server.on('request', () => (askedAt = performance.now()));
  app.server.on('connection', (socket) => {
    openedAt.set(socket, performance.now());
    socket.once('close', () => openedAt.delete(socket));
  });
  const isUnused = ([{ bytesRead }, at]: [Socket, number]): boolean =>
    bytesRead === 0 && performance.now() - at > UNUSED_AFTER_MS;
  return {
    unused: () => [...openedAt].filter(isUnused).map(([socket]) => socket),
    used: () => [...openedAt.keys()].filter(({ bytesRead }) => bytesRead > 0).length,
    askedAt: () => askedAt,
  };
}

/**
 * Asks callers to leave, lets running requests finish, and cuts those that take too long. It goes on listening while
 * requests come: a connection that is opened as the server stops listening is reset.
 */
async function finish(app: FastifyInstance, connections: Connections, log: Log): Promise<void> {
  const cut = setTimeout(() => {
    log.warn('cutting requests that are not answered yet');
    app.server.closeAllConnections();
  }, FINISH_WITHIN_MS);
  app.leaving.now = true;
  const since = performance.now();
  const isWaiting = (): boolean => {
    const now = performance.now();
    if (now - connections.askedAt() < QUIET_MS) return now - since < SENT_AWAY_WITHIN_MS;
    return connections.used() > 0 && now - since < LEAVE_WITHIN_MS;
  };
  while (isWaiting()) await sleep(SWEEP_MS);
  // A connection that was busy when closing began stays open after its answer, and Node takes one over which nothing has
  // come yet for busy: nothing more may come over either.
  const sweep = setInterval(() => {
    app.server.closeIdleConnections();
    for (const socket of connections.unused()) socket.destroy();
  }, SWEEP_MS);
  await app.close();
  clearInterval(sweep);
  clearTimeout(cut);
}
