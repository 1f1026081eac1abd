import { sql } from 'kysely';
import type { blueprintFieldsRoute } from '#contract/blueprints.ts';
import type { QueryOf, ReplyOf } from '#contract/route.ts';
import { type FieldRule, type FieldType, readFieldValue } from '#domain/field-value.ts';
import { isCostKey } from '#domain/product-costs.ts';
import type { Database } from '#server/db/pool.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { BLUEPRINT_OF } from './blueprint-of.ts';

const PREFIX = '_blueprint_';

interface Field extends FieldRule {
  readonly id: number;
  readonly name: string;
  readonly default_value: string | null;
}

interface FieldOfProduct extends Field {
  /** The value of the product. */
  readonly value: unknown;
}

interface FieldRow {
  readonly id: number;
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly required: boolean;
  readonly default_value: string | null;
  readonly rules: { options?: string[]; min?: number; max?: number };
}

const FIELD = sql`f.id, f.field_name AS name, f.field_label AS label, f.field_type AS type, f.is_required AS required,
  f.field_default_value AS default_value, f.validation_rules AS rules`;

/** A constraint keeps the type to those there are. */
const fieldOf = <Row extends FieldRow>({ rules, type, ...field }: Row) => ({
  ...field,
  ...rules,
  type: type as FieldType,
});

/** A field of a blueprint, with the key of its values in the meta of products. */
export interface BlueprintField extends Field {
  readonly key: string;
  readonly blueprint_id: number;
}

/** The fields of all blueprints, each blueprint's in their order. */
export async function selectAllFields(db: Database): Promise<BlueprintField[]> {
  const { rows } = await sql<FieldRow & { blueprint_id: number }>`
    SELECT ${FIELD}, f.blueprint_id FROM blueprint_fields f WHERE f.status = 'active' ORDER BY f.sort_order, f.id`.execute(
    db,
  );
  return rows.map((row) => ({ ...fieldOf(row), key: PREFIX + row.name }));
}

/**
 * The fields of the product's blueprint, in their order, with its values.
 * @param blueprintId another blueprint, which the product is to get; null: none
 */
async function selectFields(db: Database, productId: number, blueprintId?: number | null): Promise<FieldOfProduct[]> {
  const blueprint = blueprintId === undefined ? BLUEPRINT_OF : sql<number | null>`${blueprintId}::integer`;
  const { rows } = await sql<FieldRow & { value: unknown }>`
    SELECT ${FIELD}, p.meta -> (${PREFIX} || f.field_name) AS value
      FROM products p JOIN blueprint_fields f ON f.blueprint_id = ${blueprint} AND f.status = 'active'
     WHERE p.id = ${productId} ORDER BY f.sort_order, f.id`.execute(db);
  return rows.map(fieldOf);
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

export interface FieldValue {
  readonly name: string;
  readonly value: unknown;
}

/** The values of the fields of a product `p`, in the order of its blueprint. */
export const FIELD_VALUES = sql<FieldValue[]>`coalesce((
  SELECT jsonb_agg(jsonb_build_object('name', f.field_name, 'value', p.meta -> (${sql.lit(PREFIX)} || f.field_name)) ORDER BY f.sort_order, f.id)
    FROM blueprint_fields f WHERE f.blueprint_id = ${BLUEPRINT_OF} AND f.status = 'active'), '[]')`;

/** Values of a product's fields by name, those that there are; costs left out. */
export function shownValues(fields: readonly FieldValue[]): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ name, value }) => (textOf(value) === '' || isCostKey(name) ? [] : [[name, textOf(value)]])),
  );
}

/** Names of the fields of the product's blueprint. */
export async function fieldNamesOf(db: Database, productId: number, blueprintId?: number | null): Promise<string[]> {
  return (await selectFields(db, productId, blueprintId)).map(({ name }) => name);
}

interface MetaPair {
  readonly key: string;
  readonly value: unknown;
}

/**
 * Meta pairs as they are stored: the values of fields of the product's blueprint in the form of their type, null for none. Pairs
 * that are no such field stay as they are. Rule: catalogue/field-values.
 * @throws Refusal `not_valid`
 */
