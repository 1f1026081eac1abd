import type { adjustPointsRoute, PointsEvent, pointsHistoryRoute } from '#contract/loyalty.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/route.ts';
import { wallTime } from '#domain/receipt.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { noSuchCustomer } from '#server/modules/customers/service.ts';
import { Refusal } from '#server/refusal.ts';
import { beyondBounds } from '#server/stock/bounds.ts';
import {
  countEvents,
  type EventRow,
  insertEvent,
  lockBalance,
  type Place,
  selectBalance,
  selectEvents,
  selectSettings,
} from './queries.ts';

function toWireEvent(row: EventRow, timeZone: string): PointsEvent {
  return {
    id: row.id,
    type: row.type,
    points: row.points,
    description: row.description,
    date: row.created_at.toISOString(),
    formatted_date: wallTime(row.created_at, timeZone),
    order_id: row.order_id,
    by: row.by,
  };
}

function placeOf(cursor: string | undefined): Place | null {
  const [atMicros, id] = cursor?.split('.') ?? [];
  return atMicros !== undefined && id !== undefined ? { atMicros, id } : null;
}

/** A page of a customer's ledger. @throws Refusal `not_found` */
export async function getHistory(
  db: Database,
  staff: Staff,
  customerId: number,
  { page, per_page, cursor }: QueryOf<typeof pointsHistoryRoute>,
): Promise<Omit<ReplyOf<typeof pointsHistoryRoute>, 'success'>> {
  const after = placeOf(cursor);
  const [balance, total, found] = await Promise.all([
    selectBalance(db, customerId),
    countEvents(db, customerId),
    // One more tells whether there is a next page.
    selectEvents(db, customerId, { after, offset: after ? 0 : (page - 1) * per_page, limit: per_page + 1 }),
  ]);
  if (balance === undefined) throw await noSuchCustomer(db, customerId);
  const events = found.slice(0, per_page);
  const last = events.at(-1);
  return {
    events: events.map((row) => toWireEvent(row, staff.timeZone)),
    pagination: { total, total_pages: Math.ceil(total / per_page), page, per_page },
    next_cursor: last && found.length > per_page ? `${last.at_micros}.${last.id}` : null,
  };
}

/**
 * Gives or takes points by hand. The balance is read under its lock, so the sentence about zero is true when the entry
 * is written. Rule: loyalty/adjust.
 * @throws Refusal as `adjustPointsRoute` lists.
 */
export async function adjustPoints(
  tx: Tx,
  staff: Staff,
  customerId: number,
  { points, description, confirm_below_zero }: BodyOf<typeof adjustPointsRoute>,
): Promise<Omit<ReplyOf<typeof adjustPointsRoute>, 'success'>> {
  const reason = description.trim();
  if (points === 0) throw new Refusal('nothing_to_do', 'Adjust by at least one point.');
  if (reason === '') throw new Refusal('reason_required', 'Say why the points are adjusted.');
  const balance = await lockBalance(tx, customerId);
  if (balance === undefined) throw await noSuchCustomer(tx, customerId);
  const newBalance = balance + points;
  if (points < 0 && newBalance < 0 && confirm_below_zero !== true) {
    throw new Refusal(
      'points_below_zero',
      `The balance would be ${newBalance}. Nothing was changed; confirm to take the points anyway.`,
      { details: { balance, new_balance: newBalance } },
    );
  }
  const event = await insertEvent(tx, {
    customerId,
    type: 'manual-adjust',
    points,
    reason,
    actorId: staff.id,
  }).catch((error: unknown) => {
    throw beyondBounds(error) ?? error;
  });
  await recordChange(tx, staff, {
    action: 'points_adjusted',
    entity: 'user',
    entityId: customerId,
    details: { points, balance: newBalance, ...(newBalance < 0 && { below_zero: true }) },
    personal: { customerId, details: { reason } },
  });
  const { label } = await selectSettings(tx);
  return { balance: newBalance, points_label: label, event: toWireEvent(event, staff.timeZone) };
}
