import { inStoreEan13, inStoreUpcA } from './barcode.ts';
import type { DemoProduct, DemoVariant } from '../model.ts';
import { ACCESSORIES } from '../products/accessories.ts';
import { CONCENTRATE } from '../products/concentrate.ts';
import { EDIBLE } from '../products/edible.ts';
import { FLOWER } from '../products/flower.ts';
import { MOONWATER } from '../products/moonwater.ts';
import { PRE_ROLL } from '../products/pre-roll.ts';
import type { ProductRow } from '../products/row.ts';
import { VAPE } from '../products/vape.ts';
import { BLUEPRINT, CATEGORY } from '../shop.ts';

interface Section {
  readonly rows: readonly ProductRow[];
  readonly categoryId: number;
  readonly blueprintId: number | null;
  readonly skuPrefix: string;
  /** Ids of the category begin here. The gaps leave room for later products. */
  readonly firstId: number;
  readonly stockUnit: 'g' | 'piece';
  readonly barcode: (item: number) => string;
}

const VARIANT_ID_START = 5000;

const SECTIONS: readonly Section[] = [
  section(FLOWER, CATEGORY.flower, BLUEPRINT.flower, 'FLW', 1100, 'g'),
  section(VAPE, CATEGORY.vape, BLUEPRINT.vape, 'VAP', 1200, 'piece'),
  section(CONCENTRATE, CATEGORY.concentrate, BLUEPRINT.concentrate, 'CON', 1300, 'g'),
  section(EDIBLE, CATEGORY.edible, BLUEPRINT.edible, 'EDI', 1400, 'piece'),
  section(MOONWATER, CATEGORY.moonwater, BLUEPRINT.moonwater, 'MOO', 1500, 'piece'),
  section(PRE_ROLL, CATEGORY.preRoll, null, 'PRR', 1600, 'piece'),
  { ...section(ACCESSORIES, CATEGORY.accessories, null, 'ACC', 1700, 'piece'), barcode: inStoreUpcA },
];

/** Every product of the demo shop, in id order; always the same. */
export const PRODUCTS: readonly DemoProduct[] = SECTIONS.flatMap((each) =>
  each.rows.map((row, index) => toProduct(each, row, index + 1)),
);

function section(
  rows: readonly ProductRow[],
  categoryId: number,
  blueprintId: number | null,
  skuPrefix: string,
  firstId: number,
  stockUnit: 'g' | 'piece',
): Section {
  return { rows, categoryId, blueprintId, skuPrefix, firstId, stockUnit, barcode: inStoreEan13 };
}

function toProduct(from: Section, row: ProductRow, place: number): DemoProduct {
  const id = from.firstId + place;
  const sku = `${from.skuPrefix}-${String(place).padStart(3, '0')}`;
  const slug = slugOf(row.name);
  return {
    id,
    sku,
    barcode: from.barcode(id * 100),
    name: row.name,
    slug,
    type: row.options ? 'variable' : 'simple',
    categoryId: from.categoryId,
    blueprintId: from.blueprintId,
    priceClass: row.priceClass ?? null,
    regularPriceCents: cents(row.dollars),
    salePriceCents: row.saleDollars === undefined ? null : cents(row.saleDollars),
    stockUnit: from.stockUnit,
    image: `/pictures/${slug}.webp`,
    fields: row.fields ? { ...row.fields, cost: row.costDollars.toFixed(2) } : {},
    costCents: cents(row.costDollars),
    attribute: row.attribute ?? '',
    variants: (row.options ?? []).map((option, index) => toVariant(from, row, id, sku, option, index + 1)),
  };
}

function toVariant(
  from: Section,
  row: ProductRow,
  productId: number,
  sku: string,
  option: string | readonly [string, number],
  place: number,
): DemoVariant {
  const [label, dollars] = typeof option === 'string' ? [option, row.dollars] : option;
  return {
    id: VARIANT_ID_START + (productId - 1000) * 10 + place,
    sku: `${sku}-${label.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '')}`,
    barcode: from.barcode(productId * 100 + place),
    option: label,
    regularPriceCents: cents(dollars),
    salePriceCents: row.saleDollars === undefined ? null : cents(row.saleDollars),
  };
}

function cents(dollars: number): number {
  return Math.round(dollars * 100);
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("'", '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
