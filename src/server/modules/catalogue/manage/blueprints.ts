import { sql } from 'kysely';
import type { managedBlueprintsRoute } from '#contract/managed-products.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { Database } from '#server/db/pool.ts';

type Blueprints = ReplyOf<typeof managedBlueprintsRoute>['data'];

/** A product's own blueprint, or that of the first of its categories that has one; as `pricingOf` finds it. */
export const BLUEPRINT_OF = sql`coalesce(p.blueprint_id, (
  SELECT c.blueprint_id FROM unnest(p.category_ids) WITH ORDINALITY AS i(id, place) JOIN categories c ON c.id = i.id
   WHERE c.blueprint_id IS NOT NULL ORDER BY place LIMIT 1))`;

/** Blueprints by name, each with the price classes that its rules know. */
export async function listBlueprints(db: Database): Promise<Blueprints> {
  const { rows } = await sql<Blueprints[number]>`
    SELECT b.id, b.name, b.slug, b.version,
           ARRAY(SELECT DISTINCT r.price_class FROM pricing_rules r
                  WHERE r.blueprint_id = b.id AND r.price_class IS NOT NULL ORDER BY 1) AS price_classes
      FROM blueprints b ORDER BY lower(b.name), b.id`.execute(db);
  return rows;
}
