import { sql } from 'kysely';
import type { LiveEvent } from '#contract/live.ts';
import type {
  changeCategoryRoute,
  createCategoryRoute,
  ManagedCategory,
  mergeCategoryRoute,
  moveCategoryRoute,
} from '#contract/managed-categories.ts';
import type { BodyOf } from '#contract/route.ts';
import { MAX_INCLUDED } from '#contract/wire.ts';
import { inTreeOrder } from '#domain/category-order.ts';
import { freeSlug, slugOf } from '#domain/slug.ts';
import { differences, recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { lockTerms } from '#server/db/terms.ts';
import type { Author, Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { givenImage } from '../pictures/pictures.ts';
import { leaveTaxes, moveTaxes, type NamedTax } from './category-taxes.ts';
import { BLUEPRINT_OF } from '../blueprint-of.ts';

type Fields = Omit<BodyOf<typeof changeCategoryRoute>, 'version'>;

interface CategoryRow extends ManagedCategory {
  parentId: number | null;
  position: number | null;
}

/** The tree from its top. Rule: catalogue/category-order. */
async function selectCategories(db: Database): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    SELECT c.id, c.name, c.slug, c.parent_id, c.parent_id AS "parentId", c.blueprint_id, c.image, c.position, c.version,
           (SELECT count(*)::integer FROM products p WHERE p.category_ids @> ARRAY[c.id] AND p.status <> 'trash') AS products
      FROM categories c`.execute(db);
  return inTreeOrder(rows);
}

const toWire = ({ parentId: _parent, position: _position, ...category }: CategoryRow): ManagedCategory => category;

export async function listCategories(db: Database): Promise<ManagedCategory[]> {
  return (await selectCategories(db)).map(toWire);
}

/** All categories, locked after the terms, so that the tree stays a tree while one is moved. */
async function lockCategories(tx: Tx): Promise<CategoryRow[]> {
  await lockTerms(tx);
  await sql`SELECT FROM categories ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  return selectCategories(tx);
}

const invalid = (sentence: string, field: string) => new Refusal('not_valid', sentence, { details: { field } });

/** @throws Refusal `not_found`, `changed_meanwhile` */
function found(all: readonly CategoryRow[], id: number, version?: number): CategoryRow {
  const category = all.find((one) => one.id === id);
  if (!category) throw new Refusal('not_found', `There is no category ${id}.`);
  if (version === undefined || version === category.version) return category;
  throw new Refusal(
    'changed_meanwhile',
    'Somebody changed this category meanwhile. Nothing was saved; look at it again.',
    {
      details: { current: toWire(category) },
    },
  );
}

/** True if `id` is the category or one below it. */
function isOfFamily(all: readonly CategoryRow[], id: number | null, family: number): boolean {
  for (let at = id; at !== null; at = all.find((one) => one.id === at)?.parentId ?? null) {
    if (at === family) return true;
  }
  return false;
}

/** @throws Refusal `not_valid` for a place below itself, or below none that there is. */
function requirePlace(all: readonly CategoryRow[], id: number | null, parentId: number | null): void {
  if (parentId === null) return;
  if (!all.some((one) => one.id === parentId)) throw invalid(`There is no category ${parentId}.`, 'parent_id');
  if (id !== null && isOfFamily(all, parentId, id)) throw invalid('A category cannot stand below itself.', 'parent_id');
}

const nameKey = (name: string) => name.trim().toLowerCase();

/** @throws Refusal `category_exists`, `not_valid` */
async function requireFree(tx: Tx, all: readonly CategoryRow[], id: number | null, wanted: Wanted): Promise<void> {
  const others = all.filter((one) => one.id !== id);
  const taken = others.find(({ slug }) => slug === wanted.slug);
  if (taken) {
    const details = { field: 'slug' };
    throw new Refusal('category_exists', `${taken.name} has the slug ${wanted.slug}.`, { details });
  }
  const namesake = others.find(
    (one) => one.parentId === wanted.parent_id && nameKey(one.name) === nameKey(wanted.name),
  );
  if (namesake) {
    const details = { field: 'name' };
    throw new Refusal('category_exists', `There is a category ${namesake.name} at this place already.`, { details });
  }
  requirePlace(all, id, wanted.parent_id);
  if (wanted.blueprint_id === null) return;
  const { rows } = await sql`SELECT FROM blueprints WHERE id = ${wanted.blueprint_id}`.execute(tx);
  if (rows.length === 0) throw invalid(`There is no blueprint ${wanted.blueprint_id}.`, 'blueprint_id');
}

interface Wanted {
  readonly name: string;
  readonly slug: string;
  readonly parent_id: number | null;
  readonly blueprint_id: number | null;
  readonly image: string | null;
}

const wantedOf = ({ name, slug, parent_id, blueprint_id, image }: CategoryRow): Wanted => {
  return { name, slug, parent_id, blueprint_id, image };
};

/** @throws Refusal as `createCategoryRoute` lists. Rule: catalogue/managed-categories. */
export async function createCategory(
  tx: Tx,
  by: Author,
  body: BodyOf<typeof createCategoryRoute>,
): Promise<ManagedCategory> {
  const all = await lockCategories(tx);
  const slugs = new Set(all.map(({ slug }) => slug));
  const wanted: Wanted = {
    name: body.name.trim(),
    slug: body.slug ?? freeSlug(slugOf(body.name) || 'category', (slug) => slugs.has(slug)),
    parent_id: body.parent_id ?? null,
    blueprint_id: body.blueprint_id ?? null,
    image: await givenImage(tx, body.image, null),
  };
  await requireFree(tx, all, null, wanted);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO categories (name, slug, parent_id, blueprint_id, image)
    VALUES (${wanted.name}, ${wanted.slug}, ${wanted.parent_id}, ${wanted.blueprint_id}, ${wanted.image}) RETURNING id`.execute(
    tx,
  );
  const id = rows[0]?.id ?? 0;
  const category = toWire(found(await selectCategories(tx), id));
  const details = { category };
  await recordChange(tx, by, { action: 'category_created', entity: 'category', entityId: id, details });
  return category;
}

/** @throws Refusal as `changeCategoryRoute` lists. Rule: catalogue/managed-categories. */
export async function changeCategory(
  tx: Tx,
  by: Author,
  id: number,
  { version, ...body }: Fields & { version?: number | undefined },
): Promise<{ category: ManagedCategory; event: LiveEvent }> {
  const all = await lockCategories(tx);
  const before = found(all, id, version);
  const wanted: Wanted = {
    name: body.name?.trim() ?? before.name,
    slug: body.slug ?? before.slug,
    parent_id: body.parent_id === undefined ? before.parent_id : body.parent_id,
    blueprint_id: body.blueprint_id === undefined ? before.blueprint_id : body.blueprint_id,
    image: await givenImage(tx, body.image, before.image),
  };
  await requireFree(tx, all, id, wanted);
  const changes = differences<Wanted>(wantedOf(before), wanted);
  if (Object.keys(changes).length === 0) throw new Refusal('nothing_to_do', 'The category is like that already.');
  await tx
    .updateTable('categories')
    // It becomes the last one below its new parent.
    .set({
      ...wanted,
      ...(wanted.parent_id !== before.parent_id && { position: null }),
      ...(wanted.slug !== before.slug && { former_names: sql<string[]>`former_names || ${before.slug}::text` }),
    })
    .where('id', '=', id)
    .execute();
  await recordChange(tx, by, { action: 'category_changed', entity: 'category', entityId: id, details: changes });
  const category = toWire(found(await selectCategories(tx), id));
  const event: LiveEvent =
    wanted.blueprint_id === before.blueprint_id
      ? { type: 'catalogue', category_ids: [id] }
      : eventOf(await productsIn(tx, id));
  return { category, event };
}

/** Products in a category, of every status. */
async function productsIn(tx: Tx, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM products WHERE category_ids @> ARRAY[${id}::integer] ORDER BY id`.execute(tx);
  return rows.map((row) => row.id);
}

type CatalogueEvent = Extract<LiveEvent, { type: 'catalogue' }>;

/** Names the products, where they are few enough to be fetched one by one. */
const eventOf = (ids: readonly number[]): CatalogueEvent =>
  ids.length > MAX_INCLUDED ? { type: 'catalogue' } : { type: 'catalogue', product_ids: [...ids] };

/**
 * Puts a category below another and before one of those there. Others keep their order. Rule: catalogue/category-order.
 * @throws Refusal as `moveCategoryRoute` lists.
 */
export async function moveCategory(
  tx: Tx,
  staff: Staff,
  id: number,
  { parent_id: parentId, before_id: beforeId }: BodyOf<typeof moveCategoryRoute>,
): Promise<ManagedCategory[]> {
  const all = await lockCategories(tx);
  const moved = found(all, id);
  requirePlace(all, id, parentId);
  const siblings = all.filter((one) => one.parentId === parentId && one.id !== id).map((one) => one.id);
  const place = beforeId === null ? siblings.length : siblings.indexOf(beforeId);
  if (place === -1) throw invalid('The category that it is to stand before is not there any more.', 'before_id');
  if (parentId !== moved.parentId) await requireFree(tx, all, id, { ...toWire(moved), parent_id: parentId });
  const order = siblings.toSpliced(place, 0, id);
  const former = all.filter((one) => one.parentId === parentId).map((one) => one.id);
  if (parentId === moved.parentId && JSON.stringify(order) === JSON.stringify(former)) return all.map(toWire);
  if (parentId !== moved.parentId) {
    await tx.updateTable('categories').set({ parent_id: parentId }).where('id', '=', id).execute();
  }
  await sql`
    UPDATE categories c SET position = o.place
      FROM unnest(${order}::integer[]) WITH ORDINALITY AS o(id, place)
     WHERE c.id = o.id AND c.position IS DISTINCT FROM o.place`.execute(tx);
  await recordChange(tx, staff, {
    action: 'category_moved',
    entity: 'category',
    entityId: id,
    details: {
      parent_id: { from: moved.parentId, to: parentId },
      order: { from: former, to: order },
    },
  });
  return listCategories(tx);
}

/**
 * Moves everything of a category into another and deletes it. Products that took their blueprint from it keep it as
 * their own, so that a merge changes no price without need. Rule: catalogue/managed-categories.
 * @throws Refusal as `mergeCategoryRoute` lists
 */
export async function mergeCategory(
  tx: Tx,
  staff: Staff,
  id: number,
  { into_id: intoId, version }: BodyOf<typeof mergeCategoryRoute>,
): Promise<{ categories: ManagedCategory[]; moved: number; taxes: NamedTax[]; event: LiveEvent }> {
  const all = await lockCategories(tx);
  const from = found(all, id, version);
  const into = all.find((one) => one.id === intoId);
  if (!into) throw invalid(`There is no category ${intoId}.`, 'into_id');
  if (isOfFamily(all, intoId, id)) {
    throw invalid(`${into.name} is ${from.name} itself or stands below it. Choose another one.`, 'into_id');
  }
  const taken = new Set(all.filter((one) => one.parentId === intoId).map(({ name }) => nameKey(name)));
  const twin = all.find((one) => one.parentId === id && taken.has(nameKey(one.name)));
  if (twin) throw invalid(`Both have a category ${twin.name} below them. Merge those first.`, 'into_id');
  const products = await productsIn(tx, id);
  await sql`SELECT FROM products WHERE id = ANY(${products}::integer[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  // Each category is kept once, at its first place.
  await sql`
    UPDATE products p
       SET blueprint_id = coalesce(p.blueprint_id, CASE WHEN ${from.blueprint_id}::integer IS DISTINCT FROM ${into.blueprint_id}::integer
             THEN ${BLUEPRINT_OF} END),
           category_ids = ARRAY(SELECT m.id FROM unnest(array_replace(p.category_ids, ${id}::integer, ${intoId}::integer))
             WITH ORDINALITY AS m(id, place) GROUP BY m.id ORDER BY min(m.place)),
           updated_at = now()
     WHERE p.id = ANY(${products}::integer[])`.execute(tx);
  await sql`UPDATE categories SET parent_id = ${intoId}::integer, position = NULL WHERE parent_id = ${id}`.execute(tx);
  await sql`
    UPDATE loyalty_settings
       SET excluded_category_ids = ARRAY(SELECT DISTINCT unnest(array_replace(excluded_category_ids, ${id}::integer, ${intoId}::integer)) ORDER BY 1)
     WHERE excluded_category_ids @> ARRAY[${id}::integer]`.execute(tx);
  const taxes = await moveTaxes(tx, id, intoId);
  await sql`
    UPDATE categories SET former_names = former_names || (SELECT former_names FROM categories WHERE id = ${id}) || ${[String(id), from.slug]}::text[]
     WHERE id = ${intoId}`.execute(tx);
  await sql`DELETE FROM categories WHERE id = ${id}`.execute(tx);
  await recordChange(tx, staff, {
    action: 'category_merged',
    entity: 'category',
    entityId: id,
    details: {
      category: toWire(from),
      into: { id: intoId, name: into.name },
      product_ids: products,
      ...(taxes.length > 0 && { taxes }),
    },
  });
  // The categories below it have a new parent.
  const event = eventOf(products);
  return {
    categories: await listCategories(tx),
    moved: products.length,
    taxes,
    event: event.product_ids ? { ...event, category_ids: [intoId] } : event,
  };
}

/** @throws Refusal as `deleteCategoryRoute` lists. Rule: catalogue/managed-categories. */
export async function deleteCategory(tx: Tx, by: Author, id: number, version: number | undefined): Promise<void> {
  const all = await lockCategories(tx);
  const category = found(all, id, version);
  const products = (await productsIn(tx, id)).length;
  const below = all.filter((one) => one.parentId === id).length;
  if (products > 0 || below > 0) {
    const what = [
      ...(products > 0 ? [products === 1 ? '1 product' : `${products} products`] : []),
      ...(below > 0 ? [below === 1 ? '1 category' : `${below} categories`] : []),
    ].join(' and ');
    throw new Refusal(
      'category_in_use',
      `${what} belong to ${category.name}, archived products counted. Merge it into another one instead.`,
    );
  }
  await sql`
    UPDATE loyalty_settings SET excluded_category_ids = array_remove(excluded_category_ids, ${id}::integer)
     WHERE excluded_category_ids @> ARRAY[${id}::integer]`.execute(tx);
  const taxes = await leaveTaxes(tx, category);
  await sql`DELETE FROM categories WHERE id = ${id}`.execute(tx);
  const details = { category: toWire(category), ...(taxes.length > 0 && { taxes }) };
  await recordChange(tx, by, { action: 'category_deleted', entity: 'category', entityId: id, details });
}
