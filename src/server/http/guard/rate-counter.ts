import { sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';
import type { Log } from '#server/log.ts';
import { Refusal } from '#server/refusal.ts';

const WINDOW_MS = 60_000;
const FLUSH_MS = 1000;
/** Flushes between two sweeps of expired windows: a minute. */
const SWEEP_EVERY_FLUSHES = 60;

interface Count {
  /** Counted here since the last report to the database. */
  fresh: number;
  /** The total of all processes at the last report. */
  told: number;
}

/**
 * Counts requests per caller and minute without asking the database each time. Once a second it reports its counts and
 * gets the totals of all processes, so a caller spread over processes is noticed within a second.
 * Rule: wire/many-servers.
 */
export class RateCounter {
  private readonly db: Database;
  private readonly log: Log;
  private readonly now: () => number;
  private windowStart = 0;
  private counts = new Map<string, Count>();
  private flushes = 0;
  private flushing = false;
  private readonly timer: NodeJS.Timeout;

  constructor(db: Database, log: Log, now: () => number = Date.now) {
    this.db = db;
    this.log = log;
    this.now = now;
    this.timer = setInterval(() => void this.flush(), FLUSH_MS);
    this.timer.unref();
  }

  /** @throws Refusal `too_many_requests` above `limit` in this minute */
  count(subject: string, limit: number): void {
    this.turnWindow();
    const count = this.counts.get(subject) ?? { fresh: 0, told: 0 };
    this.counts.set(subject, count);
    if (count.told + count.fresh >= limit) {
      const retryAfterS = Math.max(1, Math.ceil((this.windowStart + WINDOW_MS - this.now()) / 1000));
      throw new Refusal('too_many_requests', 'Too many requests in a short time; please wait a moment.', {
        retryAfterS,
      });
    }
    count.fresh += 1;
  }

  /** Reports the new counts to the database and takes over its totals. */
  async flush(): Promise<void> {
    this.turnWindow();
    const { counts, windowStart } = this;
    const fresh = [...counts]
      .filter(([, count]) => count.fresh > 0)
      .map(([subject, count]) => ({ subject, hits: count.fresh }));
    if (fresh.length === 0 || this.flushing) return;
    this.flushing = true;
    try {
      const { rows } = await sql<{ subject: string; hits: number }>`
        insert into rate_counters (subject, window_start, hits)
        select subject, ${new Date(windowStart)}, hits
          from unnest(${fresh.map(({ subject }) => subject)}::text[], ${fresh.map(({ hits }) => hits)}::int[]) as t (subject, hits)
         order by subject
        on conflict (subject, window_start) do update set hits = rate_counters.hits + excluded.hits
        returning subject, hits`.execute(this.db);
      const told = new Map(rows.map((row) => [row.subject, row.hits]));
      for (const { subject, hits } of fresh) {
        const count = counts.get(subject);
        if (count === undefined) continue;
        count.fresh -= hits;
        count.told = told.get(subject) ?? count.told + hits;
      }
      this.flushes += 1;
      if (this.flushes % SWEEP_EVERY_FLUSHES === 0) {
        // Kept for a day, for processes whose clocks differ.
        await sql`delete from rate_counters where window_start < now() - interval '1 day'`.execute(this.db);
      }
    } catch (error) {
      // Nothing is lost: counting goes on here, and the counts are reported when the database is back.
      this.log.debug({ err: error }, 'request counts could not be shared');
    } finally {
      this.flushing = false;
    }
  }

  close(): void {
    clearInterval(this.timer);
  }

  private turnWindow(): void {
    const start = Math.floor(this.now() / WINDOW_MS) * WINDOW_MS;
    if (start === this.windowStart) return;
    this.windowStart = start;
    this.counts = new Map();
  }
}
