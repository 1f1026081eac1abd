import { expect, it } from 'vitest';
import { pointsWords } from './points-words.ts';

const order = { status: 'completed' as const, points_awarded: 44, points_refunded: 0 };

it('says what an order earned and used, and what of it went back', () => {
  expect(pointsWords(order)).toBe('44 earned');
  expect(pointsWords({ ...order, points_refunded: 12 })).toBe('44 earned, 12 taken back');
  expect(pointsWords({ ...order, points_refunded: 44 })).toBe('44 earned, all taken back');
  expect(pointsWords({ ...order, points_redeemed: 1400, points_returned: 200 })).toBe(
    '44 earned; 1,400 used, 200 given back',
  );
  expect(pointsWords({ ...order, status: 'cancelled', points_redeemed: 400 })).toBe(
    '44 earned, all taken back; 400 used, all given back',
  );
  expect(pointsWords({ ...order, points_awarded: 0 })).toBe('None');
});
