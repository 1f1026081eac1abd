import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LiveEvent } from '#contract/live.ts';
import type { BodyOf } from '#contract/route.ts';
import { isForced } from '#contract/woocommerce.ts';
import {
  batchWooCategoriesRoute,
  batchWooProductsRoute,
  batchWooVariationsRoute,
} from '#contract/woocommerce-batch.ts';
import {
  changeWooProductRoute,
  changeWooVariationRoute,
  createWooProductRoute,
  createWooVariationRoute,
  deleteWooProductRoute,
  deleteWooVariationRoute,
  wooProductRoute,
  wooProductsRoute,
  wooVariationRoute,
  wooVariationsRoute,
} from '#contract/woocommerce-products.ts';
import {
  changeWooCategoryRoute,
  createWooCategoryRoute,
  deleteWooCategoryRoute,
  type WooCategory,
  wooCategoriesRoute,
  wooCategoryRoute,
} from '#contract/woocommerce-categories.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Author } from '#server/http/guard/session.ts';
import { serve, servePreparedWrite, serveWrite } from '#server/http/serve/serve.ts';
import { limitsOf, requireForce, tellPages, withFields, wooScope } from '#server/http/woocommerce/woo.ts';
import { serveWooBatch } from '#server/http/woocommerce/woo-batch.ts';
import { Refusal } from '#server/refusal.ts';
import { changeCategory, createCategory, deleteCategory } from '../manage/categories.ts';
import { tellTaxes } from '../manage/category-taxes.ts';
import { getManaged, unlessNothing } from '../manage/products.ts';
import { registerMedia } from './media.ts';
import { atHost, imagesOf, prepareWooImage, selectMediaIds, type WooImage, wooImageAddress } from './woo-images.ts';
import { toWooVariation, wooProduct, wooProducts } from './woo-product.ts';
import {
  selectCategoryPage,
  selectProductIds,
  selectStock,
  selectWooCategory,
  type WooCategoryRow,
} from './woo-queries.ts';
import {
  changeWooProduct,
  changeWooVariation,
  createWooProduct,
  createWooVariation,
  deleteWooProduct,
  deleteWooVariation,
} from './woo-writes.ts';

/** Categories with their pictures at the address that was asked. */
async function toWooCategories(
  db: Database,
  request: FastifyRequest,
  rows: readonly WooCategoryRow[],
): Promise<WooCategory[]> {
  const media = await selectMediaIds(
    db,
    rows.map(({ image }) => image),
  );
  return rows.map((row) => {
    const [image = null] = atHost(request, { images: imagesOf(row.image, media) }).images;
    return { ...row, description: '', display: 'default', image };
  });
}

/** The catalogue in the form of WooCommerce's API. Rule: wire/woocommerce. */
export function registerWooCatalogue(app: FastifyInstance): void {
  wooScope(app, (scope) => {
    registerProducts(scope);
    registerVariations(scope);
    registerCategories(scope);
  });
  registerMedia(app);
}

function registerProducts(app: FastifyInstance): void {
  serve(app, wooProductsRoute, async ({ db, principal, query, request, reply }) => {
    const { rows, total } = await selectProductIds(db, principal, query);
    tellPages(request, reply, query, total);
    const products = await wooProducts(db, principal, rows);
    return withFields(
      wooProductsRoute,
      query,
      products.map((product) => atHost(request, product)),
    );
  });

  serve(app, wooProductRoute, async ({ db, principal, params, query, request }) =>
    withFields(wooProductRoute, query, atHost(request, await wooProduct(db, principal, params.id))),
  );

  servePreparedWrite(
    app,
    createWooProductRoute,
    ({ body }) => prepareWooImage(body.images),
    async ({ tx, principal, body, emit, request }, image) => {
      const made = await createWooProduct(tx, principal, body, image);
      emit({ type: 'catalogue', product_ids: [made.id] });
      return atHost(request, made);
    },
  );

  servePreparedWrite(
    app,
    changeWooProductRoute,
    ({ body }) => prepareWooImage(body.images),
    async ({ tx, principal, params, body, emit, request }, image) => {
      const changed = await changeWooProduct(tx, principal, params.id, body, image);
      emit({ type: 'catalogue', product_ids: [changed.id] });
      return atHost(request, changed);
    },
  );

  serveWooBatch(app, batchWooProductsRoute, ({ principal, request }) => ({
    create: async (given, step) => {
      const image = await prepareWooImage(given.images);
      return step(async (tx, emit) => {
        const made = await createWooProduct(tx, principal, given, image);
        emit({ type: 'catalogue', product_ids: [made.id] });
        return atHost(request, made);
      });
    },
    update: async ({ id, ...given }, step) => {
      const image = await prepareWooImage(given.images);
      return step(async (tx, emit) => {
        const changed = await changeWooProduct(tx, principal, id, given, image);
        emit({ type: 'catalogue', product_ids: [id] });
        return atHost(request, changed);
      });
    },
    delete: (id, step) =>
      step(async (tx, emit) => {
        const gone = await deleteWooProduct(tx, principal, id, true);
        emit({ type: 'catalogue', product_ids: [id] });
        return atHost(request, gone);
      }),
  }));

  serveWrite(app, deleteWooProductRoute, async ({ tx, principal, params, query, emit, request }) => {
    const gone = await deleteWooProduct(tx, principal, params.id, isForced(query));
    emit({ type: 'catalogue', product_ids: [gone.id] });
    return atHost(request, gone);
  });
}

