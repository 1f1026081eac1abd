import { sql } from 'kysely';
import type { FirstRun } from '#contract/first-run.ts';
import type { Database } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';

/** After this time the owner knows the way, and steps that are still open are left out on purpose. */
const NEW_FOR = '7 days';

/** @throws Error when the database answers with nothing */
export async function selectFirstRun(db: Database, { id, locationId }: Staff): Promise<FirstRun> {
  const { rows } = await sql<FirstRun>`
    WITH here AS (
      SELECT * FROM locations WHERE closed_at IS NULL AND (id = ${locationId}::integer OR ${locationId}::integer IS NULL)
       ORDER BY id LIMIT 1),
    -- By its own price, that of a variation, or a rule of its blueprint.
    priced AS (
      SELECT p.id FROM products p
       WHERE p.status = 'publish'
         AND (p.regular_price_cents IS NOT NULL
           OR EXISTS (SELECT FROM variations v
                       WHERE v.product_id = p.id AND v.status = 'publish' AND v.regular_price_cents IS NOT NULL)
           OR EXISTS (SELECT FROM pricing_rules r
                       WHERE r.blueprint_id = p.blueprint_id
                          OR r.blueprint_id IN (SELECT c.blueprint_id FROM categories c WHERE c.id = ANY (p.category_ids)))))
    SELECT coalesce((SELECT min(created_at) > now() - ${NEW_FOR}::interval FROM orders), true) AS is_new,
           (SELECT id FROM here) AS location_id,
           coalesce((SELECT btrim(coalesce(address ->> 'address_1', '')) <> '' AND btrim(coalesce(address ->> 'city', '')) <> ''
                       FROM here), false) AS has_address,
           EXISTS (SELECT FROM tax_rates t WHERE t.location_id = (SELECT id FROM here)) AS has_tax,
           (SELECT count(*)::integer FROM priced) AS products,
           EXISTS (SELECT FROM stock_levels s JOIN priced ON priced.id = s.product_id
                    WHERE s.location_id = (SELECT id FROM here) AND s.quantity > 0) AS has_stock,
           EXISTS (SELECT FROM audit_trail
                    WHERE entity = 'user' AND entity_id = ${String(id)}
                      AND (action = 'password_set_by_link' OR action = 'account_changed' AND details ? 'password'))
             AS has_own_password,
           (SELECT count(*)::integer FROM users WHERE role <> 'customer' AND status = 'active' AND id <> ${id}) AS staff,
           coalesce((SELECT btrim(receipt_header || receipt_footer) <> '' FROM here), false)
             OR EXISTS (SELECT FROM receipt_settings WHERE btrim(header || footer) <> '' OR logo <> 'none') AS has_receipt,
           EXISTS (SELECT FROM orders WHERE created_via = 'pos') AS has_sold,
           EXISTS (SELECT FROM orders WHERE voided_at IS NOT NULL OR status IN ('cancelled', 'refunded')) AS has_undone`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error('the first run was not read');
  return found;
}
