import { sql } from 'kysely';
import type { changeProductRoute, createProductRoute, ManagedProduct } from '#contract/managed-products.ts';
import type { BodyOf } from '#contract/route.ts';
import type { PricePlan } from '#domain/item-prices.ts';
import { isCostKey } from '#domain/product-costs.ts';
import { differences, recordChange } from '#server/db/audit-trail.ts';
import { constraintOf } from '#server/db/errors.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { lockTerms } from '#server/db/terms.ts';
import { onceCommitted } from '#server/db/transaction.ts';
import { type Author, personIdOf } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { checkedMeta, defaultsFor, fieldNamesOf, requireFilled } from '../fields-of.ts';
import { mergeMeta } from '../store-queries.ts';
import { givenImage } from '../pictures/pictures.ts';
import { priceBook, sameBookAt } from '../price-book.ts';
import { noteProductStep } from '../product-steps.ts';
import { type AskedCode, givenBarcode, givenCode, requireFreeCodes } from './codes.ts';
import { measureOf } from './measure.ts';
import { NO_PRICES, plannedPrices, saysPrices, writePrices } from './product-prices.ts';
import { managedBy, planOfItem, type ProductRow, selectProduct, toManaged } from './product-row.ts';

type ChangeBody = BodyOf<typeof changeProductRoute>;
type CreateBody = BodyOf<typeof createProductRoute>;
type Fields = Omit<ChangeBody, 'version'>;
type VariationBody = NonNullable<ChangeBody['variations']>[number];

const notThere = (id: number): Refusal => new Refusal('not_found', `There is no product ${id}.`);

/** @throws Refusal `not_found` */
export async function getManaged(db: Database, id: number): Promise<ManagedProduct> {
  const row = await selectProduct(db, id);
  if (!row) throw notThere(id);
  return toManaged(db, row);
}

/** @throws Refusal `not_valid` for a category or blueprint that there is not */
export async function requireKnown(
  db: Database,
  { category_ids: categories, blueprint_id: blueprint }: Fields,
): Promise<void> {
  if (categories === undefined && blueprint == null) return;
  const { rows } = await sql<{ category: number | null; blueprint: boolean }>`
    SELECT (SELECT min(id) FROM unnest(${categories ?? []}::integer[]) AS i(id)
             WHERE NOT EXISTS (SELECT FROM categories c WHERE c.id = i.id)) AS category,
           ${blueprint ?? null}::integer IS NULL OR EXISTS (SELECT FROM blueprints WHERE id = ${blueprint ?? null}) AS blueprint`.execute(
    db,
  );
  const unknown = rows[0]?.category ?? null;
  if (unknown !== null) {
    throw new Refusal('not_valid', `There is no category ${unknown}.`, { details: { field: 'category_ids' } });
  }
  if (rows[0]?.blueprint === false) {
    throw new Refusal('not_valid', `There is no blueprint ${blueprint}.`, { details: { field: 'blueprint_id' } });
  }
}

interface ItemValues {
  readonly sku: string | null;
  readonly barcode: string | null;
}

/** The codes of an item as the body asks for them. An unchanged one is not checked again: an import may have brought it. */
function codesOf(body: { sku?: string | null | undefined; barcode?: string | null | undefined }, present: ItemValues) {
  const sku = body.sku === undefined ? present.sku : givenCode(body.sku);
  const isSameBarcode = body.barcode === undefined || givenCode(body.barcode) === present.barcode;
  return { sku, barcode: isSameBarcode ? present.barcode : givenBarcode(body.barcode ?? null) };
}

function changedCodes(
  productId: number,
  variationId: number | null,
  before: ItemValues,
  after: ItemValues,
): AskedCode[] {
  return (['sku', 'barcode'] as const).flatMap((kind) => {
    const code = after[kind];
    return code === before[kind] ? [] : [{ kind, code, productId, variationId }];
  });
}

const NO_CODES: ItemValues = { sku: null, barcode: null };
const optionsKey = ({ attributes }: Pick<VariationBody, 'attributes'>): string =>
  JSON.stringify(attributes.map(({ name, option }) => [name.trim().toLowerCase(), option.trim().toLowerCase()]));

interface PlannedVariation extends ItemValues {
  readonly id: number;
  readonly isNew: boolean;
  readonly name: string | null;
  readonly status: string;
  readonly attributes: VariationBody['attributes'];
  readonly plan: PricePlan | null;
}

