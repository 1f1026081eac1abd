import type { ChildProcess } from 'node:child_process';
import { rmdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isDatabaseAway, sqlStateOf } from '#server/db/errors.ts';
import type { Log } from '#server/log.ts';
import { EmbeddedError } from './embedded-error.ts';
import { type Place, startPostmaster } from './launch.ts';
import { clearStaleLock, isAlive, livePostmaster } from './postmaster-file.ts';

export interface Running {
  socketFolder: string;
  readonly port: number;
  readonly durable: boolean;
}

/**
 * The holder of this lock, in the database `postgres`, owns the server. The lock ends with its connection, so a killed
 * owner releases it.
 */
const OWNER_LOCK = 0x74696c6c;
const POLL_MS = 10;
/** The longest that a start waits for the last processes and locks of a dead server. */
const STALE_LOCK_WAIT_MS = 30_000;
/**
 * The longest that a start waits for another server to release its lock: a killed one may take a moment. Commands wait
 * without a limit.
 */
const OWNER_WAIT_MS = 3000;
const APPLICATION_NAMES = { server: 'tillwright supervisor', command: 'tillwright command' } as const;
/** The longest that a start may take: after a crash there may be much to replay. */
const READY_WAIT_MS = 600_000;
/** The longest that a shutdown may take by default. */
const SHUTDOWN_MS = 13_000;
/** The part of it that is left for ending without tidying up. */
const IMMEDIATE_SHUTDOWN_MS = 1000;
const RESTART_PAUSE_MS = 500;
/**
 * Messages of a start that failed because the former process has not ended yet. "No such file": it removed our socket
 * folder while it stopped.
 */
const HELD_BY_ANOTHER =
  /lock file .* already exists|shared memory block .* is still in use|could not lock|Address already in use|could not create lock file .*: No such file/i;

type Attempt = 'owned' | 'again';

/** A server owns its database while it runs, a command until its work is done. */
export type OwnerKind = keyof typeof APPLICATION_NAMES;

/** Starts the postmaster of one data folder or adopts it, restarts it when it dies, and stops it. */
export class Supervisor {
  private readonly place: Place;
  private readonly running: Running;
  private readonly log: Log;
  private readonly kind: OwnerKind;
  private owner: pg.Client | null = null;
  private postmaster: number | null = null;
  private stopping = false;
  private waiting: AbortSignal | undefined;
  private recovery: Promise<void> = Promise.resolve();

  constructor(place: Place, running: Running, log: Log, kind: OwnerKind) {
    this.kind = kind;
    this.place = place;
    this.running = { ...running };
    this.log = log;
  }

  get pid(): number | null {
    return this.postmaster;
  }

  get socketFolder(): string {
    return this.running.socketFolder;
  }

  /**
   * Resolves when the database answers and is ours. Waits up to 30 s for what a crash left behind.
   * @param waiting its abort ends the wait for others, and its reason is thrown. A database that nobody holds is started all the
   * same: one that is half started could not be stopped.
   */
  async start(waiting?: AbortSignal): Promise<void> {
    this.waiting = waiting;
    let until = Date.now() + STALE_LOCK_WAIT_MS;
    let reason = '';
    while (!this.stopping) {
      const found = await livePostmaster(this.place.dataFolder);
      if (found === null) {
        await clearStaleLock(this.place.dataFolder);
        const refused = await this.launch();
        if (refused === null) return;
        reason = refused;
      } else {
        // At the first start, a database that is already running says where its socket is. Later, clients expect it at
        // the same place.
        if (found.socketFolder !== '' && this.owner === null && this.postmaster === null) {
          this.running.socketFolder = found.socketFolder;
        }
        const begun = Date.now();
        if ((await this.adopt(found.pid)) === 'owned') return;
        // Waiting for a command does not count against the 30 s.
        until += Date.now() - begun;
        reason = `process ${found.pid} does not answer`;
      }
      if (Date.now() > until) {
        throw new EmbeddedError(
          `The database in ${this.place.dataFolder} is still locked after 30 s (${reason}); end the PostgreSQL process that uses it, or restart the machine.`,
        );
      }
      this.waiting?.throwIfAborted();
      await sleep(100);
    }
  }

  async stop(withinMs = SHUTDOWN_MS): Promise<void> {
    const until = performance.now() + withinMs;
    this.stopping = true;
    await Promise.race([this.recovery, sleep(withinMs / 2, undefined, { ref: false })]);
    const pid = this.postmaster;
    if (pid === null) return;
    this.postmaster = null;
    await this.shutDown(pid, until - performance.now());
    await this.letGo();
    await removeSocketFolder(this.running.socketFolder);
  }

  /** Answers null when the database runs and is ours, else the reason to try again. */
  private async launch(): Promise<string | null> {
    const { log } = this.place;
    const since = log.position();
    const child = await startPostmaster(this.place, this.running);
    const client = await this.connect(() => hasExited(child));
    if (client !== null) {
      if (!(await this.own(client))) return 'another process took it over';
      this.postmaster = child.pid ?? null;
      return null;
    }
    const text = log.textSince(since);
    const reason = log.reasonSince(since);
    if (HELD_BY_ANOTHER.test(text)) return reason;
    throw new EmbeddedError(`The database did not start: ${reason}`);
  }

