import { type BlueprintPricing, type ChosenTier, tiersOf } from '#domain/pricing-tiers.ts';
import { displayQuantity, type Milli } from '#domain/quantity.ts';
import { stockDrawn } from '#domain/sale.ts';
import { byTier, shortMoney } from './sellable.ts';
import { stockUnitOf, type RegisterProduct } from '#web/api/wire-products.ts';

/** Inter at 12 px, medium: a little more than each letter takes. */
const LETTER_PX = { narrow: 4, usual: 6.8, wide: 10 };
const CHIP_PADDING_PX = 14;
const LEAST_CHIP_PX = 44;
const MORE_PX = 44;
const CHIP_GAP_PX = 4;

export function tierKey({ ruleId, tier }: ChosenTier): string {
  return `${ruleId}:${tier.minMilli}`;
}

/** What a tier's chip says; faint when stock does not have that much. */
export function chipOf(product: RegisterProduct, chosen: ChosenTier, stock: Milli) {
  const { label, priceCents } = chosen.tier;
  const drawn = stockDrawn(byTier(chosen));
  const faint = !drawn.ok || drawn.value > stock;
  const unit = stockUnitOf(product);
  const title = faint && stock > 0 ? `Only ${displayQuantity(stock)}${unit && ` ${unit}`} in stock` : undefined;
  return { label, detail: shortMoney(priceCents), faint, title };
}

function textPx(text: string): number {
  let px = 0;
  for (const letter of text) {
    if (/[\s.,:'’|ijlftr()/-]/.test(letter)) px += LETTER_PX.narrow;
    else px += /[mwMW@%&]/.test(letter) ? LETTER_PX.wide : LETTER_PX.usual;
  }
  return px;
}

function chipPx(...lines: readonly string[]): number {
  return Math.max(LEAST_CHIP_PX, ...lines.map((line) => textPx(line) + CHIP_PADDING_PX));
}

function widthOf({ tier: { label, priceCents } }: ChosenTier): number {
  return chipPx(label, shortMoney(priceCents));
}

/**
 * In how many columns chips stand, so that the longest fits and their rows are about equally long: five that fit by
 * four stand as three and two. @param chips the lines of each
 */
export function chipColumns(chips: readonly (readonly string[])[], roomPx: number): number {
  const widestPx = Math.max(LEAST_CHIP_PX, ...chips.map((lines) => chipPx(...lines)));
  const fitting = Math.max(1, Math.floor((roomPx + CHIP_GAP_PX) / (widestPx + CHIP_GAP_PX)));
  const rows = Math.max(1, Math.ceil(chips.length / fitting));
  return Math.max(1, Math.ceil(chips.length / rows));
}

/**
 * The tiers that fit side by side on a card that is not selected, and how many are left for the selected one.
 * Widths are worked out, not measured: cards scroll past without asking for their layout.
 */
export function tiersThatFit(pricing: BlueprintPricing, widthPx: number): { tiers: ChosenTier[]; left: number } {
  const all = tiersOf(pricing);
  const count = (roomPx: number) => {
    let usedPx = -CHIP_GAP_PX;
    let fitting = 0;
    for (const tier of all) {
      usedPx += widthOf(tier) + CHIP_GAP_PX;
      if (usedPx > roomPx) break;
      fitting += 1;
    }
    return fitting;
  };
  const fitting = count(widthPx);
  if (fitting === all.length) return { tiers: all, left: 0 };
  const beside = Math.max(1, count(widthPx - MORE_PX - CHIP_GAP_PX));
  return { tiers: all.slice(0, beside), left: all.length - beside };
}
