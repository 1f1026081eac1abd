import { fromQuantityNumber, toQuantityNumber } from '#domain/quantity.ts';
import { isStep, type Unit } from '#domain/unit.ts';
import { eachRow, type Pieces } from '#server/http/serve/in-pieces.ts';
import { CategoryPlan, type CategoryRow, type PlannedCategory, withAncestors } from './category-plan.ts';
import type { Note, Problem } from '../findings.ts';
import type {
  FieldChange,
  ImportPlan,
  PlannedItem,
  PlannedProduct,
  PlannedVariation,
  Snapshot,
  StoredItem,
  StoredPrice,
  StoredProduct,
  StoredVariation,
  Values,
} from './import-plan.ts';
import { headerOfMeta } from '../read/columns.ts';
import type { Item, MetaPatch, ProductItem, VariationItem } from '../read/items.ts';
import { changesOf } from './plan-changes.ts';
import { judgeCodes } from './plan-codes.ts';
import { planFields } from './plan-fields.ts';
import { planMeta, sameJson } from './plan-meta.ts';
import { type PlannedPrices, planPrices } from './plan-prices.ts';
import { type PlannedStock, StockPlan } from './plan-stock.ts';
import type { CatalogueFile } from '../read/read-file.ts';
import { type Target, Targets } from './targets.ts';

/** Compares a file with what the database has. Pure: what it answers is what an import writes and a dry run reports. */
export function planImport(file: CatalogueFile, snapshot: Snapshot): Pieces<ImportPlan> {
  return new Planner(file, snapshot).plan();
}

class Planner {
  readonly #file: CatalogueFile;
  readonly #snapshot: Snapshot;
  readonly #targets: Targets;
  readonly #categories: CategoryPlan;
  readonly #stock: StockPlan;
  /** By the number of the product or variation, which share one sequence. */
  readonly #toCome = new Map<number, StoredPrice[]>();
  readonly #blueprintOfCategory: ReadonlyMap<number, number>;
  readonly #problems: Problem[] = [];
  readonly #notes: Note[] = [];

