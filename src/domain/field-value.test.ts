import { expect, it } from 'vitest';
import { type FieldRule, readFieldValue } from './field-value.ts';

const rule = (more: Partial<FieldRule>): FieldRule => ({ label: 'Nose', type: 'text', required: false, ...more });
const read = (more: Partial<FieldRule>, given: unknown) => {
  const result = readFieldValue(rule(more), given);
  return result.ok ? result.value : result.refused.sentence;
};

it.each([
  [{}, '  pine ', 'pine'],
  [{}, null, ''],
  [{}, 12.5, '12.5'],
  [{}, { a: 1 }, 'Nose is no single value.'],
  [{}, 'x'.repeat(1001), 'Nose has more than 1000 characters.'],
  [{ required: true }, ' ', 'Nose needs a value.'],
  [{ type: 'number' }, '21.50', '21.5'],
  [{ type: 'number' }, '1e9', 'Nose is a number, such as 12.5.'],
  [{ type: 'number' }, 'NaN', 'Nose is a number, such as 12.5.'],
  [{ type: 'number', min: 0, max: 100 }, '-1', 'Nose is 0 at least.'],
  [{ type: 'number', min: 0, max: 100 }, 101, 'Nose is 100 at most.'],
  [{ type: 'select', options: ['Indica', 'Sativa'] }, 'indica', 'Indica'],
  [{ type: 'select', options: ['Indica', 'Sativa'] }, 'Hybrid', 'Nose is one of Indica, Sativa.'],
  [{ type: 'text', options: ['Indica'] }, 'Hybrid', 'Hybrid'],
  [{ type: 'boolean' }, true, 'true'],
  [{ type: 'boolean' }, 'No', 'false'],
  [{ type: 'boolean' }, 'perhaps', 'Nose is yes or no.'],
  [{ type: 'date' }, '2026-11-23', '2026-11-23'],
  [{ type: 'date' }, '2026-02-30', 'Nose is a day, such as 2026-11-23.'],
] as const)('reads a value of %j: %j becomes %j', (more, given, expected) => {
  expect(read(more, given)).toBe(expected);
});

it('reads what it has written as the same', () => {
  for (const [type, value] of [
    ['number', '007.10'],
    ['boolean', 'YES'],
    ['date', '2026-11-23'],
  ] as const) {
    const once = read({ type }, value);
    expect(read({ type }, once)).toBe(once);
  }
});
