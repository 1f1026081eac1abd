import { expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

it('says how long ago in the largest unit, and a date from a week on', () => {
  const at = Date.parse('2026-11-23T12:00:00Z');
  const said = (ms: number) => relativeTime(new Date(at - ms).toISOString(), 'America/New_York', at);
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
  // Late in the evening of New York it is the next day elsewhere.
  const dated = (zone: string) => relativeTime('2026-11-10T03:00:00.000Z', zone, at);
  expect([dated('America/New_York'), dated('Europe/Berlin')]).toEqual(['Nov 9, 2026', 'Nov 10, 2026']);
});