export async function checkedMeta(
  db: Database,
  productId: number,
  meta: readonly MetaPair[],
  blueprintId?: number | null,
): Promise<MetaPair[]> {
  if (!meta.some(({ key }) => key.startsWith(PREFIX))) return [...meta];
  const fields = new Map((await selectFields(db, productId, blueprintId)).map((field) => [PREFIX + field.name, field]));
  return meta.map(({ key, value }) => {
    const field = fields.get(key);
    if (!field) return { key, value };
    const read = readFieldValue(field, value);
    if (read.ok) return { key, value: read.value === '' ? null : read.value };
    throw new Refusal('not_valid', read.refused.sentence, { details: { field: key } });
  });
}

/**
 * Rule: catalogue/field-values.
 * @param next the blueprint and the values that the product is to get
 * @throws Refusal `not_valid` while a field that needs a value has none
 */
export async function requireFilled(
  db: Database,
  productId: number,
  next: { blueprintId?: number | null; values?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  const empty = (await selectFields(db, productId, next.blueprintId)).find(
    ({ required, name, value }) => required && !isCostKey(name) && (next.values?.[name] ?? textOf(value)).trim() === '',
  );
  if (!empty) return;
  const details = { field: `field_values.${empty.name}` };
  throw new Refusal('not_valid', `${empty.label} needs a value before this is for sale.`, { details });
}

/** Defaults of the fields for which a new product says nothing. */
export async function defaultsFor(db: Database, productId: number): Promise<Record<string, string>> {
  const fields = await selectFields(db, productId);
  return Object.fromEntries(
    fields.flatMap((field) =>
      field.default_value === null || isCostKey(field.name) ? [] : [[field.name, field.default_value]],
    ),
  );
}

/** @throws Refusal `not_found`; `not_valid` unless it is asked for a category or a product. Rule: catalogue/blueprint-fields. */
export async function fieldsOf(
  db: Database,
  staff: Staff,
  { category_id: categoryId, product_id: productId }: QueryOf<typeof blueprintFieldsRoute>,
): Promise<ReplyOf<typeof blueprintFieldsRoute>['fields']> {
  const shown = <Field extends { field_name: string }>(fields: Field[]): Field[] =>
    may(staff, 'see-costs') ? fields : fields.filter((field) => !isCostKey(field.field_name));
  if (productId !== undefined) {
    const product = await db.selectFrom('products').select('id').where('id', '=', productId).executeTakeFirst();
    if (!product) throw new Refusal('not_found', `There is no product ${productId}.`);
    return shown(
      (await selectFields(db, productId)).map((field) => ({
        field_id: field.id,
        field_name: field.name,
        field_label: field.label,
        field_type: field.type,
        field_value: textOf(field.value),
        required: field.required,
        options: [...(field.options ?? [])],
        min: field.min ?? null,
        max: field.max ?? null,
      })),
    );
  }
  if (categoryId === undefined) {
    throw new Refusal('not_valid', 'Name a category or a product.', { details: { field: 'category_id' } });
  }
  const category = await db
    .selectFrom('categories')
    .select('blueprint_id')
    .where('id', '=', categoryId)
    .executeTakeFirst();
  if (!category) throw new Refusal('not_found', `There is no category ${categoryId}.`);
  const { rows } = await sql<{
    field_id: number;
    field_name: string;
    field_label: string;
    field_type: string;
    count: number;
  }>`
    SELECT f.id AS field_id, f.field_name, f.field_label, f.field_type,
           (SELECT count(*)::integer FROM products p
             WHERE p.category_ids @> ARRAY[${categoryId}::integer] AND p.status = 'publish'
               AND coalesce(p.meta ->> (${PREFIX} || f.field_name), '') <> '') AS count
      FROM blueprint_fields f WHERE f.blueprint_id = ${category.blueprint_id} AND f.status = 'active'
     ORDER BY f.sort_order, f.id`.execute(db);
  return shown(rows);
}
