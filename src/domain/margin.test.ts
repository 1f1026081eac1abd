import { expect, it } from 'vitest';
import { belowFloor, lowestMargin, marginOf, tierMargin } from './margin.ts';
import { toCents } from './money.ts';
import { toMilli } from './quantity.ts';

it('is the share of the price that the cost leaves, and below zero at a loss', () => {
  expect(marginOf(toCents(2390), toCents(1195))).toBe(5000);
  expect(marginOf(toCents(1000), toCents(667))).toBe(3330);
  expect(marginOf(toCents(1000), toCents(1500))).toBe(-5000);
  expect(marginOf(toCents(0), toCents(500))).toBeNull();
});

it('counts what a tier draws from the jar', () => {
  const eighth = { priceCents: toCents(4000), minMilli: toMilli(3500) };
  expect(tierMargin(eighth, toCents(400))).toBe(6500);
  const conversionRatio = { inputMilli: toMilli(700), inputUnit: 'g', outputMilli: toMilli(1000), outputUnit: 'pc' };
  expect(tierMargin({ priceCents: toCents(3500), minMilli: toMilli(5000), conversionRatio }, toCents(400))).toBe(6000);
});

it('is remarked on below the floor alone', () => {
  expect(lowestMargin([null, 3000, 2000])).toBe(2000);
  expect(lowestMargin([null])).toBeNull();
  expect(belowFloor(2050, 3000)).toBe('20.5 %, below the floor of 30 %');
  expect(belowFloor(3000, 3000)).toBeNull();
  expect(belowFloor(null, 3000)).toBeNull();
  expect(belowFloor(1000, null)).toBeNull();
});
