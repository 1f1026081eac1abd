import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { HELD_CART_HOURS } from '#contract/held-carts.ts';
import { appendHead } from './books/head-file.ts';
import { isDiskFull } from './db/errors.ts';
import type { Database, Tx } from './db/pool.ts';
import type { ChainHead } from './db/seal.ts';
import { inTransaction } from './db/transaction.ts';
import type { DiskWatch } from './http/ops/disk-watch.ts';
import type { Metrics } from './http/ops/metrics.ts';
import { rewindSessions } from './http/guard/session.ts';
import type { Log } from './log.ts';
import { interruptDead } from './modules/assistant/service.ts';
import { planBackup } from './modules/backups/service.ts';
import { IS_PAST_UNDO, sweepPictures } from './modules/catalogue/service.ts';
import { planExpiry } from './modules/loyalty/service.ts';
import { sweepScreens } from './modules/tv/service.ts';
import type { Secrets } from './secrets/secrets.ts';

interface Duty {
  readonly name: string;
  readonly everyMs: number;
  /** Returns true when there is more to do at once. */
  run(tx: Tx): Promise<boolean>;
}

const SECOND_MS = 1000;
const STOP_WITHIN_MS = SECOND_MS;
const START_GAP_MS = SECOND_MS / 2;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Rows per step: few enough to be waited for at a stop, and to keep locks briefly. */
const ROWS_PER_STEP = 5000;
/** Some thousand orders. */
const DAYS_PER_STEP = 20;
const STEPS_PER_ROUND = 40;

/** Runs a function or delete that says how many rows it took; a full step means that there may be more. */
async function took(tx: Tx, statement: ReturnType<typeof sql<{ rows: number }>>): Promise<boolean> {
  const { rows } = await statement.execute(tx);
  return (rows[0]?.rows ?? 0) >= ROWS_PER_STEP;
}

interface Lapsing {
  readonly table: string;
  readonly key: string;
  readonly lapsed: RawBuilder<unknown>;
}

/** Deletes what has lapsed, some rows at a time. */
function sweeper(name: string, { table, key, lapsed }: Lapsing): Duty {
  return {
    name,
    everyMs: HOUR_MS,
    run: (tx) =>
      took(
        tx,
        sql<{ rows: number }>`
          WITH gone AS (
            DELETE FROM ${sql.table(table)} WHERE ${sql.ref(key)} IN (
              SELECT ${sql.ref(key)} FROM ${sql.table(table)} WHERE ${lapsed} LIMIT ${sql.lit(ROWS_PER_STEP)})
            RETURNING 1)
          SELECT count(*)::integer AS rows FROM gone`,
      ),
  };
}

/** Adds the end of the chain to a file elsewhere, when it has moved since. */
function headWriter(path: string): Duty {
  let written = -1;
  return {
    name: 'write_chain_head',
    everyMs: 10 * MINUTE_MS,
    run: async (tx) => {
      const { rows } = await sql<ChainHead>`
        SELECT position, encode(hash, 'hex') AS hash, at FROM audit_trail WHERE position IS NOT NULL ORDER BY position DESC LIMIT 1`.execute(
        tx,
      );
      const [head] = rows;
      if (!head || head.position === written) return false;
      await appendHead(path, head);
      written = head.position;
      return false;
    },
  };
}

/** A till may ask for its answer for seven days (`SENDABLE_MS`); one more to spare. Rule: wire/keys. */
const KEYS_KEPT_DAYS = 8;
const KEYS_KEPT = sql`make_interval(days => ${sql.lit(KEYS_KEPT_DAYS)})`;
/**
 * A command that nobody answered. It goes before its key does: without the key, one answered elsewhere would count as unanswered.
 * Rule: wire/left-behind.
 */
const REPORTS_KEPT_DAYS = 7;

