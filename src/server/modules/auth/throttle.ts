import { sql } from 'kysely';
import { signInName } from '#domain/sign-in-name.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { networkOf } from '#server/http/guard/caller-address.ts';
import { Refusal } from '#server/refusal.ts';
import type { Secrets } from '#server/secrets/secrets.ts';

/** Rule: sign-in/throttle. */
const FIRST_WAIT_S = 15;
const LONGEST_WAIT_S = 15 * 60;
/** Failures of one account at one place before it has to wait there. Rule: sign-in/throttle. */
const OF_PLACE = 5;
/** Failures of one address over all accounts. The tills of a shop share an address. Rule: sign-in/throttle. */
const OF_ADDRESS = 25;
/** Failures of one account from unknown places, over all addresses. Rule: sign-in/throttle. */
const OF_ACCOUNT = 100;

interface Subject {
  readonly name: string;
  /** The number of failures before it has to wait. */
  readonly limit: number;
  /** A right password clears all its failures; otherwise only the present attempt is taken back. */
  readonly isForgotten: boolean;
}

/** The subjects that an attempt to sign in counts against if it fails. */
export type Attempt = readonly Subject[];

interface Guess {
  /** Username or e-mail, as typed. */
  readonly login: string;
  readonly ip: string;
  /** The person who signed in with this browser before, or is signed in with it now. */
  readonly knownAs: number | null;
}

/**
 * Strangers' guesses delay strangers only: those at the same address or, when guesses come from many addresses, all of
 * them. They never delay a browser with which somebody of the shop has signed in. Guesses from such a browser count
 * against that person, because a thief among the staff could make any number of known browsers. Rule: sign-in/throttle.
 *
 * A user name and the e-mail address of its account are counted separately. Otherwise a wait at one after guesses at
 * the other would reveal that they belong to one account, and that it exists.
 */
export function attemptOf({ typedNames }: Pick<Secrets, 'typedNames'>, { login, ip, knownAs }: Guess): Attempt {
  // Hashed, because people type their password there by mistake.
  const account = typedNames.of(signInName(login)).toString('base64url');
  if (knownAs !== null) return [{ name: `known:${knownAs}:${account}`, limit: OF_PLACE, isForgotten: true }];
  const address = networkOf(ip);
  return [
    { name: `place:${address}:${account}`, limit: OF_PLACE, isForgotten: true },
    { name: `account:${account}`, limit: OF_ACCOUNT, isForgotten: false },
    { name: `address:${address}`, limit: OF_ADDRESS, isForgotten: false },
  ];
}

interface Counted extends Subject {
  readonly failedBefore: Date | null;
}

/**
 * Counts a sign-in as failed before its password is checked; `forgive` takes it back when the password was right. If it
 * were counted later, a hundred guesses sent at once would all be checked.
 * @throws Refusal `too_many_requests` while one of its subjects has to wait: 15 s after as many failures as its limit,
 * twice as long after each one more, at most 15 minutes; an hour without failures forgets them.
 * @returns what was counted, for `forgive`.
 */
export async function countAttempt(db: Database, attempt: Attempt): Promise<readonly Counted[]> {
  return inTransaction(db, async (tx) => {
    const counted: Counted[] = [];
    for (const subject of attempt) counted.push({ ...subject, failedBefore: await countFor(tx, subject) });
    return counted;
  });
}

/**
 * A failure in the future means that the clock was set back. Its wait is over, and it counts as of now. The time of a
 * transaction would not do: it began before it waited for an attempt beside it, whose time would be in the future.
 */
const IS_FREE = sql`f.blocked_until IS NULL OR f.blocked_until <= now() OR f.last_failed_at > clock_timestamp()`;
const WAIT_S = sql`greatest(1, ceil(extract(epoch FROM f.blocked_until - now())))::integer`;
const NEXT = sql`CASE WHEN f.last_failed_at < now() - interval '1 hour' THEN 1 ELSE f.failures + 1 END`;

async function countFor(tx: Tx, { name, limit }: Subject): Promise<Date | null> {
  const { rows } = await sql<{ failed_before: Date | null }>`
    WITH earlier AS (SELECT last_failed_at FROM sign_in_failures WHERE subject = ${name})
    INSERT INTO sign_in_failures AS f (subject, failures) VALUES (${name}, 1)
    ON CONFLICT (subject) DO UPDATE
       SET failures = ${NEXT}, last_failed_at = now(),
           blocked_until = CASE WHEN ${NEXT} >= ${limit}::integer THEN now() + make_interval(secs =>
             least(${sql.lit(LONGEST_WAIT_S)}, ${sql.lit(FIRST_WAIT_S)} * power(2, least(${NEXT} - ${limit}::integer, 20)))) END
     WHERE ${IS_FREE}
    RETURNING (SELECT least(last_failed_at, now()) FROM earlier) AS failed_before`.execute(tx);
  const [counted] = rows;
  if (counted) return counted.failed_before;
  const blocked = await sql<{ wait_s: number }>`
    SELECT ${WAIT_S} AS wait_s FROM sign_in_failures f WHERE subject = ${name}`.execute(tx);
  throw hasToWait(blocked.rows[0]?.wait_s ?? 1);
}

function hasToWait(retryAfterS: number): Refusal {
  return new Refusal('too_many_requests', `Too many failed sign-ins. Please wait ${spoken(retryAfterS)}.`, {
    retryAfterS,
  });
}

/** @throws Refusal `too_many_requests` while one of its subjects has to wait. Counts nothing. */
export async function requireFree(db: Database, attempt: Attempt): Promise<void> {
  const { rows } = await sql<{ wait_s: number | null }>`
    SELECT max(${WAIT_S}) AS wait_s FROM sign_in_failures f
     WHERE subject = ANY(${attempt.map(({ name }) => name)}) AND NOT (${IS_FREE})`.execute(db);
  const waitS = rows[0]?.wait_s ?? null;
  if (waitS !== null) throw hasToWait(waitS);
}

/**
 * The password was right: the failures at this place are cleared, and the address and account are as before the
 * attempt. Otherwise a shop whose tills share an address would be delayed by its own sign-ins.
 */
export async function forgive(tx: Tx, counted: readonly Counted[]): Promise<void> {
  for (const { name, isForgotten, failedBefore } of counted) {
    if (isForgotten) await sql`DELETE FROM sign_in_failures WHERE subject = ${name}`.execute(tx);
    else {
      await sql`
        UPDATE sign_in_failures
           SET failures = greatest(failures - 1, 0), blocked_until = NULL,
               last_failed_at = coalesce(${failedBefore}::timestamptz, last_failed_at)
         WHERE subject = ${name}`.execute(tx);
    }
  }
}

function spoken(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
