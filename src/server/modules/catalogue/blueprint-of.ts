import { sql } from 'kysely';

/** The blueprint of a product `p`: its own, or that of the first of its categories that has one; as `pricingOf` finds it. */
export const BLUEPRINT_OF = sql`coalesce(p.blueprint_id, (
  SELECT c.blueprint_id FROM unnest(p.category_ids) WITH ORDINALITY AS i(id, place) JOIN categories c ON c.id = i.id
   WHERE c.blueprint_id IS NOT NULL ORDER BY place LIMIT 1))`;