const duties: readonly Duty[] = [
  {
    name: 'seal_ledgers',
    everyMs: 10 * SECOND_MS,
    run: async (tx) => {
      const { rows } = await sql<{ left: number }>`SELECT seal_ledgers() AS left`.execute(tx);
      return (rows[0]?.left ?? 0) > ROWS_PER_STEP;
    },
  },
  {
    name: 'seal_audit_trail',
    everyMs: 3 * SECOND_MS,
    run: (tx) => took(tx, sql<{ rows: number }>`SELECT seal_audit_trail(${sql.lit(ROWS_PER_STEP)}) AS rows`),
  },
  {
    // Open tills show a price within a second of its instant. Rule: pricing/scheduled.
    name: 'begin_due_terms',
    everyMs: SECOND_MS / 2,
    run: async (tx) => {
      await sql`SELECT begin_due_terms_if_free()`.execute(tx);
      return false;
    },
  },
  {
    name: 'fold_order_tallies',
    everyMs: MINUTE_MS,
    run: async (tx) => {
      await sql`SELECT fold_order_tallies()`.execute(tx);
      return false;
    },
  },
  {
    name: 'fold_stock_tallies',
    everyMs: MINUTE_MS,
    run: async (tx) => {
      await sql`SELECT fold_stock_tallies()`.execute(tx);
      return false;
    },
  },
  {
    name: 'sum_sales_days',
    everyMs: MINUTE_MS,
    run: async (tx) => {
      const { rows } = await sql<{ days: number }>`SELECT sum_sales_days(${sql.lit(DAYS_PER_STEP)}) AS days`.execute(
        tx,
      );
      return rows[0]?.days === DAYS_PER_STEP;
    },
  },
  {
    name: 'rewind_sessions',
    everyMs: MINUTE_MS,
    run: async (tx) => {
      await rewindSessions(tx);
      return false;
    },
  },
  sweeper('sweep_sessions', {
    table: 'sessions',
    key: 'token_hash',
    lapsed: sql`expires_at < now() OR (user_id IS NOT NULL AND last_seen_at < now() - interval '1 day')`,
  }),
  sweeper('sweep_idempotency_keys', {
    table: 'idempotency_keys',
    key: 'key',
    lapsed: sql`created_at < now() - ${KEYS_KEPT}`,
  }),
  // As long as the key that it belongs to.
  sweeper('sweep_approvals', {
    table: 'approvals',
    key: 'idempotency_key',
    lapsed: sql`made_at < now() - ${KEYS_KEPT}`,
  }),
  sweeper('sweep_approvals_asked', {
    table: 'approvals_asked',
    key: 'idempotency_key',
    lapsed: sql`made_at < now() - ${KEYS_KEPT}`,
  }),
  sweeper('sweep_unsettled_commands', {
    table: 'unsettled_commands',
    key: 'key',
    lapsed: sql`reported_at < now() - make_interval(days => ${sql.lit(REPORTS_KEPT_DAYS)})`,
  }),
  // The person who resumed one is shown for as long again as it was kept.
  sweeper('sweep_held_carts', {
    table: 'held_carts',
    key: 'id',
    lapsed: sql`held_at < now() - make_interval(hours => ${sql.lit(2 * HELD_CART_HOURS)})`,
  }),
  sweeper('sweep_label_print_jobs', {
    table: 'label_print_jobs',
    key: 'id',
    lapsed: sql`finished_at < now() - interval '7 days' OR queued_at < now() - interval '30 days'`,
  }),
  sweeper('sweep_api_key_nonces', {
    table: 'api_key_nonces',
    key: 'ctid',
    lapsed: sql`signed_at < now() - interval '1 hour'`,
  }),
  sweeper('sweep_jobs', {
    table: 'jobs',
    key: 'id',
    // A job that was given up stays longer, so that people can look into it.
    lapsed: sql`finished_at < now() - CASE state WHEN 'dead' THEN interval '90 days' ELSE interval '7 days' END`,
  }),
  sweeper('sweep_password_resets', {
    table: 'password_resets',
    key: 'token_hash',
    lapsed: sql`expires_at < now() - interval '1 day'`,
  }),
  sweeper('sweep_sign_in_failures', {
    table: 'sign_in_failures',
    key: 'subject',
    lapsed: sql`last_failed_at < now() - interval '1 day'`,
  }),
  // Products first: one edit may have hundreds, and a step is a transaction.
  sweeper('sweep_bulk_edit_products', {
    table: 'bulk_edit_products',
    key: 'ctid',
    lapsed: sql`EXISTS (SELECT FROM bulk_edits WHERE id = bulk_edit_id AND ${IS_PAST_UNDO})`,
  }),
  sweeper('sweep_bulk_edits', {
    table: 'bulk_edits',
    key: 'id',
    lapsed: sql`${IS_PAST_UNDO} AND NOT EXISTS (SELECT FROM bulk_edit_products WHERE bulk_edit_id = id)`,
  }),
  { name: 'sweep_pictures', everyMs: HOUR_MS, run: sweepPictures },
  { name: 'sweep_screens', everyMs: HOUR_MS, run: (tx) => sweepScreens(tx, ROWS_PER_STEP) },
];

