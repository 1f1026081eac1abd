import { type CartLine, changePrice, FULL_DISCOUNT, type LineChange, soldWords, toSaleLines } from '#domain/cart.ts';
import { lacksToFloor } from '#domain/floor-price.ts';
import { type LinePrice, needsReason, priceLine } from '#domain/line-price.ts';
import { displayMoney, formatMoney, minus, ZERO_CENTS } from '#domain/money.ts';
import type { Result } from '#domain/result.ts';
import { perUnit } from '#domain/unit.ts';
import { readMoney, readPercent, type TypedRefused, typedSentence } from '#domain/typed.ts';

/** The typed fields of the price dialog: dollars and percent as text. */
export interface PriceDraft {
  readonly price: string;
  readonly percent: string;
  readonly adjustment: string;
  readonly direction: 'off' | 'on';
  readonly reason: string;
}

export function draftOf({ overrideCents, overrideReason, discount, adjustmentCents }: CartLine): PriceDraft {
  return {
    price: overrideCents === null ? '' : formatMoney(overrideCents),
    percent: discount === 0 ? '' : String(discount / 100),
    adjustment: adjustmentCents === 0 ? '' : formatMoney(adjustmentCents).replace('-', ''),
    direction: adjustmentCents > 0 ? 'on' : 'off',
    reason: overrideReason ?? '',
  };
}

function readDraft({ price, percent, adjustment }: PriceDraft) {
  return { price: readMoney(price), percent: readPercent(percent), adjustment: readMoney(adjustment) };
}

/**
 * The change that the draft describes. An empty field, and one that cannot be read (`draftProblems`), changes nothing.
 */
export function changeOf(draft: PriceDraft): LineChange {
  const { price, percent, adjustment } = readDraft(draft);
  const adjustmentCents = adjustment.ok ? adjustment.value : ZERO_CENTS;
  return {
    overrideCents: price.ok ? price.value : null,
    discount: percent.ok ? percent.value : 0,
    adjustmentCents: draft.direction === 'off' ? minus(ZERO_CENTS, adjustmentCents) : adjustmentCents,
    reason: draft.reason.trim() || null,
  };
}

/** The errors of the fields, by field. While there is one, the line is not changed. */
export function draftProblems(draft: PriceDraft): Partial<Record<'price' | 'percent' | 'adjustment', string>> {
  const why = (read: Result<unknown, TypedRefused>) =>
    read.ok || read.refused.code === 'figure_missing' ? null : typedSentence(read.refused);
  return Object.fromEntries(
    Object.entries(readDraft(draft)).flatMap(([field, read]) => {
      const sentence = why(read);
      return sentence === null ? [] : [[field, sentence]];
    }),
  );
}

/** The parts of a price change, in the order in which the dialog offers them. */
export type PricePart = 'percent' | 'price' | 'adjustment';

/** The part that the dialog opens with: the first one that the line has. */
export function firstPart({ discount, overrideCents, adjustmentCents }: CartLine): PricePart {
  if (discount !== 0) return 'percent';
  if (overrideCents !== null) return 'price';
  return adjustmentCents === 0 ? 'percent' : 'adjustment';
}

/** The name of a tab with its value: "Price · $20.00". */
export function partWords(draft: PriceDraft, part: PricePart): string {
  const { overrideCents, discount, adjustmentCents } = changeOf(draft);
  if (part === 'percent') return discount === 0 ? 'Percent' : `Percent · ${discount / 100}%`;
  if (part === 'price') return overrideCents === null ? 'Price' : `Price · ${displayMoney(overrideCents)}`;
  return adjustmentCents === 0 ? 'Amount' : `Amount · ${signed(adjustmentCents)}`;
}

/** True if the draft takes off so much that it needs a reason, and has none. Rule: pricing/reason-for-a-change. */
export function lacksReason(line: CartLine, draft: PriceDraft): boolean {
  return draft.reason.trim() === '' && needsReason(lineCost(withDraft(line, draft)));
}

/** The line as the draft would change it, by the cart's own rules. Rules: pricing/override, pricing/discount. */
export function withDraft(line: CartLine, draft: PriceDraft): CartLine {
  return changePrice([line], line.key, changeOf(draft))[0] ?? line;
}

export function lineCost(line: CartLine): LinePrice {
  const [sale] = toSaleLines([line]);
  return priceLine(line.sold, sale?.changes);
}

/** Limits a percentage to 100: "250" becomes "100". */
export function clampPercent(text: string): string {
  const read = readPercent(text, Number.MAX_SAFE_INTEGER);
  return read.ok && read.value > FULL_DISCOUNT ? String(FULL_DISCOUNT / 100) : text;
}

/** The steps that lead to the total: "2 × $26.00", "-$12.00 new price", "-$4.00 discount". */
export function stepsOf(line: CartLine, each: string): string[] {
  const { overrideCents, discountCents, adjustmentCents } = lineCost(line);
  const steps: [cents: number, text: string][] = [
    [overrideCents, `${signed(overrideCents)} new price`],
    [discountCents, `${signed(discountCents)} discount`],
    [adjustmentCents, `${signed(adjustmentCents)} ${adjustmentCents < 0 ? 'taken off' : 'added'}`],
  ];
  return [`${soldWords(line.sold)} × ${each}`, ...steps.filter(([cents]) => cents !== 0).map(([, text]) => text)];
}

/** "Below the floor price of $8.00 per g."; null if the line is not. Rule: pricing/floor-price. */
export function floorWords(line: CartLine): string | null {
  const { sold, floorCents = null } = line;
  if (floorCents === null || lacksToFloor(sold, lineCost(line), floorCents) === 0) return null;
  const floor = displayMoney(floorCents);
  return `Below the floor price of ${sold.kind === 'unit' ? perUnit(floor, sold.unit) : `${floor} for one`}.`;
}

function signed(cents: LinePrice['totalCents']): string {
  return `${cents > 0 ? '+' : ''}${displayMoney(cents)}`;
}
