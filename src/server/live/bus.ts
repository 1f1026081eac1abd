import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { type LiveEvent, streamedEvent, type StreamedEvent } from '#contract/live.ts';
import { clientConfig, type Connection } from '#server/db/connection.ts';
import type { Log } from '#server/log.ts';
import { payloadsOf } from './payloads.ts';

export interface LiveBus {
  /** Tells every process and till. Call it after COMMIT, so that no event arrives before its data can be read. */
  publish(event: LiveEvent): void;
  /**
   * Hears every event of every process, and `hello` when events may have been missed. Returns a function that stops it.
   */
  subscribe(listener: (event: StreamedEvent) => void): () => void;
  close(): Promise<void>;
}

interface BusOptions {
  /** The bus opens its own connection, straight to the server: a transaction pooler cannot carry LISTEN and NOTIFY. */
  connection: Connection;
  log: Log;
}

/** `begin_due_terms` writes to it too. */
const CHANNEL = 'tillwright_live';
/** Events are batched because every commit with a NOTIFY waits for one lock. Rule: live/across-processes. */
const BATCH_MS = 40;
const RECONNECT_MS = 500;
const PING_MS = 10_000;
/** Events kept while the connection is lost. With more, tills are told to fetch everything again. */
const MOST_WAITING = 5000;
/** The longest that a stopping process waits for its connection, to send its last events. */
const LAST_WORDS_MS = 1000;
const batch = z.array(streamedEvent);

/** Carries events between processes by LISTEN/NOTIFY. Rule: live/across-processes. */
export class PostgresLiveBus implements LiveBus {
  private readonly options: BusOptions;
  private readonly listeners = new Set<(event: StreamedEvent) => void>();
  private waiting: StreamedEvent[] = [];
  private sending: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | null = null;
  private client: pg.Client | null = null;
  private readonly ping: NodeJS.Timeout;
  private closed = false;
  private connecting: Promise<void>;

  constructor(options: BusOptions) {
    this.options = options;
    this.connecting = this.listen();
    // A dead connection is noticed only by using it.
    this.ping = setInterval(() => {
      const { client } = this;
      client?.query('select 1').catch(() => client.end().catch(() => undefined));
    }, PING_MS);
    this.ping.unref();
  }

  /** Resolves once it listens. Events published earlier wait until then. */
  ready(): Promise<void> {
    return this.connecting;
  }

  publish(event: LiveEvent): void {
    if (this.closed) return;
    this.waiting.push(event);
    if (this.waiting.length > MOST_WAITING) this.waiting = [{ type: 'hello' }];
    this.timer ??= setTimeout(() => void this.flush(), BATCH_MS);
  }

  subscribe(listener: (event: StreamedEvent) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    clearInterval(this.ping);
    if (this.waiting.length > 0 && this.client === null)
      await Promise.race([this.connecting, sleep(LAST_WORDS_MS, undefined, { ref: false })]);
    await this.flush();
    this.closed = true;
    if (this.waiting.length > 0) this.options.log.warn({ events: this.waiting.length }, 'live events were not sent');
    await this.client?.end().catch(() => undefined);
    await this.connecting;
    this.listeners.clear();
  }

  /** Sends the waiting events, one batch after the other. Those that cannot be sent wait for the next connection. */
  private flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.sending = this.sending.then(() => this.send());
    return this.sending;
  }

  /** Uses the listening connection because all of the pool may be busy. */
  private async send(): Promise<void> {
    const { client, waiting: events } = this;
    if (client === null || events.length === 0) return;
    this.waiting = [];
    try {
      await client.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [
        CHANNEL,
        payloadsOf(events),
      ]);
    } catch (error) {
      this.options.log.warn({ err: error, events: events.length }, 'live events could not be sent, and wait');
      this.waiting = [...events, ...this.waiting];
      // `listen` opens another connection when this one ends.
      await client.end().catch(() => undefined);
    }
  }

  private async listen(): Promise<void> {
    while (!this.closed) {
      const client = new pg.Client({
        ...clientConfig(this.options.connection),
        application_name: 'tillwright live',
        query_timeout: 5000,
      });
      client.on('error', (error) => this.options.log.warn({ err: error }, 'the live connection was lost'));
      try {
        await client.connect();
        client.on('notification', ({ payload }) => this.hear(payload ?? ''));
        await client.query(`listen ${CHANNEL}`);
      } catch (error) {
        await client.end().catch(() => undefined);
        if (!this.closed) this.options.log.warn({ err: error }, 'the live connection could not be opened');
        await sleep(RECONNECT_MS, undefined, { ref: false });
        continue;
      }
      this.client = client;
      client.once('end', () => {
        this.client = null;
        if (!this.closed) this.connecting = this.listen();
      });
      if (this.closed) await client.end();
      else {
        this.deliver({ type: 'hello' });
        void this.flush();
      }
      return;
    }
  }

  private hear(payload: string): void {
    const parsed = batch.safeParse(parseJson(payload));
    if (!parsed.success) {
      // A newer build may send events that this one does not know. Its tills fetch everything again.
      this.options.log.warn({ bytes: payload.length }, 'live events of an unknown form');
      this.deliver({ type: 'hello' });
      return;
    }
    for (const event of parsed.data) this.deliver(event);
  }

  private deliver(event: StreamedEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