function registerVariations(app: FastifyInstance): void {
  serve(app, wooVariationsRoute, async ({ db, principal, params, query, request, reply }) => {
    const product = await getManaged(db, params.id);
    const { limit, offset } = limitsOf(query);
    const listed = product.variations.filter(({ status }) => status !== 'trash');
    const found = listed.filter(({ id }) => (query.include?.includes(id) ?? true) && !query.exclude?.includes(id));
    const ordered = ['id', 'date'].includes(query.orderby) ? found.toSorted((one, other) => one.id - other.id) : found;
    const page = (query.order === 'desc' ? ordered.toReversed() : ordered).slice(offset, offset + limit);
    tellPages(request, reply, query, found.length);
    const levels = await selectStock(db, principal.locationId, [product.id]);
    const variations = page.map((variation) => toWooVariation(variation, levels, principal.timeZone));
    return withFields(wooVariationsRoute, query, variations);
  });

  serve(app, wooVariationRoute, async ({ db, principal, params, query }) => {
    const product = await getManaged(db, params.product_id);
    const variation = product.variations.find(({ id }) => id === params.id);
    if (!variation) throw new Refusal('not_found', `There is no variation ${params.id} of this product.`);
    const levels = await selectStock(db, principal.locationId, [product.id]);
    return withFields(wooVariationRoute, query, toWooVariation(variation, levels, principal.timeZone));
  });

  serveWrite(app, createWooVariationRoute, async ({ tx, principal, params, body, emit }) => {
    const made = await createWooVariation(tx, principal, params.id, body);
    emit({ type: 'catalogue', product_ids: [params.id] });
    return made;
  });

  serveWrite(app, changeWooVariationRoute, async ({ tx, principal, params, body, emit }) => {
    const changed = await changeWooVariation(tx, principal, params, body);
    emit({ type: 'catalogue', product_ids: [params.product_id] });
    return changed;
  });

  serveWrite(app, deleteWooVariationRoute, async ({ tx, principal, params, query, emit }) => {
    const gone = await deleteWooVariation(tx, principal, params, isForced(query));
    emit({ type: 'catalogue', product_ids: [params.product_id] });
    return gone;
  });

  serveWooBatch(app, batchWooVariationsRoute, async ({ principal, params: { id: productId }, read }) => {
    await read((db) => getManaged(db, productId));
    const event: LiveEvent = { type: 'catalogue', product_ids: [productId] };
    return {
      create: (given, step) =>
        step(async (tx, emit) => {
          emit(event);
          return createWooVariation(tx, principal, productId, given);
        }),
      update: ({ id, ...given }, step) =>
        step(async (tx, emit) => {
          emit(event);
          return changeWooVariation(tx, principal, { product_id: productId, id }, given);
        }),
      delete: (id, step) =>
        step(async (tx, emit) => {
          emit(event);
          return deleteWooVariation(tx, principal, { product_id: productId, id }, true);
        }),
    };
  });
}

