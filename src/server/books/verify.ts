import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clientConfig, type Connection } from '#server/db/connection.ts';
import { sqlStateOf } from '#server/db/errors.ts';
import { sealBooks } from '#server/db/seal.ts';
import { AUDIT_CHECKS } from './audit-checks.ts';
import type { Check, CheckResult } from './check.ts';
import { CUSTOMER_CHECKS } from './customer-checks.ts';
import { checkHeads } from './head-file.ts';
import { OPERATION_CHECKS } from './operation-checks.ts';
import { POINTS_CHECKS } from './points-checks.ts';
import { PRICE_CHECKS } from './price-checks.ts';
import { RECORD_CHECKS } from './record-checks.ts';
import { REFUND_CHECKS } from './refund-checks.ts';
import { LATE_CHECK, LATE_LEDGERS_CHECK, SEAL_CHECKS } from './seal-checks.ts';
import { STOCK_CHECKS } from './stock-checks.ts';
import { TAX_CHECKS } from './tax-checks.ts';

export const CHECKS: readonly Check[] = [
  ...PRICE_CHECKS,
  ...STOCK_CHECKS,
  ...OPERATION_CHECKS,
  ...REFUND_CHECKS,
  ...RECORD_CHECKS,
  ...AUDIT_CHECKS,
  ...SEAL_CHECKS,
  ...CUSTOMER_CHECKS,
  ...POINTS_CHECKS,
  ...TAX_CHECKS,
];

/** A standby refuses writes with this code. */
const READ_ONLY = '25006';
/** This many rows of a broken rule are shown. All are counted. */
const SHOWN_ROWS = 20;

export interface BooksReport {
  readonly ok: boolean;
  readonly checks: readonly CheckResult[];
}

interface Options {
  /** Called with each check when it is done. */
  onCheck?: (result: CheckResult) => void;
  /** The file of chain heads to compare with. */
  headFile?: string | undefined;
}

/** Runs one rule in the transaction that is open. */
export async function runCheck(client: pg.Client, { name, rule, looked, broken }: Check): Promise<CheckResult> {
  const { rows } = await client.query<Pick<CheckResult, 'looked' | 'broken' | 'rows'>>(
    `with broken as materialized (${broken})
     select ${looked} as looked, (select count(*) from broken) as broken,
            (select coalesce(jsonb_agg(to_jsonb(b)), '[]') from (select * from broken limit ${SHOWN_ROWS}) b) as rows`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`the check "${name}" gave no row`);
  return { name, rule, ...row };
}

/** There is nothing to check; the message is one sentence. */
export class NoBooksError extends Error {}

async function requireBooks(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean; sealed: boolean }>(
    `select to_regclass('orders') is not null and to_regclass('audit_trail') is not null as there,
            to_regclass('ledger_marks') is not null as sealed`,
  );
  if (rows[0]?.there !== true) throw new NoBooksError('There is no shop in this database yet; npm start makes one.');
  if (!rows[0].sealed)
    throw new NoBooksError('This database is of an older build; start the server once, then check its books.');
}

/** The checks inside a transaction that is already open, with what it has written so far. */
export async function checkBooks(client: pg.Client, { onCheck }: Options = {}): Promise<BooksReport> {
  // The checks sum whole tables, so they get more memory than a till's queries and no time limit.
  await client.query(`set local statement_timeout = 0; set local work_mem = '128MB'; set local jit = off`);
  const checks: CheckResult[] = [];
  for (const check of CHECKS) {
    const result = await runCheck(client, check);
    checks.push(result);
    onCheck?.(result);
  }
  return { ok: checks.every((check) => check.broken === 0), checks };
}

/** A second each. An open transaction keeps what it may add to from being sealed, and one of a server is over by then. */
const MOST_TRIES = 30;
/** Another sealer may be at work. */
const LEAST_TRIES = 3;

/**
 * Seals the unsealed rows, unless the database is a standby, which refuses writes. Old ones that are left are tried again
 * before they are reported.
 */
async function sealFirst(client: pg.Client): Promise<CheckResult> {
  await client.query('set statement_timeout = 0');
  for (let tries = 1; ; tries += 1) {
    const open = await sealBooks(client).catch((error: unknown) => {
      if (sqlStateOf(error) !== READ_ONLY) throw error;
      return null;
    });
    const late = await runCheck(client, LATE_LEDGERS_CHECK);
    if (late.broken === 0 || open === null || tries >= (open === 0 ? LEAST_TRIES : MOST_TRIES)) return late;
    await sleep(1000);
  }
}

/**
 * Checks every rule of docs/rules/books.md and returns the rows that break one. It seals first, and reports
 * rows that have waited too long for their seal. It reads one snapshot, changes nothing else and blocks nobody, so it may run
 * while the shop sells. It opens its own connection because the pool ends queries after seconds.
 */
export async function verifyBooks(connection: Connection, options: Options = {}): Promise<BooksReport> {
  const client = new pg.Client(clientConfig(connection));
  // Errors of a lost connection show at its query; without a listener they would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await requireBooks(client);
    const late = await runCheck(client, LATE_CHECK);
    const lateLedgers = await sealFirst(client);
    await client.query('begin isolation level repeatable read read only');
    const { checks } = await checkBooks(client, options);
    const elsewhere = options.headFile === undefined ? [] : [await checkHeads(client, options.headFile)];
    await client.query('commit');
    const all = [...checks, late, lateLedgers, ...elsewhere];
    return { ok: all.every((check) => check.broken === 0), checks: all };
  } finally {
    await client.end().catch(() => undefined);
  }
}
