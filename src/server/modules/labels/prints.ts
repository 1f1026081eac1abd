import { sql } from 'kysely';
import type { LabelPrint, PrintMethod, recordLabelPrintsRoute } from '#contract/label-prints.ts';
import type { BodyOf } from '#contract/route.ts';
import { moneyOrNull, toQuantity } from '#contract/wire.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import { constraintOf } from '#server/db/errors.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { USER_NAME } from '#server/db/user-name.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { locationToRead } from '#server/http/serve/location.ts';
import { Refusal } from '#server/refusal.ts';

interface PrintRow {
  readonly id: number;
  readonly product_id: number | null;
  readonly variation_id: number | null;
  readonly name: string;
  readonly tier_label: string | null;
  readonly tier_quantity: string | null;
  readonly price_cents: number | null;
  readonly tier_price_cents: number | null;
  readonly template: string;
  readonly copies: number;
  readonly method: PrintMethod;
  readonly printed_by: string;
  readonly printed_at: Date;
}

const COLUMNS = sql`
  p.id, p.product_id, p.variation_id, p.name, p.tier_label, p.tier_quantity::text, p.price_cents, p.tier_price_cents,
  p.template, p.copies, p.method, p.printed_at, (SELECT ${USER_NAME} FROM users u WHERE u.id = p.printed_by) AS printed_by`;
const LAST_PRINTS = 100;
/** More different labels than a location has on its shelves. */
const MOST_PRICED = 20_000;

function toWire(row: PrintRow): LabelPrint {
  const { tier_label: label, tier_quantity: quantity, price_cents, tier_price_cents, printed_at, ...rest } = row;
  return {
    ...rest,
    tier: label === null || quantity === null ? null : { label, quantity: toQuantity(milliFrom(quantity)) },
    price: moneyOrNull(price_cents),
    tier_price: moneyOrNull(tier_price_cents),
    printed_at: printed_at.toISOString(),
  };
}

/** Rule: labels/recorded-prints. */
export async function listPrints(db: Database, staff: Staff): Promise<{ last: LabelPrint[]; priced: LabelPrint[] }> {
  const locationId = locationToRead(staff, undefined);
  const { rows: last } = await sql<PrintRow>`
    SELECT ${COLUMNS} FROM label_prints p WHERE p.location_id = ${locationId}
     ORDER BY p.id DESC LIMIT ${sql.lit(LAST_PRINTS)}`.execute(db);
  const { rows: priced } = await sql<PrintRow>`
    SELECT DISTINCT ON (p.product_id, p.variation_id, p.tier_label, p.tier_quantity) ${COLUMNS}
      FROM label_prints p
     WHERE p.location_id = ${locationId} AND p.product_id IS NOT NULL
       AND (p.price_cents IS NOT NULL OR p.tier_price_cents IS NOT NULL)
     ORDER BY p.product_id, p.variation_id, p.tier_label, p.tier_quantity, p.id DESC
     LIMIT ${sql.lit(MOST_PRICED)}`.execute(db);
  return { last: last.map(toWire), priced: priced.map(toWire) };
}

type Printed = Omit<BodyOf<typeof recordLabelPrintsRoute>, 'method'> & { readonly method: PrintMethod };

/**
 * Records what was printed at a location. Rule: labels/recorded-prints.
 * @throws Refusal `product_unknown`
 */
export async function recordPrints(
  tx: Tx,
  staff: Pick<Staff, 'kind' | 'id' | 'locationId'>,
  locationId: number,
  { template, method, labels }: Printed,
): Promise<number> {
  const rows = labels.map(({ tier, ...label }) => ({
    product_id: label.product_id,
    variation_id: label.product_id === null ? null : label.variation_id,
    name: label.name,
    tier_label: tier?.label ?? null,
    tier_milli: tier?.quantity ?? null,
    price_cents: label.price,
    tier_price_cents: tier === null ? null : label.tier_price,
    copies: label.copies,
  }));
  await sql`
    INSERT INTO label_prints (location_id, product_id, variation_id, name, tier_label, tier_quantity, price_cents,
                              tier_price_cents, template, copies, method, printed_by)
    SELECT ${locationId}::integer, r.product_id, r.variation_id, r.name, r.tier_label, r.tier_milli / 1000.0, r.price_cents,
           r.tier_price_cents, ${template}, r.copies, ${method}, ${staff.id}::integer
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(product_id integer, variation_id integer, name text,
           tier_label text, tier_milli bigint, price_cents bigint, tier_price_cents bigint, copies integer)`
    .execute(tx)
    .catch((error: unknown) => {
      if (!/^label_prints_(product|variation)_id_fkey$/.test(constraintOf(error) ?? '')) throw error;
      throw new Refusal('product_unknown', 'A product of these labels is not in the catalogue any more.');
    });
  const copies = labels.reduce((sum, label) => sum + label.copies, 0);
  await recordChange(tx, staff, {
    action: 'labels_printed',
    entity: 'location',
    entityId: locationId,
    details: { template, method, labels: labels.length, copies, names: labels.slice(0, 10).map(({ name }) => name) },
  });
  return labels.length;
}
