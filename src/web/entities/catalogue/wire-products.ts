import type { WireBlueprintPricing, WireProduct } from '#contract/catalogue.ts';
import { type CodeHit, indexCodes } from '#domain/barcode.ts';
import { byCategoryOrder, groupByCategory } from '#domain/category-order.ts';
import type { ConversionRatio } from '#domain/conversion-ratio.ts';
import { type Cents, readCentsOrNull, centsOf } from '#domain/money.ts';
import type { BlueprintPricing } from '#domain/pricing-tiers.ts';
import { fromQuantityNumber, MAX_STOCK_MILLI, type Milli, parseQuantity, ZERO_MILLI } from '#domain/quantity.ts';
import { unitOfStock } from '#domain/tier-unit.ts';
import { type Measured, measuredBy } from '#domain/unit.ts';
import type { StockEntry } from '#web/entities/stock/stock-book.ts';

export interface RegisterCategory {
  id: number;
  name: string;
  slug: string;
  /** Its place, if the shop has put its categories in order. */
  position?: number;
}

export function toRegisterCategory({ id, name, slug, position }: WireProduct['categories'][number]): RegisterCategory {
  return { id, name, slug, ...(position !== undefined && { position }) };
}

export interface RegisterVariant {
  id: number;
  name: string;
  sku: string | null;
  barcode: string | null;
  priceCents: Cents | null;
}

/**
 * A product as the register shows it. Its stock is kept separately (`stock.ts`), because it changes with every sale.
 */
export interface RegisterProduct {
  id: number;
  name: string;
  type: string;
  sku: string | null;
  barcode: string | null;
  image: string | null;
  taxable: boolean;
  /** Left out if it has none. */
  priceClass?: string;
  /** How it is sold, if it has no tiers. Left out for the single piece. */
  measured?: Measured;
  floorCents?: Cents;
  /** Values of its fields that searches read. Left out for none. */
  searchTerms?: readonly string[];
  categories: RegisterCategory[];
  /** The name of its first category. */
  category: string | null;
  /** The sale price if there is one. */
  priceCents: Cents | null;
  pricing: BlueprintPricing | null;
  /** Null for a simple product. */
  variants: RegisterVariant[] | null;
  /** Field name without `_blueprint_` to value. */
  blueprint: Record<string, string>;
}

const BLUEPRINT_PREFIX = '_blueprint_';

/** A quantity of the wire; 0 when it is not a valid quantity. */
export function milliOfWire(quantity: number): Milli {
  const read = parseQuantity(quantity, MAX_STOCK_MILLI);
  return read.ok ? read.value : ZERO_MILLI;
}

function priceOf({
  regular_price: regular,
  sale_price: sale,
}: {
  regular_price: string | null;
  sale_price: string | null;
}) {
  return readCentsOrNull(sale) ?? readCentsOrNull(regular);
}

type WireTier = WireBlueprintPricing['ruleGroups'][number]['tiers'][number];

function ratioOf(ratio: WireTier['conversion_ratio']): ConversionRatio | undefined {
  if (!ratio) return undefined;
  const { input_amount: input, input_unit: inputUnit, output_amount: output, output_unit: outputUnit } = ratio;
  return {
    inputMilli: milliOfWire(input),
    inputUnit,
    outputMilli: milliOfWire(output),
    outputUnit,
    ...(ratio.description === undefined ? {} : { description: ratio.description }),
  };
}

/** Leaves out tiers whose price or amount cannot be read, because they could only be sold wrongly. */
export function toPricing(pricing: WireBlueprintPricing): BlueprintPricing {
  return {
    blueprintId: pricing.blueprintId,
    blueprintName: pricing.blueprintName,
    ruleGroups: pricing.ruleGroups.map(({ tiers, ...rule }) => ({
      ...rule,
      tiers: tiers.flatMap(({ min, price, label, unit, conversion_ratio: ratio }) => {
        const priceCents = readCentsOrNull(price);
        const minMilli = milliOfWire(min);
        if (priceCents === null || minMilli <= 0) return [];
        const conversionRatio = ratioOf(ratio);
        return [
          { minMilli, priceCents, label, ...(unit ? { unit } : {}), ...(conversionRatio ? { conversionRatio } : {}) },
        ];
      }),
    })),
  };
}

