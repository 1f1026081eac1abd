import { type Cents, toCents } from '#domain/money.ts';
import { type EarningSettings, pointsEarned } from '#domain/loyalty-points.ts';
import { type SaleTotals, totalSale } from '#domain/sale.ts';
import type { TaxRate } from '#domain/tax.ts';
import { quickAmounts, settleCard, settleCash, settleSplit, type Settlement } from '#domain/tender.ts';

import { type Assortment, type DemoLine, fillCart, makeAssortment } from './carts.ts';
import type { DemoCustomer, StockPlan } from '../model.ts';
import { createRandom, type Random } from '../random.ts';
import { LOCATIONS } from '../shop.ts';
import { addDays, instantAt, localDayOf, monthOf, weekdayOf } from '../shop-time.ts';

export type DemoOrderStatus = 'completed' | 'processing' | 'on-hold' | 'cancelled' | 'refunded';

export interface DemoOrder {
  readonly id: number;
  readonly locationId: number;
  readonly employeeId: number;
  readonly customer: DemoCustomer | null;
  readonly status: DemoOrderStatus;
  readonly at: Date;
  readonly localDay: string;
  readonly lines: readonly DemoLine[];
  readonly totals: SaleTotals;
  readonly method: 'cash' | 'card' | 'split';
  readonly settlement: Settlement;
  readonly points: number;
  /** When stock and points went back; null while the goods are sold. */
  readonly reversedAt: Date | null;
}

export const HISTORY_DAYS = 365;
const ORDERS_A_DAY = 8.3;
const FIRST_ORDER_ID = 1001;
const OPENS_AT_HOUR = 9;

/** The first settings of `loyalty_settings`: a point for a dollar. */
const LOYALTY: EarningSettings = {
  earnPoints: 1,
  earnCents: toCents(100),
  rounding: 'down',
  minimumCents: toCents(0),
  excludedCategoryIds: [],
  earnsOnDiscounted: true,
};

/** Sunday first. Fridays and Saturdays are the days. */
const WEEKDAY_SHARE = [0.74, 0.78, 0.85, 0.92, 1.02, 1.5, 1.28];
const MONTH_SHARE = [0.9, 0.9, 0.98, 1.15, 1, 0.96, 1.04, 1, 0.95, 1, 1.06, 1.14];
const LOCATION_SHARE: Readonly<Record<number, number>> = { 19: 0.27, 20: 0.43, 21: 0.2, 25: 0.1 };
const EMPLOYEES: Readonly<Record<number, readonly number[]>> = { 19: [4], 20: [3, 3, 3, 2], 21: [5], 25: [6] };
/** From nine in the morning to eight in the evening: slow mornings, a little at lunch, most after four. */
const HOUR_SHARE = [3, 4, 5, 8, 7, 7, 9, 12, 15, 14, 10, 6];

/** A year of orders that ends at `asOf`, oldest first. The same for the same `asOf`. */
export function makeOrders(
  asOf: Date,
  customers: readonly DemoCustomer[],
  jars: readonly StockPlan[],
  random: Random = createRandom('orders'),
): DemoOrder[] {
  const today = localDayOf(asOf);
  const tills = LOCATIONS.filter(({ sells }) => sells).map(({ id, taxRatePpm }) => ({
    locationId: id,
    assortment: makeAssortment(id, jars),
    rates: [taxRateOf(id, taxRatePpm)],
  }));
  const visits = Array.from({ length: HISTORY_DAYS }, (_, index) => addDays(today, index - HISTORY_DAYS + 1))
    .flatMap((day, index) => visitTimes(random, day, 0.86 + (0.28 * index) / HISTORY_DAYS))
    .filter(({ at }) => at <= asOf);
  return visits.map(({ at, day }, index) => {
    const till = random.weighted(tills, ({ locationId }) => LOCATION_SHARE[locationId] ?? 0);
    return makeOrder(random, FIRST_ORDER_ID + index, at, day, asOf, till, customers);
  });
}