  constructor(file: CatalogueFile, snapshot: Snapshot) {
    this.#file = file;
    this.#snapshot = snapshot;
    this.#targets = new Targets(file.identities, snapshot);
    this.#categories = new CategoryPlan(snapshot.categories);
    this.#stock = new StockPlan(snapshot.stock, snapshot.importedStock);
    this.#blueprintOfCategory = new Map(
      snapshot.categories.flatMap(({ id, blueprint_id: blueprint }) => (blueprint === null ? [] : [[id, blueprint]])),
    );
    for (const price of snapshot.toCome) {
      const id = price.variation_id ?? price.product_id;
      this.#toCome.set(id, [...(this.#toCome.get(id) ?? []), price]);
    }
  }

  *plan(): Pieces<ImportPlan> {
    const { items, notes } = this.#file;
    const products = new Map<number, PlannedProduct>();
    yield* eachRow(items, (item) => {
      const product = item.kind === 'product' ? this.#product(item) : null;
      if (product !== null) products.set(item.line, product);
    });
    const variations = (yield* eachRow(items, (item) =>
      item.kind === 'variation' ? this.#variation(item, products) : [],
    )).flat();
    const codes = judgeCodes([...products.values(), ...variations], this.#snapshot.holders);
    return {
      products: [...products.values()],
      variations,
      newCategories: this.#categories.created,
      problems: [...this.#problems, ...codes.problems],
      notes: [...notes, ...this.#notes, ...codes.notes],
    };
  }

  #product(item: ProductItem): PlannedProduct | null {
    const target = this.#accept(this.#targets.ofProduct(item));
    const categories = this.#categoriesOf(item, target?.stored ?? null);
    if (target === null || categories === null) return null;
    const { stored } = target;
    const prices = this.#prices(item, stored);
    const values = {
      ...commonValues({ ...item, meta: this.#fields(item, stored, categories) }, stored),
      ...prices.pair,
      name: item.isUnnamed ? (stored?.name ?? item.name) : item.name,
      type: item.type,
      description: item.description ?? stored?.description ?? '',
      taxable: item.taxable ?? stored?.taxable ?? true,
      ...this.#measure(item, stored),
    };
    const stock = this.#stock.of(item, stored === null ? null : { productId: stored.id, variationId: null });
    const isSame =
      stored !== null &&
      prices.isSame &&
      sameValues(values, stored) &&
      categories.length === stored.category_ids.length &&
      categories.every(({ id }, place) => id === stored.category_ids[place]);
    const changes =
      stored === null || isSame
        ? []
        : changesOf(
            { ...values, ...prices.after, categories: categories.map(({ name }) => name) },
            { ...stored, ...prices.before, categories: namesOf(stored.category_ids, this.#snapshot.categories) },
          );
    return { ...planned(item, target, { isSame, changes, prices }, stock), values, categories };
  }

  #variation(item: VariationItem, products: ReadonlyMap<number, PlannedProduct>): PlannedVariation[] {
    const parent = this.#accept(this.#targets.parentOf(item, products));
    const target = this.#accept(this.#targets.ofVariation(item));
    if (parent === null || target === null) return [];
    const { stored } = target;
    if (stored !== null && stored.product_id !== parent.id) {
      const reason = `is a variation of product ${stored.product_id} here, and of another one in the file`;
      this.#problems.push({ line: item.line, column: 'Parent', reason });
      return [];
    }
    const prices = this.#prices(item, stored);
    const values = {
      ...commonValues(item, stored),
      ...prices.pair,
      name: item.name ?? stored?.name ?? null,
      attributes: item.attributes.length > 0 ? item.attributes : (stored?.attributes ?? []),
      position: item.position ?? stored?.position ?? 0,
    };
    const stock = this.#stock.of(
      item,
      stored === null ? null : { productId: stored.product_id, variationId: stored.id },
    );
    const isSame = stored !== null && prices.isSame && sameValues(values, stored);
    const changes =
      stored === null || isSame ? [] : changesOf({ ...values, ...prices.after }, { ...stored, ...prices.before });
    return [{ ...planned(item, target, { isSame, changes, prices }, stock), parent, values }];
  }

  #prices(item: Item, stored: StoredProduct | StoredVariation | null): PlannedPrices {
    const toCome = stored === null ? [] : (this.#toCome.get(stored.id) ?? []);
    const prices = planPrices(item, stored, toCome, this.#snapshot.clock);
    if (prices.problem !== null) this.#problems.push({ line: item.line, ...prices.problem });
    if (prices.note !== null) this.#notes.push({ line: item.line, ...prices.note });
    return prices;
  }

  /** The row's meta, with the values of its blueprint's fields in the form of their type. */
  #fields(item: ProductItem, stored: StoredProduct | null, categories: readonly PlannedCategory[]): MetaPatch {
    const blueprint = this.#blueprintOf(
      stored,
      categories.map(({ id }) => id),
    );
    const wasOnSale = stored?.status === 'publish' && this.#blueprintOf(stored, stored.category_ids) === blueprint;
    const fields = this.#snapshot.fields.filter(({ blueprint_id: id }) => id === blueprint);
    const isOnSale = (item.status ?? stored?.status ?? 'publish') === 'publish';
    const { meta, problems } = planFields(item, fields, stored, isOnSale && !wasOnSale);
    for (const { key, reason, sentence } of problems) {
      const column = headerOfMeta(this.#file.header, key) ?? null;
      this.#problems.push({ line: item.line, column, reason: column === null ? sentence : reason });
    }
    return meta;
  }

  /** The blueprint of a product: its own, or that of the first of its categories that has one. */
  #blueprintOf(stored: StoredProduct | null, categoryIds: readonly (number | null)[]): number | null {
    const ofCategories = categoryIds.flatMap((id) => this.#blueprintOfCategory.get(id ?? 0) ?? []);
    return stored?.blueprint_id ?? ofCategories[0] ?? null;
  }

  /** A product that is here keeps its unit, because its stock and its sales are figures in it. Rule: catalogue/unit-and-step. */
  #measure(
    item: ProductItem,
    stored: StoredProduct | null,
  ): { unit: Unit | null; quantity_step: number; floor_price_cents: number | null } {
    const unit = item.unit === undefined ? (stored?.unit ?? null) : item.unit;
    const step = item.stepMilli ?? fromQuantityNumber(stored?.quantity_step ?? 1);
    if (stored && unit !== stored.unit) {
      const reason = `is ${stored.unit ?? 'piece'} here: the unit of a product is changed under Manage`;
      this.#problems.push({ line: item.line, column: 'Sold by', reason });
    }
    if (!isStep(unit, step)) {
      this.#problems.push({
        line: item.line,
        column: 'In steps of',
        reason: 'is not whole, and pieces are sold whole',
      });
    }
    const floor = item.floorPriceCents === undefined ? (stored?.floor_price_cents ?? null) : item.floorPriceCents;
    return { unit, quantity_step: toQuantityNumber(step), floor_price_cents: floor };
  }

  /** A product whose file says nothing of categories keeps those it has; null when one cannot be told. */
  #categoriesOf(item: ProductItem, stored: StoredProduct | null): PlannedCategory[] | null {
    if (item.categories.length === 0) return keptCategories(stored?.category_ids ?? [], this.#snapshot.categories);
    const found = item.categories.map((path) => this.#categories.resolve(path));
    for (const each of found) {
      if (!each.ok) this.#problems.push({ line: item.line, column: 'Categories', reason: each.refused.reason });
    }
    const named = found.flatMap((each) => (each.ok ? each.value : []));
    return named.length === found.length ? withAncestors(named) : null;
  }

  #accept<T>(found: T | readonly Problem[]): T | null {
    if (!Array.isArray(found)) return found as T;
    this.#problems.push(...(found as readonly Problem[]));
    return null;
  }
}

