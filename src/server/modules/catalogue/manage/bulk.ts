import { sql } from 'kysely';
import type { bulkPreviewRoute, BulkChange, BulkPreview } from '#contract/bulk-products.ts';
import type { changeProductRoute, ManagedProduct } from '#contract/managed-products.ts';
import type { BodyOf } from '#contract/route.ts';
import { movedPrice, type PriceMove } from '#domain/bulk-price.ts';
import { type Cents, centsOf, displayMoney } from '#domain/money.ts';
import { isCostKey } from '#domain/product-costs.ts';
import { variantName } from '#domain/variant-name.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { lockTerms } from '#server/db/terms.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { checkedMeta, fieldNamesOf, requireFilled } from '../fields-of.ts';
import { selectProducts, toManaged } from './product-row.ts';
import { changeProduct, getManaged } from './products.ts';

type ChangeBody = BodyOf<typeof changeProductRoute>;

const invalid = (sentence: string, field: string) => new Refusal('not_valid', sentence, { details: { field } });

/** @throws Refusal `not_valid` */
function priceAfter(price: string | null, salePrice: string | null, move: PriceMove): Cents {
  if (price === null) throw invalid('It has no price to change.', 'price');
  const moved = movedPrice(centsOf(price), move);
  if (!moved.ok) {
    const what = moved.refused.code === 'price_below_zero' ? 'less than nothing' : 'more than an amount may be';
    throw invalid(`Its price would be ${what}.`, 'price');
  }
  if (salePrice !== null && moved.value <= centsOf(salePrice)) {
    throw invalid(
      `Its price would be ${displayMoney(moved.value)}, not above its sale price of ${displayMoney(centsOf(salePrice))}.`,
      'price',
    );
  }
  return moved.value;
}

/** @throws Refusal `not_valid` */
function pricesAfter(product: ManagedProduct, move: PriceMove): Pick<ChangeBody, 'regular_price' | 'variations'> {
  if (product.pricing !== null) throw invalid('Tiers price it: change them under Pricing.', 'price');
  if (product.type !== 'variable') {
    return { regular_price: priceAfter(product.regular_price, product.sale_price, move) };
  }
  // All of them are named: one that is left out would be deleted.
  const variations = product.variations.map(
    ({ id, name, status, attributes, regular_price: price, sale_price: sale }) => ({
      id,
      name,
      attributes,
      status,
      ...(status !== 'trash' && price !== null && { regular_price: priceAfter(price, sale, move) }),
    }),
  );
  if (!variations.some((variation) => 'regular_price' in variation)) priceAfter(null, null, move);
  return { variations };
}

function categoriesAfter(product: ManagedProduct, { add_category_ids: add, remove_category_ids: remove }: BulkChange) {
  if (!add && !remove) return undefined;
  const kept = product.category_ids.filter((id) => !remove?.includes(id));
  return [...new Set([...kept, ...(add ?? [])])];
}

/** The change of this one product. @throws Refusal `not_valid` */
function bodyFor(product: ManagedProduct, change: BulkChange): Omit<ChangeBody, 'version'> {
  const { status, taxable, price, field_values: values } = change;
  const categories = categoriesAfter(product, change);
  return {
    ...(status && { status }),
    ...(taxable !== undefined && { taxable }),
    ...(categories && { category_ids: categories }),
    ...(values && { field_values: values }),
    ...(price && pricesAfter(product, price)),
  };
}

/**
 * Changes one of several products. Rule: catalogue/bulk-edit.
 * @throws Refusal as `changeProductRoute` lists.
 */
