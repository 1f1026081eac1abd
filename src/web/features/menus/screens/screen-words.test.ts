import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WINDOW_TV } from '../menus.testing.ts';
import { presence, showingLine, wrongLine } from './screen-words.ts';

const NEW_YORK = 'America/New_York';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T22:00:00.000Z') }));
afterEach(() => void vi.useRealTimers());

it('says since when a screen is offline, with the day unless it is today', () => {
  expect(presence(WINDOW_TV, NEW_YORK)).toBe('Online');
  expect(presence({ ...WINDOW_TV, online: false }, NEW_YORK)).toBe('offline since 2:02 PM');
  const before = { ...WINDOW_TV, online: false, last_seen: '2026-11-19T19:02:00.000Z' };
  expect(presence(before, NEW_YORK)).toBe('offline since Nov 19, 2026, 2:02 PM');
  expect(presence({ ...before, last_seen: null }, NEW_YORK)).toBe('Never seen');
});

it('says what a screen shows', () => {
  expect(showingLine(WINDOW_TV)).toBe('Friday · Slate · page 1 of 3 · 34 items · 1920 x 1080');
  expect(showingLine({ ...WINDOW_TV, showing: null })).toBeNull();
});

it('says what is wrong with a screen, and since when', () => {
  expect(wrongLine(WINDOW_TV, NEW_YORK)).toBeNull();
  const wrong = { since: '2026-11-20T20:10:00.000Z', menu: true, schedule: true, shelf: true, items: [] };
  expect(wrongLine({ ...WINDOW_TV, wrong }, NEW_YORK)).toBe('Shows a former menu since 3:10 PM');
  const said = (more: object) => wrongLine({ ...WINDOW_TV, wrong: { ...wrong, menu: false, ...more } }, NEW_YORK);
  expect(said({})).toBe('Shows another menu than its schedule says since 3:10 PM');
  expect(said({ schedule: false })).toBe('Shows former prices or stock since 3:10 PM');
});
