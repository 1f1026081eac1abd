import type { FastifyInstance } from 'fastify';
import { blueprintFieldsRoute } from '#contract/blueprints.ts';
import {
  batchBlueprintRoute,
  categoriesRoute,
  fieldsRoute,
  fieldValuesRoute,
  productsRoute,
} from '#contract/catalogue.ts';
import {
  storeProductRoute,
  storeProductsRoute,
  storeVariationsRoute,
  updateProductMetaRoute,
} from '#contract/store-products.ts';
import { locationToRead } from '#server/http/serve/location.ts';
import { REPEATED, serve, serveWrite, Tagged } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { fieldsOf } from './fields-of.ts';
import { listCategories, listFields, listFieldValues } from './fields.ts';
import { productsJson, productsState } from './products-at-location.ts';
import { loadSellable } from './service.ts';
import { getStoreProduct, listStoreProducts, listStoreVariations, setProductMeta } from './store-products.ts';
import { toWirePricing } from './wire-pricing.ts';

/** The catalogue for tills and for other clients of the store. */
export function registerCatalogue(app: FastifyInstance): void {
  serve(app, productsRoute, async ({ db, staff, query }) => {
    const state = await productsState(db, staff, locationToRead(staff, query.location_id), query);
    return new Tagged(state.etag, () => productsJson(db, state, query));
  });

  serve(app, categoriesRoute, async ({ db }) => success({ data: await listCategories(db) }), REPEATED);

  serve(app, batchBlueprintRoute, async ({ db, body }) => {
    const found = await loadSellable(
      db,
      body.products.map(({ id }) => ({ productId: id, variationId: null })),
    );
    return success({
      data: Object.fromEntries(
        body.products.map(({ id }) => {
          const pricing = found.get(String(id))?.pricing;
          return [String(id), pricing ? toWirePricing(pricing) : null];
        }),
      ),
    });
  });

  serve(app, fieldsRoute, async ({ db, query }) => success({ fields: await listFields(db, query.name) }), REPEATED);

  serve(
    app,
    blueprintFieldsRoute,
    async ({ db, staff, query }) => success({ fields: await fieldsOf(db, staff, query) }),
    REPEATED,
  );

  serve(
    app,
    fieldValuesRoute,
    async ({ db, staff, query }) => success({ values: await listFieldValues(db, staff, query.field, query.category) }),
    REPEATED,
  );

  serve(app, storeProductsRoute, ({ db, staff, query }) => listStoreProducts(db, staff, query));

  serve(app, storeProductRoute, ({ db, staff, params }) => getStoreProduct(db, staff, params.id));

  serve(app, storeVariationsRoute, ({ db, staff, params, query }) =>
    listStoreVariations(db, staff, params.id, { limit: query.per_page, offset: (query.page - 1) * query.per_page }),
  );

  serveWrite(app, updateProductMetaRoute, async ({ tx, staff, params, body, emit }) => {
    const product = await setProductMeta(tx, staff, params.id, body.meta_data, body.version);
    emit({ type: 'catalogue', product_ids: [product.id] });
    return product;
  });
}