function registerCategories(app: FastifyInstance): void {
  serve(app, wooCategoriesRoute, async ({ db, query, request, reply }) => {
    const { rows, total } = await selectCategoryPage(db, query);
    tellPages(request, reply, query, total);
    return withFields(wooCategoriesRoute, query, await toWooCategories(db, request, rows));
  });

  serve(app, wooCategoryRoute, async ({ db, params, query, request }) =>
    withFields(wooCategoryRoute, query, await wooCategory(db, request, params.id)),
  );

  servePreparedWrite(
    app,
    createWooCategoryRoute,
    ({ body }) => prepareCategoryImage(body),
    async ({ tx, principal, body, emit, request }, image) =>
      wooCategory(tx, request, await addCategory(tx, principal, body, image, emit)),
  );

  servePreparedWrite(
    app,
    changeWooCategoryRoute,
    ({ body }) => prepareCategoryImage(body),
    async ({ tx, principal, params, body, emit, request }, image) => {
      await editCategory(tx, principal, params.id, body, image, emit);
      return wooCategory(tx, request, params.id);
    },
  );

  serveWrite(app, deleteWooCategoryRoute, async ({ tx, principal, params, query, emit, request }) => {
    const before = await wooCategory(tx, request, params.id);
    requireForce(isForced(query));
    await removeCategory(tx, principal, params.id, emit);
    return before;
  });

  serveWooBatch(app, batchWooCategoriesRoute, ({ principal, request }) => ({
    create: async (given, step) => {
      const image = await prepareCategoryImage(given);
      return step(async (tx, emit) => wooCategory(tx, request, await addCategory(tx, principal, given, image, emit)));
    },
    update: async ({ id, ...given }, step) => {
      const image = await prepareCategoryImage(given);
      return step(async (tx, emit) => {
        await editCategory(tx, principal, id, given, image, emit);
        return wooCategory(tx, request, id);
      });
    },
    delete: (id, step) =>
      step(async (tx, emit) => {
        const before = await wooCategory(tx, request, id);
        await removeCategory(tx, principal, id, emit);
        return before;
      }),
  }));
}

type CategoryBody = BodyOf<typeof changeWooCategoryRoute>;
type Emit = (event: LiveEvent) => void;

const prepareCategoryImage = ({ image }: CategoryBody): Promise<WooImage | undefined> =>
  prepareWooImage(image === undefined ? undefined : image === null ? [] : [image]);

async function addCategory(
  tx: Tx,
  by: Author,
  { name, slug, parent }: BodyOf<typeof createWooCategoryRoute>,
  image: WooImage | undefined,
  emit: Emit,
): Promise<number> {
  const made = await createCategory(tx, by, {
    name,
    slug: slug || undefined,
    parent_id: parent || null,
    ...(image !== undefined && { image: await wooImageAddress(tx, by, image, null) }),
  });
  emit({ type: 'catalogue', category_ids: [made.id] });
  if (made.parent_id !== null) await tellTaxes(tx, emit);
  return made.id;
}

async function editCategory(
  tx: Tx,
  by: Author,
  id: number,
  { name, slug, parent, version }: CategoryBody,
  image: WooImage | undefined,
  emit: Emit,
): Promise<void> {
  const present = image === undefined ? null : ((await selectWooCategory(tx, id))?.image ?? null);
  const change = {
    version,
    name,
    slug: slug || undefined,
    ...(parent !== undefined && { parent_id: parent || null }),
    ...(image !== undefined && { image: await wooImageAddress(tx, by, image, present) }),
  };
  await unlessNothing(tx, async () => emit((await changeCategory(tx, by, id, change)).event));
  if (parent !== undefined) await tellTaxes(tx, emit);
}

async function removeCategory(tx: Tx, by: Author, id: number, emit: Emit): Promise<void> {
  await deleteCategory(tx, by, id, undefined);
  emit({ type: 'catalogue', category_ids: [id] });
  await tellTaxes(tx, emit);
}

/** @throws Refusal `not_found` */
async function wooCategory(db: Database, request: FastifyRequest, id: number): Promise<WooCategory> {
  const row = await selectWooCategory(db, id);
  const [category] = row ? await toWooCategories(db, request, [row]) : [];
  if (!category) throw new Refusal('not_found', `There is no category ${id}.`);
  return category;
}
