import { type RawBuilder, sql } from 'kysely';
import type { BillingAddress } from '#contract/wire.ts';
import type { StockItem } from '#domain/stock.ts';
import { ratesOrDefault } from '#domain/tax.ts';
import type { Database } from '#server/db/pool.ts';
import { type PresentRate, toTaxRate } from '#server/modules/taxes/service.ts';
import {
  CATALOGUE_STAMP,
  type ReadTerms,
  readSellable,
  sellableJson,
  type SellableRow,
} from '#server/modules/catalogue/service.ts';
import { type SettingsRow, toSettings } from '#server/modules/loyalty/service.ts';
import type { SaleTerms } from './sale-terms.ts';

interface RecordedLine {
  id: number;
  position: number;
  deducted: number;
  shortfall: number;
  before: number;
  after: number;
  movement_id: number;
}

/** The part of a sale that the database decides. */
export interface Recorded {
  order_id: number;
  number: string;
  created_at: string;
  /** The customer's balance after the sale; null for a guest. */
  points_balance?: number | null;
  lines: RecordedLine[];
}

interface SaleCustomer {
  readonly id: number;
  readonly name: string;
  readonly billing: Partial<BillingAddress>;
}

/** The present terms, and the customer. */
export interface SaleContext extends SaleTerms {
  readonly customer: SaleCustomer | null;
  /** True if other terms should hold by now, but have not been begun. */
  readonly isDue: boolean;
}

/** Somebody who was merged into another account buys as that one. */
function customerJson(customerId: number | null): RawBuilder<SaleCustomer | null> {
  return sql<SaleCustomer | null>`(
    SELECT jsonb_build_object('id', u.id, 'name', coalesce(nullif(u.display_name, ''), nullif(u.name, ''), u.username),
             'billing', jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name, 'email', u.email, 'phone', u.phone) || coalesce(d.billing, '{}'))
      FROM users a JOIN users u ON u.id = coalesce(a.merged_into, a.id) LEFT JOIN customer_details d ON d.user_id = u.id
     WHERE a.id = ${customerId} AND u.role = 'customer' AND u.status = 'active')`;
}

/** The customer of a sale whose other terms are known; null if the number is unknown. */
export async function loadCustomer(db: Database, customerId: number): Promise<SaleCustomer | null> {
  const { rows } = await sql<{
    customer: SaleCustomer | null;
  }>`SELECT ${customerJson(customerId)} AS customer`.execute(db);
  return rows[0]?.customer ?? null;
}

/** All that a sale depends on, in one round trip. */
export async function loadContext(
  db: Database,
  locationId: number,
  customerId: number | null,
  items: readonly StockItem[],
  terms: ReadTerms = {},
): Promise<SaleContext> {
  // As of the beginning of the statement. The recording notices if other terms begin while it runs.
  const until = terms.asOfNow ? sql`|| '@' || next_terms_after(statement_timestamp())` : sql``;
  const { rows } = await sql<{
    stamp: string;
    due: boolean;
    rates: PresentRate[];
    loyalty: SettingsRow;
    customer: SaleCustomer | null;
    sellables: SellableRow[];
  }>`
    SELECT ${CATALOGUE_STAMP} ${until} AS stamp, (SELECT next_change_at <= clock_timestamp() FROM catalogue_version) AS due,
           (SELECT coalesce(jsonb_agg(t ORDER BY t.position, t.code COLLATE "C"), '[]') FROM present_tax_rates t WHERE t.location_id = ${locationId}) AS rates,
           (SELECT to_jsonb(s) FROM loyalty_settings s) AS loyalty,
           ${customerJson(customerId)} AS customer,
           ${sellableJson(items, terms)} AS sellables`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the sale context gave no row');
  return {
    stamp: row.stamp,
    isDue: row.due,
    rates: ratesOrDefault(row.rates.map(toTaxRate)),
    loyalty: toSettings(row.loyalty),
    customer: row.customer,
    sellables: await readSellable(db, row.sellables, terms),
  };
}