function blueprintOf(meta: WireProduct['meta_data']): Record<string, string> {
  const values: Record<string, string> = {};
  for (const { key, value } of meta) {
    if (!key.startsWith(BLUEPRINT_PREFIX)) continue;
    if (typeof value === 'string' || typeof value === 'number') values[key.slice(BLUEPRINT_PREFIX.length)] = `${value}`;
  }
  return values;
}

/** Pictures on other hosts are not shown. Rule: catalogue/pictures. */
function ownPicture(image: string | null): string | null {
  return image !== null && /^\/(?!\/)/.test(image) ? image : null;
}

const isMeasured = ({ unit, step }: WireProduct) => unit !== undefined || step !== undefined;

/** Converts the wire's decimal strings to cents and thousandths. */
export function toRegisterProduct(product: WireProduct): RegisterProduct {
  const categories = product.categories.map(toRegisterCategory);
  const pricing = product.blueprintPricing && toPricing(product.blueprintPricing);
  return {
    id: product.id,
    name: product.name,
    type: product.has_variants ? 'variable' : product.type,
    sku: product.sku,
    barcode: product.barcode,
    image: ownPicture(product.image),
    taxable: product.taxable,
    ...(product.price_class !== undefined && { priceClass: product.price_class }),
    ...(isMeasured(product) && { measured: measuredBy(product.unit ?? null, fromQuantityNumber(product.step ?? 1)) }),
    ...(product.floor_price !== undefined && { floorCents: centsOf(product.floor_price) }),
    ...(product.search_terms !== undefined && { searchTerms: product.search_terms }),
    categories,
    category: categories[0]?.name ?? null,
    priceCents: priceOf(product),
    pricing: pricing?.ruleGroups.some(({ tiers }) => tiers.length > 0) ? pricing : null,
    variants: product.has_variants
      ? product.variants.map((variant) => {
          const { id, name, sku, barcode } = variant;
          return { id, name, sku, barcode, priceCents: priceOf(variant) };
        })
      : null,
    blueprint: blueprintOf(product.meta_data),
  };
}

/** The stock of the product, or of each of its variants, at one location. */
export function toStockEntries(product: WireProduct, locationId: number): StockEntry[] {
  const at = (entries: WireProduct['inventory']) =>
    milliOfWire(entries.find((entry) => entry.location_id === locationId)?.quantity ?? 0);
  if (!product.has_variants) {
    return [{ productId: product.id, variationId: null, quantityMilli: at(product.inventory) }];
  }
  return product.variants.map(({ id, inventory }) => {
    return { productId: product.id, variationId: id, quantityMilli: at(inventory) };
  });
}

/**
 * In display order: by first category, simple before variable products, then by name. Rules: catalogue/category-order,
 * catalogue/product-order.
 */
export function inDisplayOrder(products: readonly RegisterProduct[]): RegisterProduct[] {
  return groupByCategory(products).flatMap((group) => [...group.products]);
}

/** The products and variants by code, for scans. */
export function codesOf(products: readonly RegisterProduct[]): Map<string, CodeHit<RegisterProduct, RegisterVariant>> {
  return indexCodes(products, ({ variants }) => variants ?? []);
}

export interface CountedCategory extends RegisterCategory {
  count: number;
}

/** The categories that have products, with the number of products, in display order. */
export function categoriesOf(products: readonly RegisterProduct[]): CountedCategory[] {
  const counted = new Map<number, CountedCategory>();
  for (const category of products.flatMap(({ categories }) => categories)) {
    const present = counted.get(category.id);
    if (present) present.count += 1;
    else counted.set(category.id, { ...category, count: 1 });
  }
  return [...counted.values()].sort(byCategoryOrder);
}

/** The unit in which its stock is counted: "g" for weighed goods, '' for pieces. */
export const stockUnitOf = (product: RegisterProduct): string => unitOfStock(product);
