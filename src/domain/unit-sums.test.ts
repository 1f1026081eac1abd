import { expect, it } from 'vitest';
import { toMilli } from '#domain/quantity.ts';
import { amountWords, sumsByUnit } from '#domain/unit.ts';

it('adds grams to grams and pieces to pieces', () => {
  const quantities = [
    { unit: 'g', milli: toMilli(100_000) },
    { unit: '', milli: toMilli(15_000) },
    { unit: 'g', milli: toMilli(2500) },
    { unit: '', milli: toMilli(1000) },
  ];
  expect(sumsByUnit(quantities).map(amountWords)).toEqual(['102.5 g', '16 pieces']);
  expect(amountWords({ unit: '', milli: toMilli(1000) })).toBe('1 piece');
});
