import type { PrintSent } from '#contract/label-prints.ts';
import { barcodeFor, type BarcodeChoice, type BarcodeRefused } from '#domain/labels/barcode.ts';
import {
  type LabelChoices,
  type LabelFacts,
  type LabelTier,
  previewText,
  printedText,
  SAMPLE_FACTS,
  typedText,
} from '#domain/labels/lines.ts';
import type { LabelContent } from '#domain/labels/layout.ts';
import { type Cents, formatMoney, parseMoney } from '#domain/money.ts';
import { type ChosenTier, tiersOf } from '#domain/pricing-tiers.ts';
import { drawnFromStock, needsConversion } from '#domain/conversion-ratio.ts';
import { variantLineName } from '#domain/variant-name.ts';
import { displayQuantity, type Milli, ONE_MILLI, toQuantityNumber } from '#domain/quantity.ts';
import { type RegisterProduct, type RegisterVariant, stockUnitOf } from '#web/entities/catalogue/wire-products.ts';
import { clampCopies, LABELS_PER_PRODUCT, type ProductRow, type TypedRow, type useLabels } from './labels-state.ts';

export const tierKey = ({ ruleId, tier }: ChosenTier): string => `${ruleId}:${tier.minMilli}:${tier.label}`;

/**
 * The tier of a row. A planned price change replaces a rule by one with another id. If exactly one tier has the same
 * quantity and label, it takes the old one's place.
 */
function tierOf({ tier: key }: ProductRow, product: RegisterProduct): ChosenTier | undefined {
  if (key === null) return undefined;
  const tiers = tiersOfProduct(product);
  const stepOf = (one: string) => one.slice(one.indexOf(':'));
  const same = tiers.filter((one) => stepOf(tierKey(one)) === stepOf(key));
  return tiers.find((one) => tierKey(one) === key) ?? (same.length === 1 ? same[0] : undefined);
}

/** A tier as a label shows it. A ratio that no sale accepts leaves the quantity unchanged. */
function labelTier({ productType, tier }: ChosenTier): LabelTier {
  const { label, priceCents, minMilli, conversionRatio } = tier;
  const drawn = drawnFromStock(minMilli, conversionRatio, needsConversion(productType, label));
  return { label, priceCents, drawnMilli: drawn.ok ? drawn.value : minMilli };
}

export function tiersOfProduct(product: RegisterProduct): ChosenTier[] {
  return product.pricing ? tiersOf(product.pricing) : [];
}

/** The item of a row: the product or its chosen variant. */
export function itemOf(row: ProductRow, product: RegisterProduct): RegisterProduct | RegisterVariant {
  return product.variants?.find(({ id }) => id === row.variationId) ?? product;
}

export function nameOf(row: ProductRow, product: RegisterProduct): string {
  const variant = product.variants?.find(({ id }) => id === row.variationId);
  return variant ? variantLineName(product.name, variant.name) : product.name;
}

function costOf({ blueprint }: RegisterProduct): Cents | null {
  const text = blueprint['cost_price'] ?? blueprint['cost'];
  const read = text === undefined ? null : parseMoney(text);
  return read?.ok ? read.value : null;
}

/** One label for each piece. Weighed goods get one label, because they are in one jar. */
export function copiesFor(product: RegisterProduct | undefined, quantity: Milli | undefined): number {
  if (quantity === undefined) return LABELS_PER_PRODUCT;
  return product && stockUnitOf(product) !== '' ? 1 : clampCopies(Math.ceil(quantity / ONE_MILLI));
}

function factsOf(row: ProductRow, product: RegisterProduct): LabelFacts {
  const item = itemOf(row, product);
  const tier = tierOf(row, product);
  const unit = stockUnitOf(product);
  return {
    name: nameOf(row, product),
    sku: item.sku ?? '',
    category: product.category ?? '',
    priceCents: item.priceCents,
    ...(unit !== '' && !product.pricing && { priceUnit: unit }),
    costCents: costOf(product),
    blueprint: product.blueprint,
    tier: tier ? labelTier(tier) : null,
    netWeight: unit === '' ? '' : `${displayQuantity(tier ? labelTier(tier).drawnMilli : ONE_MILLI)} ${unit}`,
  };
}

type LabelsState = ReturnType<typeof useLabels.getState>;

/** The part of the state that decides what is printed. */
export type PrintedState = Pick<
  LabelsState,
  'rows' | 'extras' | 'fields' | 'showTierPrice' | 'showTierLabel' | 'barcode' | 'details' | 'showWarning'
>;

/** The date, and the warning of this till. Neither is chosen in the view. */
export interface Surroundings {
  /** As it is printed: "11/23/2026". */
  readonly date: string;
  readonly warning: string;
}

/** "11/23/2026" for "2026-11-23". */
export function printedDay(day: string): string {
  const [year, month, date] = day.split('-');
  return date === undefined ? day : `${month}/${date}/${year}`;
}