/** A location's one tax, as the loader writes it: the rate's id is the location's. */
export function taxRateOf(locationId: number, ratePpm: number): TaxRate {
  return { id: locationId, code: `US-NC-${locationId}`, name: 'Sales Tax', ratePpm };
}

function visitTimes(random: Random, day: string, growth: number): { at: Date; day: string }[] {
  const expected = ORDERS_A_DAY * growth * (WEEKDAY_SHARE[weekdayOf(day)] ?? 1) * (MONTH_SHARE[monthOf(day) - 1] ?? 1);
  const count = Math.max(0, Math.round(expected + (random.next() + random.next() - 1) * 4));
  const hours = HOUR_SHARE.map((_, index) => index);
  return Array.from({ length: count }, () => {
    const hour = OPENS_AT_HOUR + random.weighted(hours, (index) => HOUR_SHARE[index] ?? 0);
    return { at: instantAt(day, hour * 3600 + random.int(0, 3599)), day };
  }).sort((a, b) => a.at.getTime() - b.at.getTime());
}

function makeOrder(
  random: Random,
  id: number,
  at: Date,
  localDay: string,
  asOf: Date,
  { locationId, assortment, rates }: { locationId: number; assortment: Assortment; rates: readonly TaxRate[] },
  customers: readonly DemoCustomer[],
): DemoOrder {
  const lines = fillCart(random, assortment);
  const totals = totalSale(
    lines.map(({ product, variant, sold, changes }) => ({
      productId: product.id,
      variationId: variant?.id ?? null,
      taxable: true,
      sold,
      changes,
    })),
    rates,
  );
  const customer = chooseCustomer(random, customers, locationId);
  const { status, reversedAt } = chooseFate(random, at, asOf);
  const method = random.weighted(['cash', 'card', 'split'] as const, (way) => ({ cash: 46, card: 46, split: 8 })[way]);
  return {
    id,
    locationId,
    employeeId: random.pick(EMPLOYEES[locationId] ?? [1]),
    customer,
    status,
    at,
    localDay,
    lines,
    totals,
    method,
    settlement: settle(random, method, totals.totalCents),
    points: customer ? pointsEarned(totals.subtotalCents, LOYALTY) : 0,
    reversedAt,
  };
}

/** Half the visitors are guests; a regular mostly goes to their own shop. */
function chooseCustomer(random: Random, customers: readonly DemoCustomer[], locationId: number): DemoCustomer | null {
  if (random.chance(0.48)) return null;
  return random.weighted(customers, ({ loyalty, homeLocationId }) => loyalty * (homeLocationId === locationId ? 8 : 1));
}

function chooseFate(random: Random, at: Date, asOf: Date): { status: DemoOrderStatus; reversedAt: Date | null } {
  const fate = random.next();
  const hoursLater = random.int(1, 90);
  const isFresh = asOf.getTime() - at.getTime() < 2 * 86_400_000;
  if (isFresh) return { status: fate < 0.12 ? 'processing' : fate < 0.18 ? 'on-hold' : 'completed', reversedAt: null };
  const reversedAt = new Date(Math.min(asOf.getTime(), at.getTime() + hoursLater * 1_800_000));
  if (fate < 0.016) return { status: 'refunded', reversedAt };
  if (fate < 0.028) return { status: 'cancelled', reversedAt };
  return { status: 'completed', reversedAt: null };
}

function settle(random: Random, method: 'cash' | 'card' | 'split', total: Cents): Settlement {
  if (method === 'card') return settleCard(total);
  if (method === 'cash') return required(settleCash(total, random.pick(quickAmounts(total))));
  const inCash = toCents(Math.min(total - 1, Math.max(500, Math.round((total * random.int(20, 70)) / 200_000) * 2000)));
  const onCard = toCents(total - inCash);
  return required(
    settleSplit(total, [
      { method: 'cash', amountCents: inCash },
      { method: 'card', amountCents: onCard },
    ]),
  );
}

function required(settled: ReturnType<typeof settleCash>): Settlement {
  if (!settled.ok) throw new Error(`The demo's payment was refused: ${settled.refused.code}`);
  return settled.value;
}