/** A reader of an answer may come back within this time. Rule: assistant/runs. */
const LINES_KEPT_HOURS = 24;

/** The duties of the assistant. Rule: assistant/runs. */
const ofAnswers: readonly Duty[] = [
  { name: 'interrupt_dead_answers', everyMs: 10 * SECOND_MS, run: interruptDead },
  sweeper('sweep_answer_lines', {
    table: 'ai_run_events',
    key: 'at',
    lapsed: sql`at < now() - make_interval(hours => ${sql.lit(LINES_KEPT_HOURS)})`,
  }),
];

/** Asks for the day's expiry of points; a job does the work. */
function expiryPlanner(secrets: Secrets): Duty {
  return {
    name: 'plan_expiry',
    everyMs: HOUR_MS,
    run: async (tx) => {
      await planExpiry(tx, secrets, new Date());
      return false;
    },
  };
}

/** Asks for the day's backup when its time has come; a job makes it. */
function backupPlanner(secrets: Secrets): Duty {
  return {
    name: 'plan_backup',
    everyMs: MINUTE_MS,
    run: async (tx) => {
      await planBackup(tx, secrets);
      return false;
    },
  };
}

interface Options {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly disk: Pick<DiskWatch, 'noteFull'>;
  /** The file for heads of the chain; undefined: they are not written. */
  readonly chainHeadFile?: string | undefined;
}

export interface Background {
  /** Starts nothing more and waits briefly for what runs; the database undoes what is cut short. */
  stop(): Promise<void>;
}

/**
 * Runs one round of a duty: one process at a time, in steps of one transaction each. A round that fails is logged and
 * counted, and tried again at its next turn.
 */
async function runRound(duty: Duty, { db, log, metrics, disk }: Options, isStopping: () => boolean): Promise<void> {
  try {
    for (let step = 0; step < STEPS_PER_ROUND && !isStopping(); step += 1) {
      const more = await inTransaction(db, async (tx) => {
        const lock = sql<{
          mine: boolean;
        }>`SELECT pg_try_advisory_xact_lock(hashtextextended(${`background ${duty.name}`}, 0)) AS mine`;
        const { rows } = await lock.execute(tx);
        return rows[0]?.mine === true && duty.run(tx);
      });
      if (!more) return;
    }
  } catch (error) {
    if (isDiskFull(error)) disk.noteFull();
    metrics.failures.inc({ place: `background ${duty.name}` });
    log.warn({ err: error, duty: duty.name }, 'a background duty failed and will be tried again');
  }
}

/** Work that nobody waits for: the audit trail's chain, tallies, and what has lapsed. Every process may run it. */
export function startBackground(options: Options): Background {
  let stopping = false;
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  const plan = (duty: Duty, inMs: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const round = runRound(duty, options, () => stopping).then(() => {
        running.delete(round);
        if (!stopping) plan(duty, duty.everyMs);
      });
      running.add(round);
    }, inMs);
    timer.unref();
    timers.add(timer);
  };
  // Soon after the start and one after the other: a shop that closes every night would never see an hour pass.
  const { chainHeadFile, secrets } = options;
  const heads = chainHeadFile === undefined ? [] : [headWriter(chainHeadFile)];
  const all = [...duties, expiryPlanner(secrets), backupPlanner(secrets), ...heads, ...ofAnswers];
  for (const [index, duty] of all.entries()) plan(duty, Math.min(duty.everyMs, (index + 1) * START_GAP_MS));

  return {
    stop: async () => {
      stopping = true;
      for (const timer of timers) clearTimeout(timer);
      const patience = new AbortController();
      const enough = sleep(STOP_WITHIN_MS, undefined, { signal: patience.signal }).catch(() => undefined);
      await Promise.race([Promise.all(running), enough]);
      patience.abort();
    },
  };
}