/** @throws Refusal `not_valid` for variations of another product, or two that have the same options. */
async function planVariations(tx: Tx, row: ProductRow, asked: readonly VariationBody[]): Promise<PlannedVariation[]> {
  const invalid = (sentence: string) => new Refusal('not_valid', sentence, { details: { field: 'variations' } });
  const ids = asked.flatMap(({ id }) => id ?? []);
  const stranger = ids.find((id) => !row.variations.some((variation) => variation.id === id));
  if (stranger !== undefined) throw invalid(`This product has no variation ${stranger}.`);
  if (new Set(ids).size < ids.length) throw invalid('A variation is named twice.');
  const listed = asked.filter(({ status }) => status !== 'trash');
  if (listed.some(({ attributes, name }) => attributes.length === 0 && !name?.trim())) {
    throw invalid('Each variation needs an option, or a name.');
  }
  const twice = listed.find((one, place) =>
    listed.slice(0, place).some((other) => one.attributes.length > 0 && optionsKey(other) === optionsKey(one)),
  );
  if (twice) throw invalid(`Two variations are ${twice.attributes.map(({ option }) => option).join(', ')}.`);
  const fresh = asked.length - ids.length;
  const { rows } = await sql<{ id: number }>`
    SELECT nextval('catalogue_ids')::integer AS id FROM generate_series(1, ${fresh})`.execute(tx);
  const newIds = rows.map(({ id }) => id);
  return asked.map((body) => {
    const present = row.variations.find(({ id }) => id === body.id);
    const id = present?.id ?? newIds.shift() ?? 0;
    return {
      id,
      isNew: present === undefined,
      ...codesOf(body, present ?? NO_CODES),
      name: body.name === undefined ? (present?.name ?? null) : givenCode(body.name),
      status: body.status ?? present?.status ?? 'publish',
      attributes: body.attributes.map(({ name, option }) => ({ name: name.trim(), option: option.trim() })),
      plan:
        present && !saysPrices(body) ? null : plannedPrices(body, present ? planOfItem(row, present.id) : NO_PRICES),
    };
  });
}

/** A variation that is not asked for any more is deleted, or archived when it is in the books. */
function isDeleted({ kept_ids: inBooks }: ProductRow, planned: readonly PlannedVariation[], id: number): boolean {
  return !inBooks.includes(id) && !planned.some((one) => one.id === id);
}

async function writeVariations(tx: Tx, row: ProductRow, planned: readonly PlannedVariation[]): Promise<void> {
  const keptIds = planned.map(({ id }) => id);
  await sql`
    DELETE FROM variations WHERE product_id = ${row.id} AND NOT id = ANY(${keptIds}::integer[]) AND NOT id = ANY(${row.kept_ids}::integer[])`.execute(
    tx,
  );
  await sql`
    UPDATE variations SET status = 'trash' WHERE product_id = ${row.id} AND NOT id = ANY(${keptIds}::integer[]) AND status <> 'trash'`.execute(
    tx,
  );
  // Codes may go from one variation to another: all are given up first.
  const rows = JSON.stringify(
    planned.map(({ id, name, sku, barcode, status, attributes }, position) => {
      return { id, name, sku, barcode, status, attributes, position };
    }),
  );
  const asRows = sql`json_to_recordset(${rows}::json)
    AS w(id integer, name text, sku text, barcode text, status text, attributes jsonb, position integer)`;
  await sql`
    UPDATE variations v SET sku = NULL FROM ${asRows}
     WHERE v.product_id = ${row.id} AND v.id = w.id AND v.sku IS NOT NULL AND lower(v.sku) IS DISTINCT FROM lower(w.sku)`.execute(
    tx,
  );
  await sql`
    INSERT INTO variations (id, product_id, name, sku, barcode, status, attributes, position)
    SELECT w.id, ${row.id}::integer, w.name, w.sku, w.barcode, w.status, w.attributes, w.position FROM ${asRows}
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, sku = excluded.sku, barcode = excluded.barcode, status = excluded.status,
       attributes = excluded.attributes, position = excluded.position
     WHERE (variations.name, variations.sku, variations.barcode, variations.status, variations.attributes, variations.position)
           IS DISTINCT FROM (excluded.name, excluded.sku, excluded.barcode, excluded.status, excluded.attributes, excluded.position)`.execute(
    tx,
  );
}

