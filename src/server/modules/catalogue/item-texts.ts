import { type RawBuilder, sql } from 'kysely';
import { readForAll } from '#server/db/pool/caller.ts';
import type { Database } from '#server/db/pool.ts';

/** The folded text of product `p` that searches for orders compare. */
export const PRODUCT_TEXT: RawBuilder<string> = sql`folded_plain(p.name || ' ' || coalesce(p.sku, ''))`;

/** The folded text of variation `v`, which is compared together with that of its product `p`. */
export const VARIATION_TEXT: RawBuilder<string> = sql`
  folded_plain(p.name || ' ' || coalesce(v.sku, '') || ' ' || coalesce(v.name, '') || ' ' ||
         jsonb_path_query_array(v.attributes, '$[*].option')::text)`;

interface ItemText {
  readonly id: number;
  readonly text: string;
  readonly variations: readonly { readonly id: number; readonly text: string }[];
}

export interface ItemsFound {
  /** Products found with all their variations. */
  readonly productIds: readonly number[];
  /** Variations found of other products. */
  readonly variationIds: readonly number[];
  /** The items found, as a share of all items of the catalogue, 0 to 1. */
  readonly share: number;
}

interface Known {
  readonly stamp: string;
  readonly texts: Promise<readonly ItemText[]>;
}

/** The texts per database. They include items no longer sold, because orders outlive them. */
const known = new WeakMap<Database, Known>();

async function readTexts(db: Database): Promise<readonly ItemText[]> {
  const { rows } = await sql<ItemText>`
    SELECT p.id, ${PRODUCT_TEXT} AS text, coalesce(v.variations, '[]') AS variations
      FROM products p LEFT JOIN LATERAL (
        SELECT jsonb_agg(jsonb_build_object('id', v.id, 'text', ${VARIATION_TEXT})) AS variations
          FROM variations v WHERE v.product_id = p.id) v ON true`.execute(db);
  return rows;
}

function textsOf(db: Database, stamp: string): Promise<readonly ItemText[]> {
  const before = known.get(db);
  if (before?.stamp === stamp) return before.texts;
  const now = { stamp, texts: readForAll(() => readTexts(db)) };
  known.set(db, now);
  now.texts.catch(() => {
    if (known.get(db) === now) known.delete(db);
  });
  return now.texts;
}

/**
 * Items whose text has every word. The texts are read once per state of the catalogue and searched in the process, a
 * millisecond for 10,000 products.
 * @param stamp of the catalogue, read from the database for this search
 */
export async function findItems(db: Database, stamp: string, words: readonly string[]): Promise<ItemsFound> {
  const has = (text: string): boolean => words.every((word) => text.includes(word));
  const productIds: number[] = [];
  const variationIds: number[] = [];
  let all = 0;
  let found = 0;
  for (const { id, text, variations } of await textsOf(db, stamp)) {
    all += Math.max(1, variations.length);
    if (has(text)) {
      productIds.push(id);
      found += Math.max(1, variations.length);
      continue;
    }
    for (const variation of variations) {
      if (!has(variation.text)) continue;
      variationIds.push(variation.id);
      found += 1;
    }
  }
  return { productIds, variationIds, share: all === 0 ? 0 : found / all };
}
