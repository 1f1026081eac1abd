import { expect, it } from 'vitest';
import { toCents } from '#domain/money.ts';
import type { SplitPayment } from '#domain/tender.ts';
import { otherTenderWords, paidWith } from './refund-to.tsx';

const pay = (method: 'cash' | 'card', cents: number): SplitPayment => ({ method, amountCents: toCents(cents) });

it('knows how a sale was paid, whatever change it gave', () => {
  expect(paidWith({ paid: [pay('card', 2599)] })).toEqual(['card']);
  expect(paidWith({ paid: [pay('cash', 5000), pay('cash', -2401)] })).toEqual(['cash']);
  expect(paidWith({ paid: [pay('card', 1600), pay('cash', 1000)] })).toEqual(['cash', 'card']);
});

it('warns of money that goes another way than it came, and of nothing else', () => {
  expect(otherTenderWords(['card'], [pay('card', 2599)], [pay('card', 2599)])).toBeNull();
  expect(otherTenderWords(['card'], [pay('cash', 2599)], [pay('card', 2599)])).toBe(
    'This sale was paid by card. $25.99 leaves the drawer in cash.',
  );
  expect(otherTenderWords(['cash'], [pay('card', 2599)], [pay('cash', 2599)])).toBe(
    'This sale was paid in cash. $25.99 goes to a card, by the card terminal.',
  );
  expect(otherTenderWords(['cash', 'card'], [pay('cash', 2599)], [pay('cash', 1000), pay('card', 1599)])).toBe(
    'This sale was paid in cash and by card. $15.99 more leaves the drawer in cash.',
  );
});
