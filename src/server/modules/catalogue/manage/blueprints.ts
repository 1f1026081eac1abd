import { sql } from 'kysely';
import type {
  changeBlueprintRoute,
  createBlueprintRoute,
  ManagedBlueprint,
  ManagedField,
} from '#contract/blueprints.ts';
import type { BodyOf } from '#contract/route.ts';
import { readFieldValue } from '#domain/field-value.ts';
import { freeSlug, slugOf } from '#domain/slug.ts';
import { differences, recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { lockTerms } from '#server/db/terms.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { BLUEPRINT_OF } from '../blueprint-of.ts';

type FieldsIn = BodyOf<typeof createBlueprintRoute>['fields'];

/** Blueprints by name, each with its fields and the price classes that its rules know. @param id that one alone */
export async function listBlueprints(db: Database, id: number | null = null): Promise<ManagedBlueprint[]> {
  const { rows } = await sql<ManagedBlueprint>`
    WITH used AS (
      SELECT ${BLUEPRINT_OF} AS blueprint_id, count(*)::integer AS products FROM products p WHERE p.status <> 'trash' GROUP BY 1
    )
    SELECT b.id, b.name, b.slug, b.version, coalesce(u.products, 0) AS products,
           ARRAY(SELECT DISTINCT r.price_class FROM pricing_rules r
                  WHERE r.blueprint_id = b.id AND r.price_class IS NOT NULL ORDER BY 1) AS price_classes,
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', f.id, 'name', f.field_name, 'label', f.field_label, 'type', f.field_type,
                       'description', f.field_description, 'default_value', f.field_default_value, 'required', f.is_required, 'searchable', f.is_searchable,
                       'options', coalesce(f.validation_rules -> 'options', '[]'), 'min', f.validation_rules -> 'min',
                       'max', f.validation_rules -> 'max') ORDER BY f.sort_order, f.id)
                       FROM blueprint_fields f WHERE f.blueprint_id = b.id), '[]') AS fields
      FROM blueprints b LEFT JOIN used u ON u.blueprint_id = b.id
     WHERE ${id}::integer IS NULL OR b.id = ${id}
     ORDER BY lower(b.name), b.id`.execute(db);
  return rows;
}

/** The row under its lock. @throws Refusal `not_found`, `changed_meanwhile` */
async function lockBlueprint(tx: Tx, id: number, version: number | undefined): Promise<ManagedBlueprint> {
  await lockTerms(tx);
  await sql`SELECT FROM blueprints WHERE id = ${id} FOR UPDATE`.execute(tx);
  const [blueprint] = await listBlueprints(tx, id);
  if (!blueprint) throw new Refusal('not_found', `There is no blueprint ${id}.`);
  if (version === undefined || version === blueprint.version) return blueprint;
  const details = { current: blueprint };
  throw new Refusal(
    'changed_meanwhile',
    'Somebody changed this blueprint meanwhile. Nothing was saved; look at it again.',
    { details },
  );
}

const invalid = (sentence: string) => new Refusal('not_valid', sentence, { details: { field: 'fields' } });

function nameOf(label: string): string {
  const name = slugOf(label)
    .replaceAll('-', '_')
    .replaceAll(/[^a-z0-9_]/g, '');
  return /^[a-z]/.test(name) ? name.slice(0, 60) : `field_${name}`.slice(0, 60);
}

/** The fields as they are to be stored; each keeps its name. @throws Refusal `not_valid` */
function plannedFields(present: readonly ManagedField[], asked: FieldsIn): (ManagedField & { isNew: boolean })[] {
  const planned = asked.map((field) => {
    const known = present.find(({ id }) => id === field.id);
    if (field.id !== undefined && !known) throw invalid(`This blueprint has no field ${field.id}.`);
    const options = [...new Set((field.options ?? known?.options ?? []).map((option) => option.trim()))];
    const next = {
      id: known?.id ?? 0,
      isNew: known === undefined,
      name: known?.name ?? field.name ?? nameOf(field.label),
      label: field.label.trim(),
      type: field.type,
      description: field.description ?? known?.description ?? '',
      required: field.required ?? known?.required ?? false,
      searchable: field.searchable ?? known?.searchable ?? false,
      options: field.type === 'select' || field.type === 'text' ? options : [],
      min: field.type === 'number' ? (field.min === undefined ? (known?.min ?? null) : field.min) : null,
      max: field.type === 'number' ? (field.max === undefined ? (known?.max ?? null) : field.max) : null,
    };
    if (next.type === 'select' && options.length === 0) throw invalid(`${next.label} needs values to choose from.`);
    if (next.min !== null && next.max !== null && next.min > next.max) {
      throw invalid(`The least of ${next.label} is above its largest.`);
    }
    const given = field.default_value === undefined ? (known?.default_value ?? null) : field.default_value;
    const read = readFieldValue({ ...ruleOf(next), required: false }, given);
    if (!read.ok) throw invalid(`The default: ${read.refused.sentence}`);
    return { ...next, default_value: read.value || null };
  });
  for (const [what, keyOf] of [
    ['label', ({ label }: ManagedField) => label.toLowerCase()],
    ['name', ({ name }: ManagedField) => name],
  ] as const) {
    const twice = planned.find((one, place) => planned.slice(0, place).some((other) => keyOf(other) === keyOf(one)));
    if (twice) throw invalid(`Two fields have the ${what} ${what === 'label' ? twice.label : twice.name}.`);
  }
  return planned;
}

const ruleOf = ({ label, type, required, options, min, max }: Omit<ManagedField, 'default_value' | 'searchable'>) => {
  return { label, type, required, options, min: min ?? undefined, max: max ?? undefined };
};

async function writeFields(tx: Tx, id: number, present: readonly ManagedField[], asked: FieldsIn): Promise<void> {
  const planned = plannedFields(present, asked);
  const kept = planned.filter(({ isNew }) => !isNew).map((field) => field.id);
  await sql`DELETE FROM blueprint_fields WHERE blueprint_id = ${id} AND NOT id = ANY(${kept}::integer[])`.execute(tx);
  for (const [place, field] of planned.entries()) {
    const { options, min, max } = field;
    const rules = JSON.stringify({
      ...(options.length > 0 && { options }),
      ...(min !== null && { min }),
      ...(max !== null && { max }),
    });
    await (
      field.isNew
        ? sql`
          INSERT INTO blueprint_fields (blueprint_id, field_name, field_type, field_label, field_description, field_default_value,
                                        validation_rules, is_required, is_searchable, sort_order)
          VALUES (${id}, ${field.name}, ${field.type}, ${field.label}, ${field.description}, ${field.default_value},
                  ${rules}::jsonb, ${field.required}, ${field.searchable}, ${place})`
        : sql`
          UPDATE blueprint_fields SET field_type = ${field.type}, field_label = ${field.label}, field_description = ${field.description},
                 field_default_value = ${field.default_value}, validation_rules = ${rules}::jsonb, is_required = ${field.required}, is_searchable = ${field.searchable},
                 sort_order = ${place}, updated_at = now()
           WHERE id = ${field.id}`
    ).execute(tx);
  }
}

/** @throws Refusal `blueprint_exists` */
async function requireFree(tx: Tx, id: number | null, name: string, slug: string): Promise<void> {
  const { rows } = await sql<{ name: string; slug: string }>`
    SELECT name, slug FROM blueprints WHERE id IS DISTINCT FROM ${id}::integer AND (slug = ${slug} OR lower(name) = lower(${name})) LIMIT 1`.execute(
    tx,
  );
  const [taken] = rows;
  if (!taken) return;
  const field = taken.slug === slug ? 'slug' : 'name';
  const details = { field };
  throw new Refusal('blueprint_exists', `${taken.name} has this ${field} already.`, { details });
}

/** @throws Refusal as `createBlueprintRoute` lists. Rule: catalogue/blueprints. */
export async function createBlueprint(
  tx: Tx,
  staff: Staff,
  { fields, ...body }: BodyOf<typeof createBlueprintRoute>,
): Promise<ManagedBlueprint> {
  await lockTerms(tx);
  const name = body.name.trim();
  const slugs = new Set((await tx.selectFrom('blueprints').select('slug').execute()).map(({ slug }) => slug));
  const slug = body.slug ?? freeSlug(slugOf(name) || 'blueprint', (one) => slugs.has(one));
  await requireFree(tx, null, name, slug);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO blueprints (name, slug) VALUES (${name}, ${slug}) RETURNING id`.execute(tx);
  const id = rows[0]?.id ?? 0;
  await writeFields(tx, id, [], fields);
  const [blueprint] = await listBlueprints(tx, id);
  if (!blueprint) throw new Error('a blueprint was not written');
  const details = { blueprint };
  await recordChange(tx, staff, { action: 'blueprint_created', entity: 'blueprint', entityId: id, details });
  return blueprint;
}

/**
 * Answers with `isShown` when the tills show or find products otherwise now. Rule: catalogue/blueprints.
 * @throws Refusal as `changeBlueprintRoute` lists
 */
export async function changeBlueprint(
  tx: Tx,
  staff: Staff,
  id: number,
  { version, fields, ...body }: BodyOf<typeof changeBlueprintRoute>,
): Promise<{ blueprint: ManagedBlueprint; isShown: boolean }> {
  const before = await lockBlueprint(tx, id, version);
  const name = body.name?.trim() ?? before.name;
  const slug = body.slug ?? before.slug;
  await requireFree(tx, id, name, slug);
  if (fields) await writeFields(tx, id, before.fields, fields);
  // Its version counts the changes of its fields, too.
  await tx.updateTable('blueprints').set({ name, slug }).where('id', '=', id).execute();
  const [after] = await listBlueprints(tx, id);
  if (!after) throw new Error('a blueprint was not written');
  const details = differences(before, after, ['version', 'products', 'price_classes']);
  if (Object.keys(details).length === 0) throw new Refusal('nothing_to_do', 'The blueprint is like that already.');
  await recordChange(tx, staff, { action: 'blueprint_changed', entity: 'blueprint', entityId: id, details });
  const searched = ({ fields: all }: ManagedBlueprint) =>
    all
      .filter(({ searchable }) => searchable)
      .map((field) => field.name)
      .toSorted()
      .join(' ');
  return { blueprint: after, isShown: after.name !== before.name || searched(after) !== searched(before) };
}

/** @throws Refusal as `deleteBlueprintRoute` lists. Rule: catalogue/blueprints. */
export async function deleteBlueprint(tx: Tx, staff: Staff, id: number, version: number | undefined): Promise<void> {
  const blueprint = await lockBlueprint(tx, id, version);
  const { rows } = await sql<{ used: boolean }>`
    SELECT EXISTS (SELECT FROM products WHERE blueprint_id = ${id}) OR EXISTS (SELECT FROM categories WHERE blueprint_id = ${id})
        OR EXISTS (SELECT FROM pricing_rules WHERE blueprint_id = ${id}) AS used`.execute(tx);
  if (rows[0]?.used === true) {
    throw new Refusal(
      'blueprint_in_use',
      `Products, categories or pricing rules have the blueprint ${blueprint.name}. Give them another one first.`,
    );
  }
  await sql`DELETE FROM blueprints WHERE id = ${id}`.execute(tx);
  const details = { blueprint };
  await recordChange(tx, staff, { action: 'blueprint_deleted', entity: 'blueprint', entityId: id, details });
}