export async function changeOne(
  tx: Tx,
  staff: Staff,
  { id, version }: { id: number; version: number },
  change: BulkChange,
): Promise<{ name: string }> {
  // Prices are worked out from what nobody can change until they are written.
  await lockTerms(tx);
  await sql`SELECT FROM products WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
  const product = await getManaged(tx, id);
  if (product.version !== version) {
    throw new Refusal('changed_meanwhile', 'Somebody changed it meanwhile: look at it again.');
  }
  const { name } = await changeProduct(tx, staff, id, { ...bodyFor(product, change), version });
  return { name };
}

/** Refusals that are about the request, not about one product: it ends there, and goes on when it is sent again. */
const OF_THE_REQUEST: ReadonlySet<Refusal['code']> = new Set(['request_in_progress', 'idempotency_key_reused']);

/** The reason why one product is left alone. @throws errors other than its refusal */
export function refusedOfOne(error: unknown): { name: null; error: string; code: string } {
  if (!(error instanceof Refusal) || OF_THE_REQUEST.has(error.code)) throw error;
  return { name: null, error: error.message, code: error.code };
}

type Change = BulkPreview['changes'][number];

const said = (value: boolean | string | null): string => (value === null ? '' : String(value));

function changesOf(
  product: ManagedProduct,
  body: Omit<ChangeBody, 'version'>,
  values: Record<string, string>,
): Change[] {
  const changes: Change[] = [];
  const note = (field: string, from: string, to: string, of?: { id: number; name: string }) => {
    if (from !== to) changes.push({ field, from, to, variation_id: of?.id ?? null, variation_name: of?.name ?? null });
  };
  if (body.status !== undefined) note('status', product.status, body.status);
  if (body.taxable !== undefined) note('taxable', said(product.taxable), said(body.taxable));
  if (body.category_ids) note('category_ids', product.category_ids.join(','), body.category_ids.join(','));
  const price = (cents: Cents | null) => (cents === null ? '' : displayMoney(cents));
  const present = (money: string | null) => (money === null ? '' : displayMoney(centsOf(money)));
  if (body.regular_price !== undefined) note('price', present(product.regular_price), price(body.regular_price));
  for (const { id, regular_price: next } of body.variations ?? []) {
    const before = product.variations.find((one) => one.id === id);
    if (next === undefined || !before) continue;
    const name = variantName(
      before.attributes.map(({ option }) => option),
      before.name,
      before.id,
    );
    note('price', present(before.regular_price), price(next), { id: before.id, name });
  }
  for (const [name, value] of Object.entries(values)) note(`field:${name}`, product.field_values[name] ?? '', value);
  return changes;
}

/** The values as they would be stored. @throws Refusal `not_valid` */
async function valuesAfter(
  db: Database,
  id: number,
  values: BulkChange['field_values'],
): Promise<Record<string, string>> {
  if (!values) return {};
  const known = await fieldNamesOf(db, id);
  const stranger = Object.keys(values).find((name) => !known.includes(name) || isCostKey(name));
  if (stranger !== undefined) throw invalid(`Its blueprint has no field ${stranger}.`, `field_values.${stranger}`);
  const meta = Object.entries(values).map(([name, value]) => ({ key: `_blueprint_${name}`, value }));
  const checked = await checkedMeta(db, id, meta);
  return Object.fromEntries(
    checked.map(({ key, value }) => [key.slice('_blueprint_'.length), typeof value === 'string' ? value : '']),
  );
}

/** The effect of a change on each product. The change itself checks again. Rule: catalogue/bulk-edit. */
export async function previewBulk(
  db: Database,
  { ids, change }: BodyOf<typeof bulkPreviewRoute>,
): Promise<BulkPreview[]> {
  const rows = await selectProducts(db, [...new Set(ids)]);
  const previews: BulkPreview[] = [];
  for (const row of rows) {
    const product = await toManaged(db, row);
    const { id, name, version } = product;
    try {
      const body = bodyFor(product, change);
      const changes = changesOf(product, body, await valuesAfter(db, id, change.field_values));
      // A change with new values is checked when it is made.
      if (body.status === 'publish' && product.status !== 'publish' && !change.field_values)
        await requireFilled(db, id);
      previews.push({ id, name, version, changes, error: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      previews.push({ id, name, version, changes: [], error: error.message });
    }
  }
  return previews;
}
