import { sql } from 'kysely';
import type { LiveEvent } from '#contract/live.ts';
import type { Tx } from '#server/db/pool.ts';
import { Refusal } from '#server/refusal.ts';

/** A tax whose categories changed. */
export interface NamedTax {
  readonly location_id: number;
  readonly code: string;
  readonly name: string;
}

/** Settings of one tax follow each other in time; each tax is named once. */
function named(settings: readonly NamedTax[]): NamedTax[] {
  const byCode = new Map(settings.map((tax) => [`${tax.location_id} ${tax.code}`, tax]));
  return [...byCode.values()].toSorted((a, b) => a.location_id - b.location_id || (a.code < b.code ? -1 : 1));
}

/** Taxes of a category that is merged are charged on the other one. The caller has locked the terms. */
export async function moveTaxes(tx: Tx, id: number, intoId: number): Promise<NamedTax[]> {
  const { rows } = await sql<NamedTax>`
    UPDATE tax_rates SET category_ids = ARRAY(SELECT DISTINCT unnest(array_replace(category_ids, ${id}::integer, ${intoId}::integer)) ORDER BY 1)
     WHERE category_ids @> ARRAY[${id}::integer] RETURNING location_id, code, name`.execute(tx);
  return named(rows);
}

/**
 * Takes a category that is deleted out of the taxes that name it. Past settings that name nothing else stay, as sales
 * were made by them. The caller has locked the terms. Rule: catalogue/managed-categories.
 * @throws Refusal `category_in_use` for a tax, present or to come, that would be charged on no category
 */
export async function leaveTaxes(tx: Tx, { id, name }: { id: number; name: string }): Promise<NamedTax[]> {
  const { rows } = await sql<{ tax: string; location: string }>`
    SELECT t.name AS tax, l.name AS location FROM tax_rates t JOIN locations l ON l.id = t.location_id
     WHERE t.category_ids = ARRAY[${id}::integer] AND t.price_classes IS NULL AND t.active
       AND NOT EXISTS (SELECT 1 FROM tax_rates later WHERE later.location_id = t.location_id AND later.code = t.code
                          AND later.valid_from > t.valid_from AND later.valid_from <= clock_timestamp())
     ORDER BY t.id LIMIT 1`.execute(tx);
  const [only] = rows;
  if (only) {
    throw new Refusal(
      'category_in_use',
      `${only.tax} at ${only.location} is charged on ${name} alone. Change that tax first, or merge the category into another one.`,
    );
  }
  const changed = await sql<NamedTax>`
    UPDATE tax_rates SET category_ids = nullif(array_remove(category_ids, ${id}::integer), '{}')
     WHERE category_ids @> ARRAY[${id}::integer] AND (cardinality(category_ids) > 1 OR price_classes IS NOT NULL)
    RETURNING location_id, code, name`.execute(tx);
  return named(changed.rows);
}

/**
 * Tells tills to read their session again after the tree has changed: it lists, for each tax, its categories with all below
 * them. Rule: catalogue/managed-categories.
 */
export async function tellTaxes(tx: Tx, emit: (event: LiveEvent) => void): Promise<void> {
  const { rows } = await sql`SELECT FROM tax_rates WHERE category_ids IS NOT NULL LIMIT 1`.execute(tx);
  if (rows.length > 0) emit({ type: 'locations' });
}
