import type { changeProductRoute, ManagedProduct } from '#contract/managed-products.ts';
import type {
  changeWooProductRoute,
  changeWooVariationRoute,
  createWooProductRoute,
  createWooVariationRoute,
  WooProduct,
  WooVariation,
} from '#contract/woocommerce-products.ts';
import type { BodyOf } from '#contract/route.ts';
import type { Tx } from '#server/db/pool.ts';
import { lockTerms } from '#server/db/terms.ts';
import type { Author } from '#server/http/guard/session.ts';
import { instantOf, requireForce } from '#server/http/woocommerce/woo.ts';
import { Refusal } from '#server/refusal.ts';
import { changeProduct, createProduct, deleteProduct, getManaged, unlessNothing } from '../manage/products.ts';
import { setProductMeta } from '../store-products.ts';
import { type WooImage, wooImageAddress } from './woo-images.ts';
import { toWooVariation, wooProduct } from './woo-product.ts';
import { partMeasure } from './woo-measure.ts';
import { selectStock } from './woo-queries.ts';

type ProductBody = BodyOf<typeof changeWooProductRoute>;
type VariationBody = BodyOf<typeof changeWooVariationRoute>;
type Change = BodyOf<typeof changeProductRoute>;
type Variation = NonNullable<Change['variations']>[number];

