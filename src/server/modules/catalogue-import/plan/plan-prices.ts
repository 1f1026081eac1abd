import { type PricePlan, type PriceStep, planOf, stepsOf } from '#domain/item-prices.ts';
import { toCents } from '#domain/money.ts';
import { wallOf } from '#server/http/woocommerce/woo.ts';
import type { Item } from '../read/items.ts';
import type { StoredItem, StoredPrice } from './import-plan.ts';
import { sameJson } from './plan-meta.ts';

/** The clock of an import: the instant at which its prices begin to hold, and the time zone of its location. */
export interface Clock {
  readonly nowMs: number;
  readonly timeZone: string;
}

export interface PlannedPrices {
  /** The pair that holds at once. */
  readonly pair: { readonly regular_price_cents: number | null; readonly sale_price_cents: number | null };
  /** All prices, to be written where some are to come or were; null: the pair is all, or nothing changes. */
  readonly plan: PricePlan | null;
  readonly isSame: boolean;
  /** What the preview compares, before and after. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  readonly problem: { readonly column: string; readonly reason: string } | null;
}

/** The prices of an item after the import, with those that are to come. What the file leaves out stays. Rule: pricing/scheduled. */
export function planPrices(
  item: Item,
  stored: StoredItem | null,
  toCome: readonly StoredPrice[],
  clock: Clock,
): PlannedPrices {
  const pair = {
    regular_price_cents: stored?.regular_price_cents ?? null,
    sale_price_cents: stored?.sale_price_cents ?? null,
  };
  const present = planOf(
    stepOf(pair, clock.nowMs),
    toCome.map((price) => stepOf(price, price.from_ms)),
  );
  const asked = askedPlan(item, present);
  const before = stepsOf(present, clock.nowMs);
  const steps = stepsOf(asked, clock.nowMs);
  const isSame = sameJson(before, steps);
  const [now, ...later] = steps;
  return {
    pair: isSame ? pair : { regular_price_cents: now.regular, sale_price_cents: now.sale },
    plan: isSame || (later.length === 0 && toCome.length === 0) ? null : asked,
    isSame,
    before: said(present, clock),
    after: said(planOf(now, later), clock),
    problem: isSame ? null : problemIn(item, steps, before[0], clock),
  };
}

const stepOf = (
  {
    regular_price_cents: regular,
    sale_price_cents: sale,
  }: Omit<StoredPrice, 'product_id' | 'variation_id' | 'from_ms'>,
  fromMs: number,
): PriceStep => ({
  fromMs,
  regular: regular === null ? null : toCents(regular),
  sale: sale === null ? null : toCents(sale),
});

/** A sale price without a day begins at once. A blank one takes away the sale of now, not one that is to come. */
function askedPlan({ regularPriceCents, salePriceCents }: Item, present: PricePlan): PricePlan {
  const regular = regularPriceCents === undefined ? present.regular : regularPriceCents;
  const isToCome = present.sale !== null && present.sale.fromMs !== null;
  if (salePriceCents === undefined || (salePriceCents === null && isToCome)) return { ...present, regular };
  const sale =
    salePriceCents === null ? null : { price: salePriceCents, fromMs: null, untilMs: present.sale?.untilMs ?? null };
  return { ...present, regular, sale };
}

const wall = (ms: number, timeZone: string): string =>
  wallOf(new Date(ms).toISOString(), timeZone).slice(0, 16).replace('T', ' ');

function said({ regular, sale }: PricePlan, { timeZone }: Clock): Readonly<Record<string, unknown>> {
  const instant = (ms: number | null | undefined) => (ms == null ? null : wall(ms, timeZone));
  return {
    regular_price_cents: regular,
    sale_price_cents: sale?.price ?? null,
    sale_from: instant(sale?.fromMs),
    sale_until: instant(sale?.untilMs),
  };
}

/** A pair that is there already is judged when it is changed: an import of a former build may have brought it. */
function problemIn(
  { exportedAs }: Item,
  steps: readonly PriceStep[],
  present: PriceStep,
  { nowMs, timeZone }: Clock,
): PlannedPrices['problem'] {
  const wrong = steps.find(({ regular, sale }) => {
    if (sale === null || (regular === present.regular && sale === present.sale)) return false;
    // Other shops write the same price twice for what is not reduced.
    return regular === null || sale > regular || (sale === regular && exportedAs !== undefined);
  });
  if (!wrong) return null;
  const reason = wrong.regular === null ? 'stands without a regular price' : 'is not below the regular price';
  const when = wrong.fromMs > nowMs ? ` from ${wall(wrong.fromMs, timeZone)} on` : '';
  return { column: 'Sale price', reason: reason + when };
}
