import type { FastifyInstance } from 'fastify';
import {
  changeBlueprintRoute,
  createBlueprintRoute,
  deleteBlueprintRoute,
  managedBlueprintsRoute,
} from '#contract/blueprints.ts';
import { marginsRoute, setCostRoute, setMarginFloorRoute } from '#contract/costs.ts';
import { bulkEditRoute, undoBulkEditRoute } from '#contract/bulk-edits.ts';
import { bulkChangeRoute, bulkPreviewRoute } from '#contract/bulk-products.ts';
import {
  changeCategoryRoute,
  createCategoryRoute,
  deleteCategoryRoute,
  managedCategoriesRoute,
  mergeCategoryRoute,
  moveCategoryRoute,
} from '#contract/managed-categories.ts';
import {
  changeProductRoute,
  createProductRoute,
  deleteProductRoute,
  duplicateProductRoute,
  managedProductRoute,
  managedProductsRoute,
  newCodesRoute,
  productPlacesRoute,
} from '#contract/managed-products.ts';
import {
  changePricingRuleRoute,
  createPricingRuleRoute,
  deletePricingRuleRoute,
  pricingRulesRoute,
} from '#contract/pricing-rules.ts';
import { REPEATED, serve, serveWrite } from '#server/http/serve/serve.ts';
import { serveSteps } from '#server/http/serve/serve-steps.ts';
import { success } from '#server/http/serve/success.ts';
import { changeOne, previewBulk, refusedOfOne } from './bulk/bulk.ts';
import { newBulkEdit, previewUndo, productsOfEdit, recordUndo, undoOne } from './bulk/bulk-undo.ts';
import { changeBlueprint, createBlueprint, deleteBlueprint, listBlueprints } from './blueprints.ts';
import {
  changeCategory,
  createCategory,
  deleteCategory,
  listCategories,
  mergeCategory,
  moveCategory,
} from './categories.ts';
import { tellTaxes } from './category-taxes.ts';
import { newCodes } from './codes.ts';
import { margins, setCost, setMarginFloor } from './costs.ts';
import { managedProducts } from './list.ts';
import { openStock } from './opening-stock.ts';
import { placesOf } from './places.ts';
import {
  changePricingRule,
  createPricingRule,
  deletePricingRule,
  listPricingRules,
  pricedEvent,
} from './pricing-rules.ts';
import { changeProduct, createProduct, deleteProduct, duplicateProduct, getManaged } from './products.ts';

/** Rule: catalogue/managed-categories. */
function registerCategories(app: FastifyInstance): void {
  serve(app, managedCategoriesRoute, async ({ db }) => success({ data: await listCategories(db) }), REPEATED);

  serveWrite(app, createCategoryRoute, async ({ tx, staff, body, emit }) => {
    const data = await createCategory(tx, staff, body);
    emit({ type: 'catalogue', category_ids: [data.id] });
    if (data.parent_id !== null) await tellTaxes(tx, emit);
    return success({ data });
  });

  serveWrite(app, changeCategoryRoute, async ({ tx, staff, params, body, emit }) => {
    const { category, event } = await changeCategory(tx, staff, params.id, body);
    emit(event);
    if (body.parent_id !== undefined) await tellTaxes(tx, emit);
    return success({ data: category });
  });

  serveWrite(app, moveCategoryRoute, async ({ tx, staff, params, body, emit }) => {
    const data = await moveCategory(tx, staff, params.id, body);
    emit({ type: 'catalogue', category_ids: [params.id] });
    await tellTaxes(tx, emit);
    return success({ data });
  });

  serveWrite(app, mergeCategoryRoute, async ({ tx, staff, params, body, emit }) => {
    const { categories, moved, taxes, event } = await mergeCategory(tx, staff, params.id, body);
    emit(event);
    await tellTaxes(tx, emit);
    return success({ data: categories, moved, taxes });
  });

  serveWrite(app, deleteCategoryRoute, async ({ tx, staff, params, query, emit }) => {
    await deleteCategory(tx, staff, params.id, query.version);
    emit({ type: 'catalogue', category_ids: [params.id] });
    await tellTaxes(tx, emit);
    return success({ id: params.id });
  });
}

/** Rule: catalogue/blueprints. A change of a blueprint may change what any of its products shows. */
function registerBlueprints(app: FastifyInstance): void {
  serve(app, managedBlueprintsRoute, async ({ db }) => success({ data: await listBlueprints(db) }), REPEATED);

  serveWrite(app, createBlueprintRoute, async ({ tx, staff, body, emit }) => {
    const data = await createBlueprint(tx, staff, body);
    emit({ type: 'catalogue', product_ids: [] });
    return success({ data });
  });

  serveWrite(app, changeBlueprintRoute, async ({ tx, staff, params, body, emit }) => {
    const { blueprint, isShown } = await changeBlueprint(tx, staff, params.id, body);
    // Tills have its name with the prices of its products, and of its fields the values that searches read.
    emit(isShown ? { type: 'catalogue' } : { type: 'catalogue', product_ids: [] });
    return success({ data: blueprint });
  });

  serveWrite(app, deleteBlueprintRoute, async ({ tx, staff, params, query, emit }) => {
    await deleteBlueprint(tx, staff, params.id, query.version);
    emit({ type: 'catalogue', product_ids: [] });
    return success({ id: params.id });
  });
}