/** Writes what the body says onto the locked row, and to this product alone: `ProductStep` relies on it. */
async function writeProduct(tx: Tx, by: Author, row: ProductRow, body: Fields): Promise<void> {
  await requireKnown(tx, body);
  const image = await givenImage(tx, body.image, row.image);
  if (body.variations && row.type !== 'variable') {
    throw new Refusal('not_valid', 'Only a variable product has variations.', { details: { field: 'variations' } });
  }
  const codes = codesOf(body, row);
  const planned = body.variations && (await planVariations(tx, row, body.variations));
  const variationCodes = (planned ?? []).flatMap((one) =>
    changedCodes(row.id, one.id, row.variations.find(({ id }) => id === one.id) ?? NO_CODES, one),
  );
  const deleted = planned ? row.variations.map(({ id }) => id).filter((id) => isDeleted(row, planned, id)) : [];
  await requireFreeCodes(tx, [...changedCodes(row.id, null, row, codes), ...variationCodes], deleted);
  const plan = saysPrices(body) ? plannedPrices(body, planOfItem(row, null)) : null;
  if (planned) await writeVariations(tx, row, planned);
  await tx
    .updateTable('products')
    .set({
      name: body.name?.trim() ?? row.name,
      description: body.description ?? row.description,
      status: body.status ?? row.status,
      ...codes,
      category_ids: body.category_ids ? [...new Set(body.category_ids)] : row.category_ids,
      blueprint_id: body.blueprint_id === undefined ? row.blueprint_id : body.blueprint_id,
      price_class: body.price_class === undefined ? row.price_class : givenCode(body.price_class),
      taxable: body.taxable ?? row.taxable,
      ...(await measureOf(tx, row, body)),
      floor_price_cents: body.floor_price === undefined ? row.floor_price_cents : body.floor_price,
      image,
      updated_at: sql`now()`,
    })
    .where('id', '=', row.id)
    .execute();
  const items = [
    ...(plan ? [{ productId: row.id, variationId: null, plan }] : []),
    ...(planned ?? []).flatMap(({ id, plan: own }) => (own ? [{ productId: row.id, variationId: id, plan: own }] : [])),
  ];
  await writePrices(tx, personIdOf(by), items, row.now_ms);
  // After the blueprint is set, because it decides on the fields.
  if (body.field_values) await writeFieldValues(tx, row.id, body.field_values);
}

/** @throws Refusal `not_valid` for a value that does not fit its field, or one of a field that the blueprint does not have. */
async function writeFieldValues(tx: Tx, id: number, values: NonNullable<Fields['field_values']>): Promise<void> {
  const known = await fieldNamesOf(tx, id);
  const stranger = Object.keys(values).find((name) => !known.includes(name) || isCostKey(name));
  if (stranger !== undefined) {
    const details = { field: `field_values.${stranger}` };
    throw new Refusal('not_valid', `The blueprint of this product has no field ${stranger}.`, { details });
  }
  const meta = Object.entries(values).map(([name, value]) => ({ key: `_blueprint_${name}`, value }));
  if (meta.length > 0) await mergeMeta(tx, id, JSON.stringify(await checkedMeta(tx, id, meta)));
}

/** Fields that the server keeps by itself. They are left out when two states of a product are compared. */
const COUNTED = ['version', 'updated_at', 'created_at', 'in_books', 'pricing'] as const;

/**
 * Adds a product. Rule: catalogue/managed-products.
 * @throws Refusal as `createProductRoute` lists.
 */