function planned<T extends StoredItem>(
  item: Item,
  target: Target<T>,
  { isSame, changes, prices }: { isSame: boolean; changes: readonly FieldChange[]; prices: PlannedPrices },
  stock: PlannedStock,
): PlannedItem {
  const { stored } = target;
  const newLink = target.isLinked ? null : item.sourceId;
  const isUnchanged = isSame && stock.stockMilli === null && stock.importedMilli === null && newLink === null;
  return {
    line: item.line,
    id: target.id,
    change: stored === null ? 'create' : isUnchanged ? 'unchanged' : 'update',
    isRowChanged: !isSame,
    prices: prices.plan,
    changes,
    isPriceCleared: item.regularPriceCents === null && stored !== null && stored.regular_price_cents !== null,
    newLink,
    ...stock,
  };
}

function commonValues(item: Item, stored: StoredItem | null): Omit<Values, 'regular_price_cents' | 'sale_price_cents'> {
  return {
    sku: item.sku ?? stored?.sku ?? null,
    barcode: item.barcode ?? stored?.barcode ?? null,
    status: item.status ?? stored?.status ?? 'publish',
    image: item.image ?? stored?.image ?? null,
    meta: planMeta(stored?.meta ?? {}, item.meta),
  };
}

function sameValues<T extends object>(values: T, stored: { readonly [K in keyof T]: unknown }): boolean {
  return (Object.keys(values) as (keyof T)[]).every((key) => sameJson(values[key], stored[key]));
}

const namesOf = (ids: readonly number[], rows: readonly CategoryRow[]): string[] =>
  ids.map((id) => rows.find((row) => row.id === id)?.name ?? String(id));

function keptCategories(ids: readonly number[], rows: readonly CategoryRow[]): PlannedCategory[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [{ id, name: row.name, slug: row.slug, parent: null }];
  });
}
