import type { z } from 'zod';
import type { StockEvent } from '#contract/live.ts';
import type { BodyOf } from '#contract/route.ts';
import type { applyAuditBatchRoute, auditBatch } from '#contract/stock-adjustments.ts';
import { toQuantity } from '#contract/wire.ts';
import { type Milli, toMilli, ZERO_MILLI } from '#domain/quantity.ts';
import { requestedChange } from '#domain/stock-count.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { type CountableItem, requireItems, requireLocationName } from '#server/stock/stock-items.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import { stockUnits } from '#server/modules/catalogue/service.ts';
import { Refusal } from '#server/refusal.ts';
import { type AskedLine, insertAudit, nextAuditId, selectAudit, toEntry } from './audit-queries.ts';
import { markCounted } from './counted.ts';
import { writeLines } from './write-lines.ts';
import { toldByUnit } from '../told-by-unit.ts';
import { oneLocation } from '../transfer/one-location.ts';

type AuditBatch = z.output<typeof auditBatch>;
type Body = BodyOf<typeof applyAuditBatchRoute>;

const DEFAULT_REASON = 'Audit';

export interface AppliedAudit {
  readonly batch: AuditBatch;
  readonly event: StockEvent | null;
}

/**
 * Applies an audit: every line and its movement, or none. Lines are differences that are added to the present stock, so
 * sales made while counting are kept. A line that would go below 0 stops there and records the rest as its difference.
 * Counted items leave the "needs a count" list, even when the count matched. Rules: inventory/audit-is-one-batch,
 * inventory/counts-are-differences, inventory/audit-clears-needs-a-count.
 * @throws Refusal `audit_name_required`, `nothing_to_do`, `product_unknown`, `item_twice`, `count_mismatch`,
 * `not_valid`, `not_allowed` for another location
 */
export async function applyAudit(tx: Tx, staff: Staff, body: Body): Promise<AppliedAudit> {
  const name = body.batch_name.trim();
  if (name === '')
    throw new Refusal('audit_name_required', 'Please provide an audit name for the audit trail.', {
      details: { field: 'batch_name' },
    });
  const { adjustments } = body;
  const locationId = oneLocation(staff, body.location_id, adjustments);
  await requireLocationName(tx, locationId);
  const items = await requireItems(
    tx,
    adjustments.map((line) => ({ productId: line.product_id, variationId: line.variation_id })),
  );
  const asked = items.map((item, position): AskedLine => {
    const line = adjustments[position];
    return {
      ...item,
      position,
      systemMilli: line?.system_quantity ?? null,
      countedMilli: line?.counted_quantity ?? null,
      askedMilli: line ? askedOf(line, item.name) : ZERO_MILLI,
      reason: line?.reason?.trim() || DEFAULT_REASON,
    };
  });

  // Before any stock is locked.
  const units = await stockUnits(
    tx,
    items.map(({ productId }) => productId),
  );
  const id = await nextAuditId(tx);
  const { lines, moved } = await writeLines(tx, { locationId, actorId: staff.id }, id, asked);
  const netMilli = toMilli(lines.reduce((sum, { appliedMilli }) => sum + appliedMilli, 0));
  const summary = await insertAudit(tx, {
    id,
    name,
    description: body.batch_description?.trim() ?? '',
    locationId,
    actorId: staff.id,
    totalProducts: lines.length,
    netMilli,
  });
  const event = await markCounted(tx, locationId, items, moved);
  await recordChange(tx, staff, {
    action: 'stock_audit',
    entity: 'stock_audit',
    entityId: summary.audit_number,
    details: {
      location_id: locationId,
      name,
      lines: lines.length,
      net_change: toQuantity(netMilli),
      by_unit: toldByUnit(
        lines.map(({ productId, appliedMilli: milli }) => ({ productId, milli })),
        units,
      ),
    },
  });
  // Not read again: sales of the counted items wait until the transaction ends.
  return { batch: { ...summary, entries: lines.map(toEntry) }, event };
}

function askedOf(line: Body['adjustments'][number], name: CountableItem['name']): Milli {
  const change = requestedChange({
    askedMilli: line.adjustment_quantity,
    countedMilli: line.counted_quantity,
    systemMilli: line.system_quantity,
  });
  if (change.ok) return change.value;
  throw change.refused.code === 'count_mismatch'
    ? new Refusal('count_mismatch', `The change of ${name} is not what was counted less what was on the books.`)
    : new Refusal('quantity_not_valid', `A count of ${name} cannot be less than zero.`);
}

/** @throws Refusal `not_found`, also for another location's audit */
export async function getAudit(db: Database, staff: Staff, id: number): Promise<AuditBatch> {
  const batch = await selectAudit(db, id);
  if (!batch || (batch.location_id !== staff.locationId && !may(staff, 'switch-location')))
    throw new Refusal('not_found', 'There is no such audit.');
  return batch;
}