/** Rules: catalogue/bulk-edit, catalogue/bulk-undo. */
function registerBulk(app: FastifyInstance): void {
  serve(app, bulkPreviewRoute, async ({ db, staff, body }) => success({ data: await previewBulk(db, staff, body) }));

  // A transaction each: five hundred products in one would keep every till from the terms for seconds.
  serveSteps(app, bulkChangeRoute, async ({ staff, body, step }) => {
    const bulkEditId = (await step('number', async (tx) => ({ id: await newBulkEdit(tx) }))).id;
    const items = new Map(body.items.map((item) => [item.id, item]));
    const edit = { id: bulkEditId, products: items.size };
    const outcome = await eachAlone([...items.keys()], (id) =>
      step(String(id), async (tx, emit) => {
        const { name, events } = await changeOne(tx, staff, items.get(id) ?? { id, version: 0 }, body.change, edit);
        events.forEach(emit);
        return { name };
      }),
    );
    return success({ ...outcome, bulk_edit_id: bulkEditId });
  });

  serve(app, bulkEditRoute, async ({ db, staff, params }) =>
    success({ data: await previewUndo(db, staff, params.id) }),
  );

  serveSteps(app, undoBulkEditRoute, async ({ staff, params, read, step }) => {
    const products = await read((db) => productsOfEdit(db, params.id));
    const outcome = await eachAlone(products, (id) =>
      step(String(id), async (tx, emit) => {
        const { name, events } = await undoOne(tx, staff, params.id, id);
        events.forEach(emit);
        return { name };
      }),
    );
    if (outcome.changed > 0) {
      const { changed: products, refused } = outcome;
      await step('trail', async (tx) => {
        await recordUndo(tx, staff, { id: params.id, products, refused });
        return {};
      });
    }
    return success(outcome);
  });
}

/** Carries out a change of each product. One that is refused is named, and the others go on. */
async function eachAlone(ids: readonly number[], change: (id: number) => Promise<{ name: string }>) {
  const results = [];
  for (const id of ids) {
    try {
      const { name } = await change(id);
      results.push({ id, name, error: null, code: null });
    } catch (error) {
      results.push({ id, ...refusedOfOne(error) });
    }
  }
  const refused = results.filter(({ error }) => error !== null).length;
  return { changed: results.length - refused, refused, results };
}

/** The administration of the catalogue. Rule: catalogue/managed-products. */
export function registerManagedCatalogue(app: FastifyInstance): void {
  registerCategories(app);
  registerBlueprints(app);

  serve(app, managedProductsRoute, ({ db, query }) => managedProducts(db, query));

  serve(app, managedProductRoute, async ({ db, params }) => success({ data: await getManaged(db, params.id) }));

  serve(app, productPlacesRoute, async ({ db, staff, params }) =>
    success({ data: await placesOf(db, staff, params.id) }),
  );

  serveWrite(app, setCostRoute, async ({ tx, staff, params, body, emit }) => {
    const data = await setCost(tx, staff, params.id, body);
    emit({ type: 'catalogue', product_ids: [params.id] });
    return success({ data });
  });

  serve(app, marginsRoute, async ({ db }) => success(await margins(db)), REPEATED);

  serveWrite(app, setMarginFloorRoute, async ({ tx, staff, body, emit }) => {
    const data = await setMarginFloor(tx, staff, body);
    emit({ type: 'catalogue', product_ids: [] });
    return success({ data });
  });

  serve(app, newCodesRoute, async ({ db }) => success(await newCodes(db)));

  serveWrite(app, createProductRoute, async ({ tx, staff, body, emit }) => {
    const { opening_stock: opening = [], ...asked } = body;
    const made = await createProduct(tx, staff, asked);
    const told = await openStock(tx, staff, made, opening);
    emit({ type: 'catalogue', product_ids: [made.id] });
    for (const event of told) emit(event);
    return success({ data: told.length === 0 ? made : await getManaged(tx, made.id) });
  });

  serveWrite(app, changeProductRoute, async ({ tx, staff, params, body, emit }) => {
    const data = await changeProduct(tx, staff, params.id, body);
    emit({ type: 'catalogue', product_ids: [data.id] });
    return success({ data });
  });

  registerBulk(app);

  serveWrite(app, duplicateProductRoute, async ({ tx, staff, params, emit }) => {
    const data = await duplicateProduct(tx, staff, params.id);
    emit({ type: 'catalogue', product_ids: [data.id] });
    return success({ data });
  });

  serveWrite(app, deleteProductRoute, async ({ tx, staff, params, query, emit }) => {
    await deleteProduct(tx, staff, params.id, query.version);
    emit({ type: 'catalogue', product_ids: [params.id] });
    return success({ id: params.id });
  });

  serve(app, pricingRulesRoute, async ({ db }) => success({ data: await listPricingRules(db) }), REPEATED);

  serveWrite(app, createPricingRuleRoute, async ({ tx, staff, body, emit }) => {
    const data = await createPricingRule(tx, staff, body);
    emit(await pricedEvent(tx, data));
    return success({ data });
  });

  serveWrite(app, changePricingRuleRoute, async ({ tx, staff, params, body, emit }) => {
    const data = await changePricingRule(tx, staff, params.id, body);
    emit(await pricedEvent(tx, data));
    return success({ data });
  });

  serveWrite(app, deletePricingRuleRoute, async ({ tx, staff, params, query, emit }) => {
    const rule = await deletePricingRule(tx, staff, params.id, query.version);
    emit(await pricedEvent(tx, rule));
    return success({ id: params.id });
  });
}
