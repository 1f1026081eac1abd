import { type BlueprintPricing, type ChosenTier, tiersOf } from '#domain/pricing-tiers.ts';
import type { Milli } from '#domain/quantity.ts';
import { quantityWords } from '#domain/unit.ts';
import { stockDrawn } from '#domain/sale.ts';
import type { GridLayout } from '../grid/grid-layout.ts';
import { byTier, choiceOf, shortMoney } from '../cart/line/sellable.ts';
import { stockUnitOf, type RegisterProduct } from '#web/entities/catalogue/wire-products.ts';

/** Widths of letters in Inter at 12 px, medium, rounded up. */
const LETTER_PX = { narrow: 4, usual: 6.8, wide: 10 };
const CHIP_PADDING_PX = 14;
const LEAST_CHIP_PX = 44;
const CHIP_GAP_PX = 4;

export function tierKey({ ruleId, tier }: ChosenTier): string {
  return `${ruleId}:${tier.minMilli}`;
}

/** The words of a tier's chip; faint if stock does not suffice for it. */
export function chipOf(product: RegisterProduct, chosen: ChosenTier, stock: Milli) {
  const { label, priceCents } = chosen.tier;
  const drawn = stockDrawn(byTier(chosen));
  const faint = !drawn.ok || drawn.value > stock;
  const unit = stockUnitOf(product);
  const title = faint && stock > 0 ? `Only ${quantityWords(stock, unit)} in stock` : undefined;
  return { label, detail: shortMoney(priceCents), faint, title };
}

const measured = new Map<string, number>();

/**
 * The estimated width of a text, calculated letter by letter and cached. A catalogue has few different labels and
 * prices.
 */
function textPx(text: string): number {
  const known = measured.get(text);
  if (known !== undefined) return known;
  let px = 0;
  for (const letter of text) {
    if (/[\s.,:'’|ijlftr()/-]/.test(letter)) px += LETTER_PX.narrow;
    else px += /[mwMW@%&]/.test(letter) ? LETTER_PX.wide : LETTER_PX.usual;
  }
  measured.set(text, px);
  return px;
}

function chipPx(...lines: readonly string[]): number {
  return Math.max(LEAST_CHIP_PX, ...lines.map((line) => textPx(line) + CHIP_PADDING_PX));
}

function widthOf({ tier: { label, priceCents } }: ChosenTier): number {
  return chipPx(label, shortMoney(priceCents));
}

/**
 * The number of columns for chips, so that the longest chip fits and the rows are about equally long: five chips that
 * fit by four get rows of three and two.
 * @param chips the lines of each
 */
export function chipColumns(chips: readonly (readonly string[])[], roomPx: number): number {
  const widestPx = Math.max(LEAST_CHIP_PX, ...chips.map((lines) => chipPx(...lines)));
  const fitting = Math.max(1, Math.floor((roomPx + CHIP_GAP_PX) / (widestPx + CHIP_GAP_PX)));
  const rows = Math.max(1, Math.ceil(chips.length / fitting));
  return Math.max(1, Math.ceil(chips.length / rows));
}

/** The chip for the tiers that a card at rest has no room for. */
export interface MoreTiers {
  readonly label: string;
  /** The tiers in their own words. */
  readonly detail: string;
  readonly title: string;
}

export interface RestingTiers {
  readonly rows: readonly (readonly ChosenTier[])[];
  /** The chip at the end of the last row. */
  readonly more: MoreTiers | null;
}

/** "3 pre-rolls" -> "pre-rolls" */
function nounOf({ tier: { label } }: ChosenTier): string {
  return label.replace(/^[\d.,/ ]+/, '');
}

function moreOf(rest: readonly ChosenTier[]): MoreTiers {
  const last = rest.at(-1);
  const noun = last ? nounOf(last) : '';
  const ofOneRule = rest.every(({ ruleId }) => ruleId === last?.ruleId);
  const isMeasure = noun.length <= 2;
  // Of several kinds, the last one alone would tell too little.
  const detail = !ofOneRule ? 'more' : isMeasure ? `to ${last?.tier.label ?? ''}` : noun;
  return { label: `+${rest.length}`, detail, title: rest.map(({ tier }) => tier.label).join(', ') };
}

function inRows(chips: readonly ChosenTier[], roomPx: number): ChosenTier[][] {
  const rows: ChosenTier[][] = [];
  let usedPx = Infinity;
  for (const chip of chips) {
    const px = widthOf(chip);
    usedPx += CHIP_GAP_PX + px;
    if (usedPx > roomPx) {
      rows.push([]);
      usedPx = px;
    }
    rows.at(-1)?.push(chip);
  }
  return rows;
}

const mostRows = ({ narrow }: GridLayout): number => (narrow ? 2 : 3);

const resting = new WeakMap<BlueprintPricing, Map<string, RestingTiers>>();

/**
 * The tiers of a card that is not selected: as many as fit in a few rows, with a last chip that tells the others.
 * Widths are calculated rather than measured, because measuring would slow scrolling down.
 */
export function tiersAtRest(pricing: BlueprintPricing, layout: GridLayout): RestingTiers {
  const key = `${layout.style} ${layout.cardInnerPx}`;
  const kept = resting.get(pricing) ?? new Map<string, RestingTiers>();
  const present = kept.get(key);
  if (present) return present;
  const found = fitTiers(pricing, layout.cardInnerPx, mostRows(layout));
  resting.set(pricing, new Map([[key, found]]));
  return found;
}

/** True if the card shows every choice at rest, so that it need not open. */
export function showsAllTiers(product: RegisterProduct, layout: GridLayout): boolean {
  const isByTier = product.pricing !== null && choiceOf(product, null).kind === 'tier';
  return isByTier && product.pricing !== null && tiersAtRest(product.pricing, layout).more === null;
}

/** @param atMost the largest number of rows */
export function fitTiers(pricing: BlueprintPricing, roomPx: number, atMost: number): RestingTiers {
  const all = tiersOf(pricing);
  const rows = inRows(all, roomPx);
  if (rows.length <= atMost) return { rows, more: null };
  const shown = rows.slice(0, atMost);
  const last = shown.at(-1) ?? [];
  let count = shown.flat().length;
  for (;;) {
    const more = moreOf(all.slice(count));
    const usedPx = last.reduce((px, chip) => px + widthOf(chip) + CHIP_GAP_PX, 0);
    if (last.length <= (atMost === 1 ? 1 : 0) || usedPx + chipPx(more.label, more.detail) <= roomPx) {
      return { rows: shown, more };
    }
    last.pop();
    count -= 1;
  }
}
