import { expect, it } from 'vitest';
import { US_STATES } from './us-states.ts';

it('has the fifty states once each, by name', () => {
  expect(US_STATES).toHaveLength(50);
  expect(new Set(US_STATES.map(([code]) => code)).size).toBe(50);
  expect(US_STATES.map(([, name]) => name)).toEqual(US_STATES.map(([, name]) => name).toSorted());
  expect(US_STATES.filter(([code]) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
  const codes = US_STATES.map(([code]) => code);
  expect(codes).toEqual(expect.arrayContaining(['AK', 'CA', 'HI', 'NC', 'NY', 'TX', 'WY']));
  expect(codes).not.toContain('DC');
});
