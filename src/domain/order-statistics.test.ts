import { expect, it } from 'vitest';
import { toCents } from './money.ts';
import { orderStatistics } from './order-statistics.ts';

const order = (status: string, cents: number, day: string) => ({
  status,
  totalCents: toCents(cents),
  createdAt: new Date(`2026-01-${day}T12:00:00Z`),
});

it('sums, averages and counts the orders of a customer by their status', () => {
  const orders = [
    order('completed', 1000, '03'),
    order('processing', 2001, '09'),
    order('refunded', 500, '01'),
    order('cancelled', 9900, '12'),
    order('failed', 100, '02'),
  ];
  expect(orderStatistics(orders)).toEqual({
    lifetimeValueCents: 3001,
    averageOrderValueCents: 1167,
    totalOrders: 5,
    completedOrders: 2,
    lastOrderDate: new Date('2026-01-12T12:00:00Z'),
  });
});

it('is nothing without orders', () => {
  expect(orderStatistics([])).toEqual({
    lifetimeValueCents: 0,
    averageOrderValueCents: 0,
    totalOrders: 0,
    completedOrders: 0,
    lastOrderDate: null,
  });
});
