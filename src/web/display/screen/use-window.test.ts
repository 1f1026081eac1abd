import { expect, it } from 'vitest';
import { isPhone, isTurned } from './use-window.ts';

const WIDE = { width: 1920, height: 1080 };
const UPRIGHT = { width: 1080, height: 1920 };

it('turns the menu on a paired upright TV whose browser says that it is wide', () => {
  expect(isTurned(true, 'vertical', WIDE)).toBe(true);
  expect(isTurned(true, 'vertical', UPRIGHT)).toBe(false);
  expect(isTurned(true, 'horizontal', WIDE)).toBe(false);
  expect(isTurned(false, 'vertical', WIDE)).toBe(false);
});

it('takes a small window for a phone, upright or not', () => {
  expect([{ width: 390, height: 844 }, { width: 844, height: 390 }, UPRIGHT].map(isPhone)).toEqual([true, true, false]);
});
