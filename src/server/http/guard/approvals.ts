import { sql } from 'kysely';
import { type Approvable, isApprovable, limitFor } from '#domain/permissions.ts';
import type { Database } from '#server/db/pool.ts';
import { Refusal } from '#server/refusal.ts';
import { type Author, may, type Principal, type Staff } from './session.ts';

/** A permission that a request needs, and the person lacks or has only up to a limit. */
export interface Need {
  readonly permission: Approvable;
  /** Percent off a line, or cents of a refund. Left out where the permission has no limit. */
  readonly amount?: number;
  /** The reason in words: '30% off Grinder'. Left out for those of `WORDS`. */
  readonly reason?: string;
}

/** The person who approved. */
export interface Approver {
  readonly id: number;
  readonly name: string;
}

const WORDS: Record<Approvable, string> = {
  'override-prices': 'changing a price',
  'sell-anyway': 'selling more than is in stock',
  'change-orders': 'changing an order',
  'void-orders': 'deleting an order',
};

/** An approval that was not used by then is forgotten: the person has left the till. */
const HOLDS_MINUTES = 15;

/** The need of a request that somebody else can lend the permission to: one with a key, to which approvals are bound. */
export function askableOf(principal: Principal, permission: string): { staff: Staff; needs: Need[] } | null {
  if (principal.kind !== 'staff' || principal.requestKey === null || !isApprovable(permission)) return null;
  return { staff: principal, needs: [{ permission }] };
}

/** A key has no limits: an administrator has given it what it may do. */
export function lacks(by: Author, { permission, amount = 0 }: Need): boolean {
  const limit = by.kind === 'staff' ? limitFor(permission, by.limits) : null;
  return !may(by, permission) || (limit !== null && amount > limit);
}

/** The approvers of these needs by permission, for a request that has been carried out by then, too. */
async function approversOf(db: Database, { id, requestKey }: Staff) {
  const { rows } = await sql<Approver & { permission: string; amount: number }>`
    SELECT a.permission, a.amount::float8 AS amount, u.id, coalesce(nullif(u.display_name, ''), nullif(u.name, ''), u.username) AS name
      FROM approvals a JOIN users u ON u.id = a.approved_by
     WHERE a.user_id = ${id} AND a.idempotency_key = ${requestKey}
       AND (a.made_at > now() - make_interval(mins => ${sql.lit(HOLDS_MINUTES)})
         OR EXISTS (SELECT FROM idempotency_keys k WHERE k.key = a.idempotency_key))`.execute(db);
  return rows;
}

/**
 * Refuses a request that needs more than the person may, unless somebody has approved it under its key. Answers who has.
 * Nothing is read while nothing is needed. Rule: sign-in/approvals.
 * @throws Refusal `approval_needed` with `needs`; `not_allowed` for a request without a key
 */
export async function requireApproved(db: Database, by: Author, needs: readonly Need[]): Promise<Approver | null> {
  const lacking = needs.filter((need) => lacks(by, need));
  if (lacking.length === 0) return null;
  const staff = by.kind === 'staff' && by.requestKey !== null ? by : null;
  const given = staff === null ? [] : await approversOf(db, staff);
  const missing = lacking.filter(
    ({ permission, amount = 0 }) => !given.some((one) => one.permission === permission && one.amount >= amount),
  );
  if (missing.length > 0) {
    const reasons = missing.map(({ permission, reason }) => reason ?? WORDS[permission]).join(', ');
    const sentence = `A manager has to approve this: ${reasons}.`;
    if (staff === null) throw new Refusal('not_allowed', sentence);
    const wanted = missing.map(({ permission, amount = 0, reason }) => {
      return { permission, amount, reason: reason ?? WORDS[permission] };
    });
    throw new Refusal('approval_needed', sentence, { details: { needs: wanted } });
  }
  const approver = given.find((one) => lacking.some(({ permission }) => permission === one.permission));
  return approver ? { id: approver.id, name: approver.name } : null;
}

/** For the audit trail and the timeline of an order: the person who approved, if somebody had to. */
export const told = (approver: Approver | null) => (approver ? { approved_by: approver } : {});
