import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCents } from './money.ts';
import { DEFAULT_RATE_PPM, displayRate, ratePercent, ppmOf, taxLines, taxOn, totalTax } from './tax.ts';

const rate = (id: number, ratePpm: number) => ({ id, code: `US-NC-${id}`, name: 'Sales Tax', ratePpm });

it.each([
  ['Charlotte Monroe, 8.75 % of $100.00', 10_000, 87_500, 875],
  ['Charlotte Central, 8.75 % of $40.00', 4000, 87_500, 350],
  ['Blowing Rock, 8.5 % of $15.00: half a cent goes up', 1500, 85_000, 128],
  ['Warehouse, 8 % of $0.06: less than half a cent is dropped', 6, 80_000, 0],
  ['no tax', 4000, 0, 0],
  ['nothing taxable', 0, 87_500, 0],
])('charges %s', (_what, taxable, ratePpm, expected) => {
  expect(taxOn(toCents(taxable), ratePpm)).toBe(expected);
});

it('rounds as the database checks it: (taxable * rate * 2 + 1000000) / 2000000', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000_000), fc.nat(999_999), (taxable, ratePpm) => {
      const sql = (BigInt(taxable) * BigInt(ratePpm) * 2n + 1_000_000n) / 2_000_000n;
      expect(BigInt(taxOn(toCents(taxable), ratePpm))).toBe(sql);
    }),
    { numRuns: 1000 },
  );
});

it('charges every tax on the whole taxable amount, and adds them up', () => {
  const lines = taxLines(toCents(10_000), [rate(1, 87_500), rate(2, 20_000)]);
  expect(lines.map(({ taxableCents, taxCents }) => [taxableCents, taxCents])).toEqual([
    [10_000, 875],
    [10_000, 200],
  ]);
  expect(totalTax(lines)).toBe(1075);
  expect(totalTax([])).toBe(0);
});

it('rounds once an order, not once a line', () => {
  // Three lines of $0.06 at 8 %: 0.48 of a cent each, 1.44 cents together.
  expect(taxOn(toCents(18), DEFAULT_RATE_PPM)).toBe(1);
});

it('shows a rate as staff know it', () => {
  expect(displayRate(87_500)).toBe('8.75%');
  expect(displayRate(80_000)).toBe('8%');
  expect(displayRate(82_525)).toBe('8.2525%');
});

it('writes and reads every rate as a percentage, exactly', () => {
  fc.assert(
    fc.property(fc.nat(999_999), (ppm) => {
      expect(ppmOf(ratePercent(ppm))).toBe(ppm);
    }),
  );
});
