// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { onScreen } from '#testing/on-screen.tsx';
import { displayAmount } from './order-format.ts';
import { OrderStatusBadge, refundWord } from './order-status-badge.tsx';

it.each([
  ['completed', 'Completed', 'text-green'],
  ['processing', 'Processing', 'text-blue'],
  ['pending', 'Pending', 'text-yellow'],
  ['on-hold', 'On hold', 'text-orange'],
  ['cancelled', 'Cancelled', 'text-red'],
  ['refunded', 'Refunded', 'text-purple'],
  ['failed', 'Failed', 'text-crimson'],
  ['awaiting-pickup', 'Awaiting pickup', 'text-neutral'],
])('shows the status %s as "%s", in its colour', async (status, words, colour) => {
  const screen = await onScreen(<OrderStatusBadge status={status} />);
  const [badge] = screen.all('span');
  expect(badge?.textContent).toBe(words);
  expect(badge?.classList.contains(colour)).toBe(true);
  await screen.leave();
});

it.each([
  ['completed', '0.00', null],
  ['completed', '12.50', 'Partly refunded'],
  ['completed', '20.00', 'Refunded'],
  ['processing', '19.99', 'Partly refunded'],
  ['refunded', '20.00', null],
])('says of an order of $20 that is %s, with $%s given back: %s', (status, refunded, word) => {
  expect(refundWord({ status, total: '20.00', refunded } as Parameters<typeof refundWord>[0])).toBe(word);
});

it.each([
  ['0.00', '0.00', 0, null],
  ['0.00', '0.00', 100, 'Partly refunded'],
  ['0.00', '0.00', 300, 'Refunded'],
  ['20.00', '0.00', 100, 'Partly refunded'],
  ['20.00', '20.00', 200, 'Partly refunded'],
  ['20.00', '20.00', 300, 'Refunded'],
])(
  'says of an order of $%s and 300 points, with $%s and %i points given back: %s',
  (total, refunded, returned, word) => {
    const points = { points_redeemed: 300, points_returned: returned };
    expect(refundWord({ status: 'completed', total, refunded, ...points })).toBe(word);
  },
);

it('names the currency beside an amount that is not in dollars', () => {
  expect(['USD', 'EUR', undefined].map((currency) => displayAmount('1250.00', currency))).toEqual([
    '$1,250.00',
    '$1,250.00 EUR',
    '$1,250.00',
  ]);
});
