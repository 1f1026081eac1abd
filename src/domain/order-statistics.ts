import { type Cents, scaled, sum, toCents, ZERO_CENTS } from './money.ts';

/** An order as far as its customer's statistics go. */
export interface CountedOrder {
  readonly status: string;
  readonly totalCents: Cents;
  readonly createdAt: Date;
}

export interface OrderStatistics {
  readonly lifetimeValueCents: Cents;
  readonly averageOrderValueCents: Cents;
  readonly totalOrders: number;
  readonly completedOrders: number;
  /** null without orders. */
  readonly lastOrderDate: Date | null;
}

const COMPLETED: ReadonlySet<string> = new Set(['completed', 'processing']);
const AVERAGED: ReadonlySet<string> = new Set([...COMPLETED, 'refunded']);

const totalOf = (orders: readonly CountedOrder[]): Cents => sum(orders.map(({ totalCents }) => totalCents));

/**
 * Lifetime value sums completed and processing orders; the average is over completed, processing and refunded ones;
 * total counts all; completed counts completed and processing. Units: cents. Rule: customers/statistics.
 */
export function orderStatistics(orders: readonly CountedOrder[]): OrderStatistics {
  const completed = orders.filter(({ status }) => COMPLETED.has(status));
  const averaged = orders.filter(({ status }) => AVERAGED.has(status));
  const last = orders.reduce((latest, { createdAt }) => Math.max(latest, createdAt.getTime()), -Infinity);
  return {
    lifetimeValueCents: totalOf(completed),
    averageOrderValueCents: averaged.length === 0 ? ZERO_CENTS : toCents(scaled(totalOf(averaged), 1, averaged.length)),
    totalOrders: orders.length,
    completedOrders: completed.length,
    lastOrderDate: orders.length === 0 ? null : new Date(last),
  };
}