export async function createProduct(tx: Tx, by: Author, body: CreateBody): Promise<ManagedProduct> {
  await lockTerms(tx);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO products (name, type, status) VALUES (${body.name.trim()}, ${body.type}, ${body.status ?? 'draft'}) RETURNING id`.execute(
    tx,
  );
  const row = rows[0] && (await selectProduct(tx, rows[0].id));
  if (!row) throw new Error('a product was not written');
  const { field_values: values, ...others } = body;
  await writeProduct(tx, by, row, others);
  const defaults = await defaultsFor(tx, row.id);
  await writeFieldValues(tx, row.id, { ...defaults, ...values });
  if (body.status === 'publish') await requireFilled(tx, row.id);
  return recorded(tx, by, row.id, 'product_created');
}

async function recorded(tx: Tx, by: Author, id: number, action: string, more: object = {}): Promise<ManagedProduct> {
  const product = await getManaged(tx, id);
  const details = { ...more, product };
  await recordChange(tx, by, { action, entity: 'product', entityId: id, details });
  return product;
}

/**
 * The row, which nobody else changes meanwhile: whoever writes to products locks the terms first, as the caller has (`lockTerms`,
 * and a trigger of the table). @throws Refusal `not_found`, `changed_meanwhile`
 */
export async function seenProduct(tx: Tx, id: number, version: number | undefined): Promise<ProductRow> {
  const row = await selectProduct(tx, id);
  if (!row) throw notThere(id);
  if (version === undefined || version === row.version) return row;
  throw new Refusal(
    'changed_meanwhile',
    'Somebody changed this product meanwhile. Nothing was saved; look at it again.',
    {
      details: { current: await toManaged(tx, row) },
    },
  );
}

/**
 * Changes a product and its variations. Rule: catalogue/managed-products.
 * @throws Refusal as `changeProductRoute` lists.
 */
export async function changeProduct(
  tx: Tx,
  by: Author,
  id: number,
  { version, ...body }: ChangeBody,
): Promise<ManagedProduct> {
  await lockTerms(tx);
  const row = await seenProduct(tx, id, version);
  const book = await priceBook(tx, row.stamp);
  const before = managedBy(book, row);
  await writeProduct(tx, by, row, body);
  const isOnSale = (body.status ?? row.status) === 'publish';
  const hasOtherFields = (['blueprint_id', 'category_ids'] as const).some(
    (name) => body[name] !== undefined && JSON.stringify(body[name]) !== JSON.stringify(before[name]),
  );
  if (isOnSale && (row.status !== 'publish' || hasOtherFields)) await requireFilled(tx, id);
  const changed = await selectProduct(tx, id);
  if (!changed) throw notThere(id);
  const after = managedBy(sameBookAt(book, changed.stamp), changed);
  const details = differences(before, after, COUNTED);
  if (Object.keys(details).length === 0) throw new Refusal('nothing_to_do', 'The product is like that already.');
  await recordChange(tx, by, { action: 'product_changed', entity: 'product', entityId: id, details });
  onceCommitted(tx, () => noteProductStep({ from: row.stamp, to: changed.stamp, productId: id }));
  return after;
}

/** Makes a change, unless everything is like that already. */
export async function unlessNothing(tx: Tx, change: () => Promise<unknown>): Promise<void> {
  await sql`SAVEPOINT change`.execute(tx);
  await change().catch(async (error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'nothing_to_do') throw error;
    // It was written before it was found to be the same: version and date stay as they were.
    await sql`ROLLBACK TO SAVEPOINT change`.execute(tx);
  });
}

/** A draft like the product, with its present prices and those to come. @throws Refusal `not_found` */
export async function duplicateProduct(tx: Tx, by: Author, id: number): Promise<ManagedProduct> {
  await lockTerms(tx);
  const original = await selectProduct(tx, id);
  if (!original) throw notThere(id);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO products (name, type, status, description, regular_price_cents, sale_price_cents, taxable, image, blueprint_id,
                          price_class, category_ids, meta, bonus_points, unit, quantity_step, floor_price_cents)
    SELECT left(name, 490) || ' (copy)', type, 'draft', description, regular_price_cents, sale_price_cents, taxable, image,
           blueprint_id, price_class, category_ids, meta, bonus_points, unit, quantity_step, floor_price_cents
      FROM products WHERE id = ${id} RETURNING id`.execute(tx);
  const copyId = rows[0]?.id;
  if (copyId === undefined) throw notThere(id);
  await sql`
    INSERT INTO variations (product_id, name, status, regular_price_cents, sale_price_cents, image, attributes, position, meta)
    SELECT ${copyId}::integer, name, status, regular_price_cents, sale_price_cents, image, attributes, position, meta
      FROM variations WHERE product_id = ${id} AND status <> 'trash' ORDER BY position, id`.execute(tx);
  const copy = await selectProduct(tx, copyId);
  if (!copy) throw notThere(copyId);
  // Both list their variations in the same order.
  const variations = original.variations
    .filter(({ status }) => status !== 'trash')
    .map((variation, place) => ({ from: variation.id, to: copy.variations[place]?.id ?? 0 }));
  const items = [{ from: null, to: null }, ...variations].map(({ from, to }) => {
    return { productId: copyId, variationId: to, plan: planOfItem(original, from) };
  });
  await writePrices(tx, personIdOf(by), items, copy.now_ms);
  return recorded(tx, by, copyId, 'product_duplicated', { of: id });
}

/** Deletes a product that never was in the books. @throws Refusal as `deleteProductRoute` lists */
export async function deleteProduct(tx: Tx, by: Author, id: number, version?: number): Promise<void> {
  await lockTerms(tx);
  const row = await seenProduct(tx, id, version);
  const product = await toManaged(tx, row);
  const kept = new Refusal(
    'product_in_books',
    `${row.name} is in the books: archive it instead. Its history stays readable.`,
  );
  if (row.in_books) throw kept;
  await sql`DELETE FROM products WHERE id = ${id}`.execute(tx).catch((error: unknown) => {
    // Sold a moment ago.
    if (constraintOf(error) === undefined) throw error;
    throw kept;
  });
  await recordChange(tx, by, { action: 'product_deleted', entity: 'product', entityId: id, details: { product } });
}
