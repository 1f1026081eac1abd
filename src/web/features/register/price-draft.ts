import { type CartLine, changePrice, countOf, FULL_DISCOUNT, type LineChange, toSaleLines } from '#domain/cart.ts';
import { type LinePrice, priceLine } from '#domain/line-price.ts';
import { displayMoney, formatMoney, minus, parseMoney, ZERO_CENTS } from '#domain/money.ts';
import { tidyAmount } from './payment.ts';

/** What is typed in the price dialog: dollars and percent as text. */
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

/** What the draft asks for; what is not a number yet asks for nothing. */
export function changeOf({ price, percent, adjustment, direction, reason }: PriceDraft): LineChange {
  const cents = parseMoney(price);
  const hundredths = parseMoney(percent);
  const amount = parseMoney(adjustment);
  const adjustmentCents = amount.ok ? amount.value : ZERO_CENTS;
  return {
    overrideCents: cents.ok ? cents.value : null,
    discount: hundredths.ok ? hundredths.value : 0,
    adjustmentCents: direction === 'off' ? minus(ZERO_CENTS, adjustmentCents) : adjustmentCents,
    reason: reason.trim() || null,
  };
}

/** The line as the draft would leave it, by the cart's own rules (spec §5: clamped, equal to the original clears). */
export function withDraft(line: CartLine, draft: PriceDraft): CartLine {
  return changePrice([line], line.key, changeOf(draft))[0] ?? line;
}

export function lineCost(line: CartLine): LinePrice {
  const [sale] = toSaleLines([line]);
  return priceLine(line.sold, sale?.changes);
}

export function clampPercent(text: string): string {
  // A percentage has no thousands: its comma is a point.
  const tidy = tidyAmount(text.replaceAll(',', '.'));
  return Number(tidy) * 100 > FULL_DISCOUNT ? String(FULL_DISCOUNT / 100) : tidy;
}

/** How the total comes about: "2 × $26.00", "-$12.00 new price", "-$4.00 discount". */
export function stepsOf(line: CartLine, each: string): string[] {
  const { overrideCents, discountCents, adjustmentCents } = lineCost(line);
  const steps: [cents: number, text: string][] = [
    [overrideCents, `${signed(overrideCents)} new price`],
    [discountCents, `${signed(discountCents)} discount`],
    [adjustmentCents, `${signed(adjustmentCents)} ${adjustmentCents < 0 ? 'taken off' : 'added'}`],
  ];
  return [`${countOf(line.sold)} × ${each}`, ...steps.filter(([cents]) => cents !== 0).map(([, text]) => text)];
}

function signed(cents: LinePrice['totalCents']): string {
  return `${cents > 0 ? '+' : ''}${displayMoney(cents)}`;
}