/** Leaves out what was not sent. */
function said<T extends object>(parts: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

/** A date that was sent, with or without its zone, as an instant; undefined when neither was. */
function instantIn(
  local: string | null | undefined,
  gmt: string | null | undefined,
  timeZone: string,
): string | null | undefined {
  if (gmt) return instantOf(gmt, 'UTC');
  return local ? instantOf(local, timeZone) : local === null || gmt === null ? null : undefined;
}

/** WooCommerce's `pending` (waiting for a review) is a draft here. */
const wooStatus = (status: NonNullable<VariationBody['status']>) => (status === 'pending' ? 'draft' : status);

function itemOf(body: VariationBody, timeZone: string) {
  const sale = body.sale_price === null ? { sale_price: null, sale_from: null, sale_until: null } : undefined;
  return said({
    regular_price: body.regular_price,
    sale_price: body.sale_price,
    sale_from: instantIn(body.date_on_sale_from, body.date_on_sale_from_gmt, timeZone),
    sale_until: instantIn(body.date_on_sale_to, body.date_on_sale_to_gmt, timeZone),
    ...sale,
    sku: body.sku === '' ? null : body.sku,
    barcode: body.global_unique_id === '' ? null : body.global_unique_id,
    status: body.status && wooStatus(body.status),
  });
}

function fieldsOf(body: ProductBody, timeZone: string) {
  return said({
    ...itemOf(body, timeZone),
    name: body.name,
    description: body.description,
    taxable: body.tax_status === undefined ? undefined : body.tax_status === 'taxable',
    category_ids: body.categories?.map(({ id }) => id),
  });
}

/** @throws Refusal 422 `not_valid` for another figure than that of the books */
function requireSameStock(asked: number | null | undefined, present: number): void {
  if (asked === undefined || asked === null || asked === present) return;
  throw new Refusal(
    'not_valid',
    `Stock is not set by this call: the books say ${present}. Goods are received, counted or adjusted here.`,
    { details: { field: 'stock_quantity' } },
  );
}

/** @throws Refusal as `createWooProductRoute` lists. Rule: wire/woocommerce. */
export async function createWooProduct(
  tx: Tx,
  by: Author,
  body: BodyOf<typeof createWooProductRoute>,
  image?: WooImage,
): Promise<WooProduct> {
  requireSameStock(body.stock_quantity, 0);
  const status = body.status === undefined ? 'publish' : wooStatus(body.status);
  const { measure, meta } = partMeasure(body.meta_data);
  const hasMeta = meta !== undefined && meta.length > 0;
  const { id } = await createProduct(tx, by, {
    ...fieldsOf(body, by.timeZone),
    ...measure,
    // A product goes on sale only with its required fields, which are set after it is made.
    status: hasMeta ? 'draft' : status,
    name: body.name,
    type: body.type,
    ...(image !== undefined && { image: await wooImageAddress(tx, by, image, null) }),
  });
  if (hasMeta) {
    await setProductMeta(tx, by, id, meta);
    if (status !== 'draft') await changeProduct(tx, by, id, { status });
  }
  return wooProduct(tx, by, id);
}

/** @throws Refusal as `changeWooProductRoute` lists */
export async function changeWooProduct(
  tx: Tx,
  by: Author,
  id: number,
  body: ProductBody,
  image?: WooImage,
): Promise<WooProduct> {
  await lockTerms(tx);
  const present = await wooProduct(tx, by, id);
  requireSameStock(body.stock_quantity, present.stock_quantity);
  const { measure, meta: asked } = partMeasure(body.meta_data);
  const { status, ...fields } = {
    ...fieldsOf(body, by.timeZone),
    ...measure,
    ...(image !== undefined && { image: await wooImageAddress(tx, by, image, present.images[0]?.src ?? null) }),
  };
  await unlessNothing(tx, () => changeProduct(tx, by, id, { ...fields, version: body.version }));
  const meta = asked?.filter(
    ({ key, value }) =>
      JSON.stringify(present.meta_data.find((one) => one.key === key)?.value ?? null) !== JSON.stringify(value ?? null),
  );
  if (meta?.length) await setProductMeta(tx, by, id, meta);
  // The status comes last, because a product goes on sale only with its required fields.
  if (status !== undefined) await unlessNothing(tx, () => changeProduct(tx, by, id, { status }));
  return wooProduct(tx, by, id);
}

/** Answers the product as it was, as WooCommerce does. @throws Refusal as `deleteWooProductRoute` lists */
export async function deleteWooProduct(tx: Tx, by: Author, id: number, isForced: boolean): Promise<WooProduct> {
  await lockTerms(tx);
  const before = await wooProduct(tx, by, id);
  if (isForced) await deleteProduct(tx, by, id);
  else await changeProduct(tx, by, id, { status: 'trash' });
  return before;
}

/** The variations as they are: what is left out of each stays. */
function keptOf({ variations }: ManagedProduct): Variation[] {
  return variations.map(({ id, attributes }) => ({ id, attributes }));
}

async function variationOf(tx: Tx, by: Author, product: ManagedProduct, id: number): Promise<WooVariation> {
  const variation = product.variations.find((one) => one.id === id);
  if (!variation) throw new Refusal('not_found', `There is no variation ${id} of this product.`);
  return toWooVariation(variation, await selectStock(tx, by.locationId, [product.id]), by.timeZone);
}

/** @throws Refusal as `createWooVariationRoute` lists */
export async function createWooVariation(
  tx: Tx,
  by: Author,
  productId: number,
  body: BodyOf<typeof createWooVariationRoute>,
): Promise<WooVariation> {
  requireSameStock(body.stock_quantity, 0);
  await lockTerms(tx);
  const present = await getManaged(tx, productId);
  const made = { ...itemOf(body, by.timeZone), attributes: body.attributes };
  const after = await changeProduct(tx, by, productId, {
    variations: [...keptOf(present), made],
    version: present.version,
  });
  const fresh = after.variations.find(({ id }) => !present.variations.some((one) => one.id === id));
  if (!fresh) throw new Error('a variation was not written');
  return variationOf(tx, by, after, fresh.id);
}

/** @throws Refusal as `changeWooVariationRoute` lists */
export async function changeWooVariation(
  tx: Tx,
  by: Author,
  { product_id: productId, id }: { product_id: number; id: number },
  body: VariationBody,
): Promise<WooVariation> {
  await lockTerms(tx);
  const present = await getManaged(tx, productId);
  const before = await variationOf(tx, by, present, id);
  requireSameStock(body.stock_quantity, before.stock_quantity);
  const change = said({ ...itemOf(body, by.timeZone), attributes: body.attributes });
  const variations = keptOf(present).map((one) => (one.id === id ? { ...one, ...change } : one));
  await unlessNothing(tx, () =>
    changeProduct(tx, by, productId, { variations, version: body.version ?? present.version }),
  );
  return variationOf(tx, by, await getManaged(tx, productId), id);
}

/** @throws Refusal as `deleteWooVariationRoute` lists */
export async function deleteWooVariation(
  tx: Tx,
  by: Author,
  { product_id: productId, id }: { product_id: number; id: number },
  isForced: boolean,
): Promise<WooVariation> {
  await lockTerms(tx);
  const present = await getManaged(tx, productId);
  const before = await variationOf(tx, by, present, id);
  requireForce(isForced);
  const variations = keptOf(present).filter((one) => one.id !== id);
  await unlessNothing(tx, () => changeProduct(tx, by, productId, { variations, version: present.version }));
  return before;
}
