import { randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { CODE_LENGTH, CODE_LETTERS, type confirmPairingRoute } from '#contract/tv.ts';
import type { BodyOf } from '#contract/route.ts';
import type { LiveEvent } from '#contract/live.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { issueMachine, renewToken } from '#server/http/guard/machines.ts';
import { hashToken, type Staff } from '#server/http/guard/session.ts';
import { locationToWrite } from '#server/http/serve/location.ts';
import { lockMenus } from '#server/modules/menus/service.ts';
import { Refusal } from '#server/refusal.ts';
import { forgetDevice, requireFreeNumber } from './devices.ts';

/** Rule: menus/pairing. */
const VALID_MINUTES = 10;
const VALID = sql`make_interval(mins => ${sql.lit(VALID_MINUTES)})`;
/** Rule: menus/pairing. */
const MOST_OPEN = 20;
const MOST_WRONG = 5;

export interface Pairing {
  readonly code: string;
  readonly claim: string;
  readonly expiresAt: Date;
}

function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
}

/**
 * Makes a code for a screen to show. Refused while `MOST_OPEN` codes of this network are open. Codes that would outlive a new one
 * were made before the clock was set back, and do not count. Rule: menus/pairing.
 * @throws Refusal `too_many_pairings`
 */
export async function beginPairing(tx: Tx, network: string): Promise<Pairing> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`tv pairings ${network}`}, 0))`.execute(tx);
  const { rows: open } = await sql<{ count: number; wait_s: number }>`
    SELECT count(*)::integer AS count, ceil(extract(epoch FROM min(expires_at) - now()))::integer AS wait_s FROM tv_pairings
     WHERE network = ${network} AND expires_at > now() AND expires_at <= clock_timestamp() + ${VALID} AND machine_id IS NULL`.execute(
    tx,
  );
  if ((open[0]?.count ?? 0) >= MOST_OPEN)
    throw new Refusal('too_many_pairings', `${MOST_OPEN} screens show a code already. Use one of those, or wait.`, {
      retryAfterS: Math.max(1, open[0]?.wait_s ?? 1),
    });
  const claim = randomBytes(32).toString('base64url');
  for (;;) {
    const code = newCode();
    const { rows } = await sql<{ expires_at: Date }>`
      INSERT INTO tv_pairings (code, claim_hash, network, expires_at)
      VALUES (${code}, ${hashToken(claim)}, ${network}, now() + ${VALID})
      ON CONFLICT (code) DO NOTHING RETURNING expires_at`.execute(tx);
    if (rows[0]) return { code, claim, expiresAt: rows[0].expires_at };
  }
}

/**
 * Counts a code before it is compared, so that tries at one moment are counted, too. The right one clears the count, and so
 * does a clock that was set back.
 * @throws Refusal `too_many_requests` after five wrong ones
 */
export async function countTry(db: Database, { id }: Staff): Promise<void> {
  // The time of the transaction began before it waited for a try beside it, whose time would be in the future.
  const isOver = sql`(f.since < now() - ${VALID} OR f.since > clock_timestamp())`;
  const { rows } = await sql<{ failures: number; wait_s: number }>`
    INSERT INTO tv_pairing_failures AS f (user_id, failures) VALUES (${id}, 1)
    ON CONFLICT (user_id) DO UPDATE SET failures = CASE WHEN ${isOver} THEN 1 ELSE least(f.failures + 1, 1000) END,
       since = CASE WHEN ${isOver} THEN now() ELSE f.since END
    RETURNING failures, ceil(extract(epoch FROM since + ${VALID} - now()))::integer AS wait_s`.execute(db);
  const [row] = rows;
  if (row && row.failures > MOST_WRONG)
    throw new Refusal(
      'too_many_requests',
      'Too many wrong codes. Wait a few minutes, then use the code on the screen.',
      {
        retryAfterS: Math.max(1, row.wait_s),
      },
    );
}

/** The code was right, and something else was refused: no try at guessing. */
export async function uncountTry(db: Database, { id }: Staff): Promise<void> {
  await sql`UPDATE tv_pairing_failures SET failures = greatest(failures - 1, 0) WHERE user_id = ${id}`.execute(db);
}

export interface Confirmed {
  readonly id: number;
  readonly events: readonly LiveEvent[];
}

/** Makes a screen of the one that shows the code. Rule: menus/pairing. @throws Refusal as `confirmPairingRoute` lists */
export async function confirmPairing(
  tx: Tx,
  staff: Staff,
  body: BodyOf<typeof confirmPairingRoute>,
): Promise<Confirmed> {
  const locationId = locationToWrite(staff, body.location_id);
  await lockMenus(tx, locationId);
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM tv_pairings WHERE code = ${body.code} AND expires_at > now() AND machine_id IS NULL FOR UPDATE`.execute(
    tx,
  );
  const [pairing] = rows;
  if (!pairing)
    throw new Refusal('pairing_code_wrong', 'No screen shows this code. Look at the screen and enter it again.');
  const tvNumber = body.tv_number ?? (await freeNumber(tx, locationId));
  const events = body.replace ? await replaced(tx, staff, locationId, tvNumber) : [];
  await requireFreeNumber(tx, locationId, tvNumber, null);
  const name = body.device_name?.trim() ?? `TV ${tvNumber}`;
  const { id } = await issueMachine(tx, staff, { kind: 'device', name, locationId });
  await sql`
    INSERT INTO tv_devices (machine_id, location_id, tv_number, device_name) VALUES (${id}, ${locationId}, ${tvNumber}, ${name})`.execute(
    tx,
  );
  await sql`UPDATE tv_pairings SET machine_id = ${id} WHERE id = ${pairing.id}`.execute(tx);
  await sql`DELETE FROM tv_pairing_failures WHERE user_id = ${staff.id}`.execute(tx);
  return { id, events: [...events, { type: 'tvs', location_id: locationId }] };
}

