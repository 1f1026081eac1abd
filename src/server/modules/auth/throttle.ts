import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Database, Tx } from '#server/db/pool.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { Refusal } from '#server/refusal.ts';

/** An account is guessed at from many addresses, and an address guesses at many accounts; a shop's tills share one. */
const LIMIT = { account: 5, address: 25 } as const;
const FIRST_WAIT_S = 15;
const LONGEST_WAIT_S = 15 * 60;

export interface Attempt {
  /** Of what was typed, known or not; hashed, because people type their password there. */
  readonly account: string;
  readonly address: string;
}

/**
 * A username and the e-mail of its account are two accounts to a guesser: were they counted together, waiting at the
 * one after guesses at the other would tell that they belong to one account, and that there is one.
 */
export function attemptOf(login: string, ip: string): Attempt {
  const typed = createHash('sha256').update(login.toLowerCase()).digest('base64url');
  return { account: `account:${typed}`, address: `address:${networkOf(ip)}` };
}

/** Whoever has one IPv6 address has 2^64 of them. */
function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [front = '', back] = (ip.split('%')[0] ?? '').split('::');
  const before = front.split(':').filter((group) => group !== '');
  const after = (back ?? '').split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const network = [...before, ...zeros, ...after].slice(0, 4);
  return `${network.map((group) => group.replace(/^0+(?=.)/, '').toLowerCase()).join(':')}::/64`;
}

/**
 * Counts a sign-in as failed before its password is looked at; `forgive` takes it back when the password was right.
 * Counted any later, a hundred guesses sent at once would all be looked at.
 * @throws Refusal `too_many_requests` while the account or the address has to wait: 15 s after the fifth failure,
 * twice as long after each one more, at most 15 minutes; an hour without failures forgets them.
 * @returns when the address had failed last, for `forgive`.
 */
export async function countAttempt(db: Database, attempt: Attempt): Promise<Date | null> {
  return inTransaction(db, async (tx) => {
    await countFor(tx, attempt.account, LIMIT.account);
    return countFor(tx, attempt.address, LIMIT.address);
  });
}

const NEXT = sql`CASE WHEN f.last_failed_at < now() - interval '1 hour' THEN 1 ELSE f.failures + 1 END`;

async function countFor(tx: Tx, subject: string, limit: number): Promise<Date | null> {
  const { rows } = await sql<{ failed_before: Date | null }>`
    WITH earlier AS (SELECT last_failed_at FROM sign_in_failures WHERE subject = ${subject})
    INSERT INTO sign_in_failures AS f (subject, failures) VALUES (${subject}, 1)
    ON CONFLICT (subject) DO UPDATE
       SET failures = ${NEXT}, last_failed_at = now(),
           blocked_until = CASE WHEN ${NEXT} >= ${sql.lit(limit)} THEN now() + make_interval(secs =>
             least(${sql.lit(LONGEST_WAIT_S)}, ${sql.lit(FIRST_WAIT_S)} * power(2, least(${NEXT} - ${sql.lit(limit)}, 20)))) END
     WHERE f.blocked_until IS NULL OR f.blocked_until <= now()
    RETURNING (SELECT last_failed_at FROM earlier) AS failed_before`.execute(tx);
  const [counted] = rows;
  if (counted) return counted.failed_before;
  const blocked = await sql<{ wait_s: number }>`
    SELECT greatest(1, ceil(extract(epoch FROM blocked_until - now())))::integer AS wait_s
      FROM sign_in_failures WHERE subject = ${subject}`.execute(tx);
  const retryAfterS = blocked.rows[0]?.wait_s ?? 1;
  throw new Refusal('too_many_requests', `Too many failed sign-ins. Please wait ${spoken(retryAfterS)}.`, {
    retryAfterS,
  });
}

/**
 * The password was right: the account starts afresh, and the address is as it was, or a shop whose tills share one
 * would be held up by everybody who signs in after a day's worth of mistyped passwords.
 */
export async function forgive(tx: Tx, attempt: Attempt, failedBefore: Date | null): Promise<void> {
  await sql`DELETE FROM sign_in_failures WHERE subject = ${attempt.account}`.execute(tx);
  await sql`
    UPDATE sign_in_failures
       SET failures = greatest(failures - 1, 0), blocked_until = NULL,
           last_failed_at = coalesce(${failedBefore}::timestamptz, last_failed_at)
     WHERE subject = ${attempt.address}`.execute(tx);
}

function spoken(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
