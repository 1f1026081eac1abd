import { sql } from 'kysely';

import type { Tx } from '#server/db/pool.ts';

import type { DemoAudit } from '../stock/audits.ts';
import { insertRows, quantity } from './insert.ts';

/** Writes the counts with their lines. Their movements follow with all others. */
export async function insertAudits(tx: Tx, audits: readonly DemoAudit[]): Promise<void> {
  await insertRows(
    tx,
    'stock_audits',
    {
      id: 'bigint',
      audit_number: 'text',
      name: 'text',
      description: 'text',
      location_id: 'integer',
      actor_id: 'integer',
      total_products: 'integer',
      net_change: 'numeric',
      created_at: 'timestamptz',
    },
    audits.map((audit) => ({
      id: audit.id,
      audit_number: audit.number,
      name: audit.name,
      description: audit.description,
      location_id: audit.locationId,
      actor_id: audit.actorId,
      total_products: audit.lines.length,
      net_change: quantity(audit.netMilli),
      created_at: audit.at,
    })),
  );
  await insertRows(
    tx,
    'stock_audit_lines',
    {
      audit_id: 'bigint',
      position: 'integer',
      product_id: 'integer',
      variation_id: 'integer',
      system_quantity: 'numeric',
      counted_quantity: 'numeric',
      asked: 'numeric',
      applied: 'numeric',
      quantity_before: 'numeric',
      quantity_after: 'numeric',
      reason: 'text',
    },
    audits.flatMap(({ id, lines }) =>
      lines.map((line, position) => ({
        audit_id: id,
        position,
        product_id: line.productId,
        variation_id: line.variationId,
        system_quantity: quantity(line.beforeMilli),
        counted_quantity: quantity(line.beforeMilli + line.deltaMilli),
        asked: quantity(line.deltaMilli),
        applied: quantity(line.deltaMilli),
        quantity_before: quantity(line.beforeMilli),
        quantity_after: quantity(line.beforeMilli + line.deltaMilli),
        reason: line.reason,
      })),
    ),
  );
  await sql`SELECT setval(pg_get_serial_sequence('stock_audits', 'id'), max(id)) FROM stock_audits`.execute(tx);
}
