import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calculated } from './arithmetic.ts';

const value = (expression: string, decimals = 2): string => {
  const result = calculated(expression, decimals);
  return result.ok ? result.value : `refused: ${result.refused.sentence}`;
};

it.each([
  ['1 + 2 * 3', '7.00'],
  ['(1 + 2) * 3', '9.00'],
  ['0.1 + 0.2', '0.30'],
  ['$1,250.40 - $980.15', '270.25'],
  ['(1250.40 - 980.15) / 980.15 * 100', '27.57'],
  ['10%', '0.10'],
  ['200 * 8.75%', '17.50'],
  ['-3 - -4', '1.00'],
  ['1 / 3', '0.33'],
  ['2.005 * 1', '2.01'],
  ['-2.005', '-2.01'],
  ['12 × 3 ÷ 4', '9.00'],
  ['-0.001', '0.00'],
])('%s is %s', (expression, result) => {
  expect(value(expression)).toBe(result);
});

it.each([
  '',
  '1 / 0',
  '1 +',
  '(1',
  '1)',
  'two',
  '1 2',
  '2 ** 3',
  'process.exit()',
  `${'('.repeat(60)}1${')'.repeat(60)}`,
  '9'.repeat(200),
])('refuses %s', (expression) => {
  expect(value(expression)).toMatch(/^refused: \S/);
});

it('is exact to the cent over any sum', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1, maxLength: 30 }), (cents) => {
      const written = cents.map((amount) => `(${(amount / 100).toFixed(2)})`).join(' + ');
      const sum = cents.reduce((total, amount) => total + amount, 0);
      expect(Number(value(written))).toBeCloseTo(sum / 100, 8);
    }),
  );
});
