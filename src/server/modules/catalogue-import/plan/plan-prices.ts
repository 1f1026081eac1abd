import { type PricePlan, type PriceStep, planOf, stepsOf } from '#domain/item-prices.ts';
import { instantOf, wallOf } from '#server/http/woocommerce/woo.ts';
import { planOfPair } from '../../catalogue/service.ts';
import type { Item } from '../read/items.ts';
import type { Clock, StoredItem, StoredPrice } from './import-plan.ts';
import { sameJson } from './plan-meta.ts';

interface Finding {
  readonly column: string;
  readonly reason: string;
}

export interface PlannedPrices {
  /** The pair that holds at once. */
  readonly pair: { readonly regular_price_cents: number | null; readonly sale_price_cents: number | null };
  /** All prices, to be written where some are to come or were; null: the pair is all, or nothing changes. */
  readonly plan: PricePlan | null;
  readonly isSame: boolean;
  /** The fields that the preview compares, before and after. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  readonly problem: Finding | null;
  readonly note: Finding | null;
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
  const present = planOfPair(pair, toCome);
  const asked = askedPlan(item, present, clock.timeZone);
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
    problem: endsFirst(asked) ?? (isSame ? null : problemIn(item, steps, before[0], clock)),
    note: asked.sale?.untilMs != null && asked.sale.untilMs <= clock.nowMs ? PASSED : null,
  };
}

/**
 * The prices that the file asks for. If it has no column for the start, a sale price begins at once, and a blank one takes away
 * the sale of now, not one that is to come.
 */
function askedPlan(item: Item, present: PricePlan, timeZone: string): PricePlan {
  const { salePriceCents, saleFrom, saleUntil } = item;
  const regular = item.regularPriceCents === undefined ? present.regular : item.regularPriceCents;
  const kept = present.sale;
  const isKept =
    salePriceCents === undefined || (salePriceCents === null && saleFrom === undefined && kept?.fromMs != null);
  const price = isKept ? (kept?.price ?? null) : salePriceCents;
  if (price === null) return { ...present, regular, sale: null };
  const msOf = (written: string | null) => (written === null ? null : Date.parse(instantOf(written, timeZone)));
  const fromMs = saleFrom === undefined ? (isKept ? (kept?.fromMs ?? null) : null) : msOf(saleFrom);
  const untilMs = saleUntil === undefined ? (kept?.untilMs ?? null) : msOf(saleUntil);
  return { ...present, regular, sale: { price, fromMs, untilMs } };
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

const PASSED: Finding = { column: 'Date sale price ends', reason: 'has passed, so the sale price is left out' };

function endsFirst({ sale }: PricePlan): Finding | null {
  if (sale?.fromMs == null || sale.untilMs === null || sale.untilMs > sale.fromMs) return null;
  return { column: 'Date sale price ends', reason: 'is not after the start of the sale' };
}

/** A pair that is there already is judged when it is changed: an import of a former build may have brought it. */
function problemIn(
  { exportedAs }: Item,
  steps: readonly PriceStep[],
  present: PriceStep,
  { nowMs, timeZone }: Clock,
): Finding | null {
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
