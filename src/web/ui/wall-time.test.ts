import { expect, it } from 'vitest';
import { fromWallTime, toWallTime } from './wall-time.ts';

const NEW_YORK = 'America/New_York';

it.each([
  ['2026-11-27T14:00:00.000Z', '2026-11-27T09:00'],
  ['2026-07-01T13:00:00.000Z', '2026-07-01T09:00'],
  ['2027-01-01T04:59:00.000Z', '2026-12-31T23:59'],
])('shows %s as %s on the wall of the shop, and reads it back', (instant, wall) => {
  expect(toWallTime(instant, NEW_YORK)).toBe(wall);
  expect(fromWallTime(wall, NEW_YORK)).toBe(instant);
});

it('reads an hour that the clock skips as the one after it', () => {
  expect(fromWallTime('2027-03-14T02:30', NEW_YORK)).toBe('2027-03-14T07:30:00.000Z');
});

it.each(['', 'soon', '2026-11-27', '2026-11-27T09:00:00Z'])('reads nothing from "%s"', (typed) => {
  expect(fromWallTime(typed, NEW_YORK)).toBeNull();
});
