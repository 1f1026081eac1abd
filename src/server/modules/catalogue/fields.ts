import { sql } from 'kysely';
import type { z } from 'zod';
import type { blueprintField, categoriesRoute } from '#contract/catalogue.ts';
import type { ReplyOf } from '#contract/route.ts';
import { byCategoryOrder } from '#domain/category-order.ts';
import { isCostKey } from '#domain/product-costs.ts';
import type { Database } from '#server/db/pool.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import { CATALOGUE_STAMP, withDescendants } from './price-book.ts';
import { shelf, type Shelf } from './shelf.ts';

const MOST_VALUES = 500;
const inEnglish = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** The shelf at the present state of the catalogue. */
async function presentShelf(db: Database): Promise<Shelf> {
  const { rows } = await sql<{ stamp: string }>`SELECT ${CATALOGUE_STAMP} AS stamp`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The catalogue has no version');
  return shelf(db, row.stamp);
}

/** Categories in the order of the grid, each with its number of published products. */
export async function listCategories(db: Database): Promise<ReplyOf<typeof categoriesRoute>['data']> {
  const { book, products } = await presentShelf(db);
  const counts = new Map<number, number>();
  for (const product of products) {
    for (const { id } of product.categories) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...book.categories.values()].sort(byCategoryOrder).map(({ id, name, slug, parentId, position }) => {
    return { id, name, slug, count: counts.get(id) ?? 0, parent_id: parentId, position };
  });
}

/**
 * The values of a blueprint field among published products, by name. Without the permission to see costs, a cost field
 * has none. Rules: catalogue/blueprint-fields, catalogue/costs.
 */
export async function listFieldValues(
  db: Database,
  staff: Staff,
  field: string,
  category: number | undefined,
): Promise<{ value: string; count: number }[]> {
  if (isCostKey(field) && !may(staff, 'see-costs')) return [];
  const { book, products } = await presentShelf(db);
  const wanted = category === undefined ? null : withDescendants(book, category);
  const key = `_blueprint_${field}`;
  const counts = new Map<string, number>();
  for (const product of products) {
    if (wanted !== null && !product.categories.some(({ id }) => wanted.has(id))) continue;
    const value = Object.hasOwn(product.meta, key) ? product.meta[key] : undefined;
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => inEnglish.compare(a.value, b.value))
    .slice(0, MOST_VALUES);
}

interface FieldRow {
  id: number;
  field_name: string;
  field_type: string;
  field_label: string;
  field_description: string;
  field_default_value: string | null;
  validation_rules: Record<string, unknown>;
  display_options: Record<string, unknown>;
  is_required: boolean;
  is_searchable: boolean;
  sort_order: number;
  status: string;
  created_at: Date;
  updated_at: Date;
}

/** The fields of the blueprint with that name or slug, capitals ignored. Without a name, those of every blueprint. */
export async function listFields(db: Database, name: string | undefined): Promise<z.output<typeof blueprintField>[]> {
  const wanted = name?.trim().toLowerCase() ?? null;
  const { rows } = await sql<FieldRow>`
    SELECT f.id, f.field_name, f.field_type, f.field_label, f.field_description, f.field_default_value, f.validation_rules,
           f.display_options, f.is_required, f.is_searchable, f.sort_order, f.status, f.created_at, f.updated_at
      FROM blueprint_fields f JOIN blueprints b ON b.id = f.blueprint_id
     WHERE ${wanted}::text IS NULL OR lower(b.name) = ${wanted} OR lower(b.slug) = ${wanted}
     ORDER BY b.id, f.sort_order, f.id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.field_name,
    type: row.field_type,
    label: row.field_label,
    description: row.field_description,
    config: {
      default_value: row.field_default_value,
      validation: row.validation_rules,
      display: row.display_options,
      required: row.is_required,
      searchable: row.is_searchable,
    },
    sort_order: row.sort_order,
    status: row.status,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }));
}
