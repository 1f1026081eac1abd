import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { FIRST_LOCATION } from '#contract/first-run.ts';
import { BootError } from '#server/boot-error.ts';
import type { Config } from '#server/config.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { demoAccountsWork } from '#server/modules/auth/demo-accounts.ts';
import { hashPassword } from '#server/modules/auth/password.ts';
import { loadDemoShop } from './load/load.ts';

/** Letters and digits that are not mistaken for one another when read from a screen. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_LENGTH = 16;
/** One server at a time looks whether the database is empty. */
const FIRST_DATA_LOCK = 0x66697273;
const TURN_MS = 100;

/** Facts for the person who starts the server. */
export interface FirstData {
  /** Made just now, with a password that is kept only as a hash; null when the shop has staff already. */
  readonly administrator: { readonly username: string; readonly password: string } | null;
  /** Accounts that sign in with the demo's password, here and now. */
  readonly demoAccounts: readonly string[];
}

/** Waits without a limit, by asking again: another server may load the demo shop for longer than a statement may take. */
async function takeTurn(tx: Tx): Promise<void> {
  const isTaken = async (): Promise<boolean> => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(${FIRST_DATA_LOCK}) as taken`.execute(tx);
    return rows[0]?.taken === true;
  };
  while (!(await isTaken())) await sleep(TURN_MS);
}

function oneTimePassword(): string {
  return Array.from({ length: PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/**
 * Gives an empty database its first data: the demo shop. If the demo is not wanted, or its accounts would not work
 * because others can reach the server, it gets a location and one administrator, whose password is printed once.
 * Rule: running/first-start.
 */
export async function ensureFirstData(db: Database, config: Config): Promise<FirstData> {
  const demoWorks = demoAccountsWork(config);
  const administrator = await inTransaction(db, async (tx) => {
    await takeTurn(tx);
    const { rows } = await sql`select 1 from users where role <> 'customer' limit 1`.execute(tx);
    if (rows.length > 0) return null;
    if (config.demo === false || !demoWorks || (await hasGoods(tx))) return makeAdministrator(tx);
    await loadDemoShop(tx, { asOf: new Date() });
    return null;
  });
  return { administrator, demoAccounts: demoWorks ? await selectDemoAccounts(db) : [] };
}

/**
 * Loads the demo shop where there is nothing yet; false when it is there already.
 * @throws BootError when the database is that of somebody's own shop.
 */
export async function ensureDemoShop(db: Database): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await takeTurn(tx);
    const { rows } = await sql<{ demo: boolean }>`select demo from users where role <> 'customer'`.execute(tx);
    if (rows.some(({ demo }) => demo)) return false;
    if (rows.length > 0 || (await hasGoods(tx))) {
      throw new BootError('This database holds a shop of its own; demo data is only added to the demo shop.');
    }
    await loadDemoShop(tx, { asOf: new Date() });
    return true;
  });
}

/** A catalogue that was imported before the first start is somebody's own shop. */
async function hasGoods(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select 1 from products union all select 1 from locations limit 1`.execute(tx);
  return rows.length > 0;
}

async function makeAdministrator(tx: Tx): Promise<FirstData['administrator']> {
  const password = oneTimePassword();
  await sql`insert into locations (id, name) select 1, ${FIRST_LOCATION} where not exists (select 1 from locations)`.execute(
    tx,
  );
  await sql`insert into users (username, email, name, display_name, role, password_hash, location_id)
    values ('admin', 'admin@customers.invalid', 'Administrator', 'Administrator', 'administrator',
            ${await hashPassword(password)}, (select min(id) from locations))`.execute(tx);
  return { username: 'admin', password };
}

async function selectDemoAccounts(db: Database): Promise<string[]> {
  const { rows } = await sql<{ username: string }>`
    select username from users where demo and status = 'active' order by id`.execute(db);
  return rows.map(({ username }) => username);
}
