import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '#server/log.ts';
import { clientConfig, type Connection } from '../connection.ts';
import { PreparingClient } from './prepared.ts';

const BEAT_MS = 250;
/** Before silence is believed, a question is repeated this often over fresh connections: one may be lost by itself. */
const ASK_EVERY_MS = 500;
/** Together with one beat this stays below 2 s, in which a request is told that the database is away. */
const MAX_ASKED = 3;
const SILENT_AFTER_MS = 700;

/**
 * Notices a database that neither answers nor closes its connections (a frozen machine, a cut network) while a request
 * waits for it. It then cuts the pool's connections, so that requests fail at once instead of after minutes.
 */
export class Pulse {
  private readonly pool: pg.Pool;
  private readonly connection: Connection;
  private readonly log: Log;
  private readonly members = new Set<PreparingClient>();
  private client: PreparingClient | null = null;
  /** When the unanswered question was asked. */
  private askedAt: number | null = null;
  private readonly stopping = new AbortController();
  private readonly beating: Promise<void>;

  constructor(pool: pg.Pool, connection: Connection, log: Log) {
    this.pool = pool;
    this.connection = connection;
    this.log = log;
    pool.on('connect', (client) => void (client instanceof PreparingClient && this.members.add(client)));
    pool.on('remove', (client) => void (client instanceof PreparingClient && this.members.delete(client)));
    this.beating = this.beat();
  }

  /** True when a question is unanswered for longer than a busy database takes. */
  get isSilent(): boolean {
    return this.askedAt !== null && performance.now() - this.askedAt > SILENT_AFTER_MS;
  }

  private get stopped(): boolean {
    return this.stopping.signal.aborted;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.beating;
    this.letGo();
  }

  /** Fails whatever waits for an answer of the database. */
  cutAll(): void {
    for (const member of this.members) member.cut();
  }

  private async beat(): Promise<void> {
    while (!this.stopped) {
      const somebodyWaits = this.pool.totalCount > this.pool.idleCount;
      if (somebodyWaits && !(await this.answers()) && !this.stopped) {
        this.log.warn({ connections: this.members.size }, 'the database has gone silent; its connections are cut');
        this.cutAll();
        this.letGo();
      }
      await this.pause(BEAT_MS);
    }
  }

  /**
   * Asks until one of a few connections answers, and keeps that one. When this process is busy it only asks less often.
   */
  private async answers(): Promise<boolean> {
    const asked: PreparingClient[] = [];
    this.askedAt = performance.now();
    const heard: { anything: boolean; from: PreparingClient | null } = { anything: false, from: null };
    while (!heard.anything && asked.length < MAX_ASKED && !this.stopped) {
      const client = asked.length === 0 ? (this.client ?? this.open()) : this.open();
      asked.push(client);
      const answer = ask(client, client !== this.client).then((how) => {
        if (how === 'spoken') heard.from ??= client;
        heard.anything = true;
      });
      await Promise.race([answer, this.pause(ASK_EVERY_MS)]);
      // An answer may have arrived while this process was busy, so it is read before judging.
      await nextTurn();
    }
    if (heard.anything) this.askedAt = null;
    this.client = heard.from;
    for (const client of asked) if (client !== heard.from) client.cut();
    return heard.anything || this.stopped;
  }

  /**
   * Does not keep the process alive. So a stop must not wait for it, or the process would end in the middle of the stop.
   */
  private async pause(durationMs: number): Promise<void> {
    await sleep(durationMs, undefined, { ref: false, signal: this.stopping.signal }).catch((error: unknown) => {
      if (!this.stopped) throw error;
    });
  }

  private open(): PreparingClient {
    // Its errors are handled as answers.
    return new PreparingClient({ ...clientConfig(this.connection), connectionTimeoutMillis: 60_000 });
  }

  private letGo(): void {
    this.client?.cut();
    this.client = null;
  }
}

/**
 * Returns when the database has answered anything. A refused connection is an answer: the pool's connections are then
 * closed as well.
 */
async function ask(client: PreparingClient, isNew: boolean): Promise<'spoken' | 'refused'> {
  try {
    if (isNew) await client.connect();
    await client.query('select 1');
    return 'spoken';
  } catch {
    return 'refused';
  }
}