  private async adopt(pid: number): Promise<Attempt> {
    const client = await this.connect(() => !isAlive(pid));
    if (client === null) return 'again';
    // The command that owned it has ended and has stopped it.
    if (!(await this.own(client))) return 'again';
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    if (rows[0]?.version === this.place.native.versionNumber) {
      this.postmaster = pid;
      this.log.info({ pid }, 'took over the database server that was running');
      return 'owned';
    }
    // Left by an older build, and we bring a newer PostgreSQL. Without an owner its end starts no recovery.
    this.owner = null;
    await this.shutDown(pid, SHUTDOWN_MS);
    await client.end().catch(() => undefined);
    return 'again';
  }

  /** Connects as soon as the server accepts us; null once `gone` is true. */
  private async connect(gone: () => boolean): Promise<pg.Client | null> {
    const until = Date.now() + READY_WAIT_MS;
    while (!gone() && Date.now() < until) {
      const client = new pg.Client({
        host: this.running.socketFolder,
        port: this.running.port,
        user: 'postgres',
        database: 'postgres',
        application_name: APPLICATION_NAMES[this.kind],
        connectionTimeoutMillis: 5000,
      });
      // Errors show as the end of the connection. Without a listener they would end the process.
      client.on('error', () => undefined);
      try {
        await client.connect();
        return client;
      } catch (error) {
        await client.end().catch(() => undefined);
        if (sqlStateOf(error)?.startsWith('28') === true) throw error;
        await sleep(POLL_MS);
      }
    }
    return null;
  }

  /**
   * Takes the owner's lock, creates the shop's database if it is missing, and watches the connection. False when the
   * database went away meanwhile, as it does when the command that owned it ends.
   */
  private async own(client: pg.Client): Promise<boolean> {
    try {
      await this.takeLock(client);
      const { rowCount } = await client.query(`select 1 from pg_database where datname = 'tillwright'`);
      if (rowCount === 0) {
        await client.query(`do $$ begin
          if not exists (select from pg_roles where rolname = 'tillwright') then create role tillwright login; end if; end $$`);
        await client.query('create database tillwright owner tillwright');
      }
    } catch (error) {
      await client.end().catch(() => undefined);
      if (isDatabaseAway(error)) return false;
      throw error;
    }
    this.owner = client;
    client.once('end', () => this.onLost(client));
    return true;
  }

  private async takeLock(client: pg.Client): Promise<void> {
    const until = Date.now() + OWNER_WAIT_MS;
    let isTold = false;
    while (!this.stopping) {
      const { rows } = await client.query<{ ours: boolean; command: boolean }>(
        `select pg_try_advisory_lock($1) as ours, exists (
           select from pg_locks l join pg_stat_activity a on a.pid = l.pid
            where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1::bigint::oid and a.application_name = $2) as command`,
        [OWNER_LOCK, APPLICATION_NAMES.command],
      );
      if (rows[0]?.ours === true) return;
      this.waiting?.throwIfAborted();
      const isCommand = rows[0]?.command === true;
      if (isCommand && !isTold) this.log.info('waiting for the command that uses the database to end');
      isTold ||= isCommand;
      if (!isCommand && Date.now() > until) {
        throw new EmbeddedError(
          `${this.place.home} is in use by another running server; stop that one or choose another DATA_DIR.`,
        );
      }
      await sleep(50);
    }
    throw new EmbeddedError('The start was stopped while the database was in use.');
  }

  private onLost(client: pg.Client): void {
    if (this.owner !== client || this.stopping) return;
    this.owner = null;
    this.log.error({ pid: this.postmaster }, 'the database server went away; starting it again');
    this.recovery = this.recover();
  }

  private async recover(): Promise<void> {
    while (!this.stopping) {
      try {
        await this.start();
        this.log.info({ pid: this.postmaster }, 'the database server is back');
        return;
      } catch (error) {
        this.log.error({ err: error }, 'the database server could not be started again');
        await sleep(RESTART_PAUSE_MS);
      }
    }
  }

  /**
   * Fast shutdown: open transactions are undone, everything acknowledged is on the disk. Each signal is sent only while
   * the id still belongs to the database.
   */
  private async shutDown(pid: number, withinMs: number): Promise<void> {
    const works = async (): Promise<boolean> => (await livePostmaster(this.place.dataFolder))?.pid === pid;
    if (await signalAndWait(pid, 'SIGINT', withinMs - IMMEDIATE_SHUTDOWN_MS, works)) return;
    this.log.warn({ pid }, 'the database server did not stop in time; it will recover from its log at the next start');
    await signalAndWait(pid, 'SIGQUIT', IMMEDIATE_SHUTDOWN_MS, works);
  }

  private async letGo(): Promise<void> {
    const client = this.owner;
    this.owner = null;
    await client?.end().catch(() => undefined);
  }
}

/** Removes it only when it is empty: a server that is killed, or does not stop in time, leaves its socket there. */
async function removeSocketFolder(folder: string): Promise<void> {
  if (basename(folder).startsWith('tillwright-')) await rmdir(folder).catch(() => undefined);
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** True once the process is gone. When `works` no longer knows it, it counts as gone and gets no signal. */
async function signalAndWait(
  pid: number,
  signal: NodeJS.Signals,
  timeoutMs: number,
  works: () => Promise<boolean>,
): Promise<boolean> {
  const until = Date.now() + timeoutMs;
  if (!(await works())) return true;
  try {
    process.kill(pid, signal);
  } catch {
    return true;
  }
  while (Date.now() < until) {
    if (!isAlive(pid)) return true;
    await sleep(POLL_MS);
  }
  return false;
}