function choicesOf(state: PrintedState, { date, warning }: Surroundings): LabelChoices {
  const { extras, fields, showTierPrice, showTierLabel, details, showWarning } = state;
  const { packageDate } = details;
  return {
    extras,
    fields,
    showTierPrice,
    showTierLabel,
    date,
    details: { ...details, packageDate: printedDay(packageDate), warning: showWarning ? warning : '' },
  };
}

const BARCODE_WORDS: Record<BarcodeRefused['code'], string> = {
  no_code: 'has neither a barcode nor a SKU, so its label has no barcode.',
  not_encodable: 'has a SKU with letters that Code 128 does not have. Choose QR code for it.',
  too_long: 'has a SKU that is too long for a barcode.',
};

/** One row, ready to be printed. */
export interface LabelItem {
  readonly key: string;
  readonly name: string;
  readonly copies: number;
  readonly content: LabelContent;
  /** The content with samples for chosen fields that have no value. */
  readonly sampled: () => LabelContent;
  /** Sentences about the parts that cannot be printed. */
  readonly problems: readonly string[];
  readonly product: RegisterProduct | null;
  /** The record of its print. */
  readonly print: PrintSent;
}

function productItem(row: ProductRow, product: RegisterProduct, state: PrintedState, shared: LabelChoices): LabelItem {
  const item = itemOf(row, product);
  // A product without tiers has its own price where others have the price of their tier.
  const showsPrice = state.extras.includes('price') || (state.showTierPrice && tiersOfProduct(product).length === 0);
  const choices: LabelChoices = showsPrice ? { ...shared, extras: [...shared.extras, 'price'] } : shared;
  const code = barcodeFor(state.barcode, item);
  const chosen = tierOf(row, product)?.tier;
  const name = nameOf(row, product);
  const facts = factsOf(row, product);
  const barcode = code.ok ? code.value : null;
  const problems = [
    row.tier !== null && !chosen && `${name} is no longer sold at the chosen tier. Choose another one.`,
    !code.ok && `${name} ${BARCODE_WORDS[code.refused.code]}`,
  ];
  return {
    key: row.key,
    name,
    copies: row.copies,
    content: { ...printedText(facts, choices), barcode },
    sampled: () => ({ ...previewText(facts, choices), barcode }),
    problems: problems.filter((problem) => problem !== false),
    product,
    print: {
      product_id: row.productId,
      variation_id: row.variationId,
      name,
      tier: chosen ? { label: chosen.label, quantity: toQuantityNumber(chosen.minMilli) } : null,
      price: showsPrice && item.priceCents !== null ? formatMoney(item.priceCents) : null,
      tier_price: chosen && state.showTierPrice ? formatMoney(chosen.priceCents) : null,
      copies: row.copies,
    },
  };
}

function typedItem(row: TypedRow, choice: BarcodeChoice): LabelItem {
  const text = typedText(row.lines);
  const code = barcodeFor(choice, { sku: row.code, barcode: row.code });
  const content = { ...text, barcode: code.ok ? code.value : null };
  return {
    key: row.key,
    name: text.name,
    copies: row.copies,
    content,
    sampled: () => content,
    problems: code.ok ? [] : [`${text.name} ${BARCODE_WORDS[code.refused.code]}`],
    product: null,
    print: { name: text.name, copies: row.copies },
  };
}

/** An import has thousands of typed labels, and nearly every option leaves them as they are. */
const known = new WeakMap<TypedRow, { readonly choice: BarcodeChoice; readonly item: LabelItem }>();

function knownTypedItem(row: TypedRow, barcode: BarcodeChoice): LabelItem {
  const choice = row.code === '' ? 'none' : barcode === 'qr' ? 'qr' : 'item';
  const before = known.get(row);
  if (before?.choice === choice) return before.item;
  const item = typedItem(row, choice);
  known.set(row, { choice, item });
  return item;
}

/** The rows with the content of their labels. Products that are not in the catalogue of this location are left out. */
export function labelItems(
  state: PrintedState,
  byId: ReadonlyMap<number, RegisterProduct>,
  around: Surroundings,
): LabelItem[] {
  const choices = choicesOf(state, around);
  return state.rows.flatMap((row): LabelItem[] => {
    if (row.kind === 'typed') return [knownTypedItem(row, state.barcode)];
    const product = byId.get(row.productId);
    return product ? [productItem(row, product, state, choices)] : [];
  });
}

/** A sample for the preview while nothing is chosen. */
export function sampleContent(state: PrintedState, around: Surroundings): LabelContent {
  const code = barcodeFor(state.barcode, { sku: SAMPLE_FACTS.sku, barcode: null });
  return { ...previewText(SAMPLE_FACTS, choicesOf(state, around)), barcode: code.ok ? code.value : null };
}