/** The lowest number that no screen of the location has. */
async function freeNumber(tx: Tx, locationId: number): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    SELECT n AS number FROM generate_series(1, 999) AS n
     WHERE NOT EXISTS (SELECT FROM tv_devices WHERE location_id = ${locationId} AND tv_number = n AND forgotten_at IS NULL)
     ORDER BY n LIMIT 1`.execute(tx);
  const [row] = rows;
  if (!row) throw new Refusal('tv_number_taken', 'The location has a screen for every number up to 999.');
  return row.number;
}

async function replaced(tx: Tx, staff: Staff, locationId: number, tvNumber: number): Promise<readonly LiveEvent[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT machine_id AS id FROM tv_devices WHERE location_id = ${locationId} AND tv_number = ${tvNumber} AND forgotten_at IS NULL`.execute(
    tx,
  );
  return rows[0] ? forgetDevice(tx, staff, rows[0].id) : [];
}

export interface Claimed {
  readonly token: string;
  readonly device: { id: number; tv_number: number; device_name: string; location_id: number };
}

/**
 * The token of the screen that brings the claim; null while nobody entered its code. Each answer has a new token, until
 * the screen uses one: an answer may be lost. Rule: menus/pairing.
 * @throws Refusal `not_found` for a claim that is unknown, too old, or was used
 */
export async function claimPairing(tx: Tx, claim: string): Promise<Claimed | null> {
  // Locked by itself: a statement that had waited for the confirmation would still not see the device that it made.
  await sql`SELECT FROM tv_pairings WHERE claim_hash = ${hashToken(claim)} FOR UPDATE`.execute(tx);
  const { rows } = await sql<{ is_paired: boolean } & Claimed['device']>`
    SELECT p.machine_id IS NOT NULL AS is_paired, d.machine_id AS id, d.tv_number, d.device_name, d.location_id
      FROM tv_pairings p LEFT JOIN tv_devices d ON d.machine_id = p.machine_id AND d.forgotten_at IS NULL
     WHERE p.claim_hash = ${hashToken(claim)} AND p.expires_at > now() AND (p.machine_id IS NULL OR d.last_seen IS NULL AND d.machine_id IS NOT NULL)`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw new Refusal('not_found', 'This code is no longer valid. Ask for a new one.');
  const { is_paired, ...device } = row;
  if (!is_paired) return null;
  const token = await renewToken(tx, device.id);
  // Backups leave sessions out, and a restored shop knows the screen by this.
  await sql`UPDATE tv_devices SET token_hash = ${hashToken(token)} WHERE machine_id = ${device.id}`.execute(tx);
  return { token, device };
}
