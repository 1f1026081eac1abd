import { sql } from 'kysely';
import { type Approvable, isApprovable, limitFor } from '#domain/permissions.ts';
import type { Database } from '#server/db/pool.ts';
import { Refusal } from '#server/refusal.ts';
import { type Author, may, type Principal, ROLE_COLUMNS, roleOf, type Staff } from './session.ts';

/** A permission that a request needs, and the person lacks or has only up to a limit. */
export interface Need {
  readonly permission: Approvable;
  /** Percent off a line, cents below its floor price, or cents that an order gives back. Left out where the permission has no limit. */
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
  'sell-below-floor': 'selling below the floor price',
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

interface Given extends Approver {
  readonly permission: string;
  readonly amount: number;
  readonly settings: Parameters<typeof roleOf>[0];
}

/** The approvals of a request by people who may still give them. One that was carried out is answered without any. */
async function approversOf(db: Database, { id, requestKey }: Staff) {
  const { rows } = await sql<Given>`
    SELECT a.permission, a.amount::float8 AS amount, u.id, coalesce(nullif(u.display_name, ''), nullif(u.name, ''), u.username) AS name,
           jsonb_build_object('role', u.role, ${ROLE_COLUMNS}) AS settings
      FROM approvals a JOIN users u ON u.id = a.approved_by JOIN staff_pins p ON p.user_id = u.id LEFT JOIN role_settings r ON r.role = u.role
     WHERE a.user_id = ${id} AND a.idempotency_key = ${requestKey} AND u.status = 'active' AND p.set_at <= a.made_at
       AND a.made_at > now() - make_interval(mins => ${sql.lit(HOLDS_MINUTES)}) AND a.made_at <= now()`.execute(db);
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
  const covers = ({ settings, ...one }: Given, need: Need) =>
    one.permission === need.permission &&
    one.amount >= (need.amount ?? 0) &&
    !lacks({ ...by, ...roleOf(settings) }, need);
  const missing = lacking.filter((need) => !given.some((one) => covers(one, need)));
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

/** A request that was refused for something else is approved anew, because the next one of its key may be another. */
export async function endApprovals(db: Database, { kind, id }: Principal, key: string): Promise<void> {
  if (kind !== 'staff') return;
  await sql`DELETE FROM approvals WHERE user_id = ${id} AND idempotency_key = ${key}`.execute(db);
}

/** For the audit trail and the timeline of an order: the person who approved, if somebody had to. */
export const told = (approver: Approver | null) => (approver ? { approved_by: approver } : {});
