import { sql } from 'kysely';
import { type Approvable, limitFor } from '#domain/permissions.ts';
import type { Database } from '#server/db/pool.ts';
import { Refusal } from '#server/refusal.ts';
import { type Approver, type Asking, type Author, may, type Principal, ROLE_COLUMNS, roleOf } from './session.ts';

/** A permission that a request needs, and the person lacks or has only up to a limit. */
export interface Need {
  readonly permission: Approvable;
  /** Percent off a line, cents below its floor price, or cents that an order gives back. Left out where the permission has no limit. */
  readonly amount?: number;
  /** The reason in words: '30% off Grinder'. Left out for those of `WORDS`. */
  readonly reason?: string;
}

const WORDS: Record<Approvable, string> = {
  'override-prices': 'changing a price',
  'sell-below-floor': 'selling below the floor price',
  'sell-anyway': 'selling more than is in stock',
  'change-orders': 'changing an order',
  'void-orders': 'deleting an order',
};

/** An approval that was not used by then is forgotten: the person has left the till. Rule: sign-in/approvals. */
const HOLDS_MINUTES = 15;

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

/** The approvals of this very request by people who may still give them. One that was carried out is answered without any. */
async function approversOf(db: Database, staffId: number, { key, route, hash }: Asking) {
  const { rows } = await sql<Given>`
    SELECT a.permission, a.amount::float8 AS amount, u.id, coalesce(nullif(u.display_name, ''), nullif(u.name, ''), u.username) AS name,
           jsonb_build_object('role', u.role, ${ROLE_COLUMNS}) AS settings
      FROM approvals a JOIN users u ON u.id = a.approved_by JOIN staff_pins p ON p.user_id = u.id LEFT JOIN role_settings r ON r.role = u.role
     WHERE a.user_id = ${staffId} AND a.idempotency_key = ${key} AND a.route = ${route} AND a.request_hash = ${hash()}
       AND u.status = 'active' AND p.set_at <= a.made_at
       AND a.made_at > now() - make_interval(mins => ${sql.lit(HOLDS_MINUTES)}) AND a.made_at <= now()`.execute(db);
  return rows;
}

/** The refusal of a request that needs more than the person may. */
export function approvalNeeded(needs: readonly Need[]): Refusal {
  const wanted = needs.map(({ permission, amount = 0, reason = WORDS[permission] }) => ({
    permission,
    amount,
    reason,
  }));
  const sentence = `A manager has to approve this: ${wanted.map(({ reason }) => reason).join(', ')}.`;
  return new Refusal('approval_needed', sentence, { details: { needs: wanted } });
}

/**
 * The refusal of a request that needs more than the person may and that nobody has approved, or null. Notes who has, for
 * `told`. Nothing is read while nothing is needed.
 */
export async function lackingApproval(db: Database, by: Author, needs: readonly Need[]): Promise<Refusal | null> {
  const lacking = needs.filter((need) => lacks(by, need));
  if (lacking.length === 0) return null;
  const asking = by.kind === 'staff' ? by.asking : null;
  if (asking === null) return new Refusal('not_allowed', approvalNeeded(lacking).message);
  const given = await approversOf(db, by.id, asking);
  const approverOf = (need: Need) =>
    given.find(
      ({ settings, permission, amount }) =>
        permission === need.permission && amount >= (need.amount ?? 0) && !lacks({ ...by, ...roleOf(settings) }, need),
    );
  const missing = lacking.filter((need) => !approverOf(need));
  if (missing.length > 0) return approvalNeeded(missing);
  for (const need of lacking) {
    const approver = approverOf(need);
    if (approver) asking.approvers.set(approver.id, { id: approver.id, name: approver.name });
  }
  return null;
}

/**
 * Refuses a request that needs more than the person may, unless somebody has approved it. It is asked last, so that nobody
 * approves what something else then refuses. Rule: sign-in/approvals.
 * @throws Refusal `approval_needed` with `needs`; `not_allowed` for a request without a key
 */
export async function requireApproved(db: Database, by: Author, needs: readonly Need[]): Promise<void> {
  const refusal = await lackingApproval(db, by, needs);
  if (refusal) throw refusal;
}

/** Keeps what a refused request needs, so that nobody approves anything else under its key. */
export async function keepNeeds(db: Database, userId: number, asking: Asking, { details }: Refusal): Promise<void> {
  const { key, route, hash, orderId } = asking;
  await sql`
    INSERT INTO approvals_asked (user_id, idempotency_key, route, request_hash, order_id, needs)
    VALUES (${userId}, ${key}, ${route}, ${hash()}, ${orderId}, ${JSON.stringify(details?.['needs'])}::jsonb)
    ON CONFLICT (user_id, idempotency_key) DO UPDATE
      SET route = excluded.route, request_hash = excluded.request_hash, order_id = excluded.order_id, needs = excluded.needs,
          made_at = now()`.execute(db);
}

/** A request that was refused for something else is approved anew, because the next one of its key may be another. */
export async function endApprovals(db: Database, { kind, id }: Principal, key: string): Promise<void> {
  if (kind !== 'staff') return;
  await sql`
    WITH ended AS (DELETE FROM approvals WHERE user_id = ${id} AND idempotency_key = ${key})
    DELETE FROM approvals_asked WHERE user_id = ${id} AND idempotency_key = ${key}`.execute(db);
}

/** For the audit trail and the timeline of an order: the person who approved, if somebody had to; a list of several. */
export function told(by: Author): { approved_by?: Approver | Approver[] } {
  const approvers = by.kind === 'staff' && by.asking ? [...by.asking.approvers.values()] : [];
  const [first, ...others] = approvers;
  return first ? { approved_by: others.length === 0 ? first : approvers } : {};
}
