import { expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

it('says how long ago in the largest unit, and a date from a week on', () => {
  const at = Date.parse('2026-11-23T12:00:00Z');
  const said = (ms: number) => relativeTime(new Date(at - ms).toISOString(), at);
  const minute = 60_000;
  expect([said(0), said(minute - 1), said(minute), said(59 * minute)]).toEqual([
    'Just now',
    'Just now',
    '1m ago',
    '59m ago',
  ]);
  expect([said(60 * minute), said(24 * 60 * minute), said(6.9 * 24 * 60 * minute)]).toEqual([
    '1h ago',
    '1d ago',
    '6d ago',
  ]);
  expect(said(7 * 24 * 60 * minute)).toBe('Nov 16, 2026');
});
