import { expect, it } from 'vitest';
import { typedOn } from './typewriter.ts';

it('types on, faster the further it is behind, and never through a letter', () => {
  expect(typedOn(0, 'abc')).toBe(1);
  expect(typedOn(3, 'abc')).toBe(3);
  expect(typedOn(0, 'a'.repeat(1200))).toBe(100);
  expect(typedOn(0, '🌿🌿')).toBe(2);
});
