import { describe, expect, it } from 'vitest';
import { hoursText, isOpenAt, readHours } from './opening-hours.ts';

const read = (text: string) => {
  const hours = readHours(1, text);
  return hours.ok ? hoursText(hours.value, 1) : hours.refused.code;
};

describe('hours of a day', () => {
  it.each([
    ['', ''],
    ['9-21', '09:00-21:00'],
    ['9:30 – 13:00; 14:00-18:15', '09:30-13:00, 14:00-18:15'],
    ['2pm-6pm, 9 AM to 1 pm', '09:00-13:00, 14:00-18:00'],
    ['12am-12pm', '00:00-12:00'],
    ['18:00-02:00', '18:00-02:00'],
    ['9-24', '09:00-24:00'],
  ])('"%s" reads as "%s"', (typed, hours) => {
    expect(read(typed)).toBe(hours);
    expect(read(hours)).toBe(hours);
  });

  it.each([
    ['9', 'hours_not_read'],
    ['9-25', 'hours_not_read'],
    ['9-10-11', 'hours_not_read'],
    ['24:00-2:00', 'hours_not_read'],
    ['9:70-10', 'hours_not_read'],
    ['13pm-14', 'hours_not_read'],
    ['9-9', 'hours_empty'],
    ['9-13, 12-14', 'hours_overlap'],
    ['18-2, 20-21', 'hours_overlap'],
    ['1-2,3-4,5-6,7-8,9-10', 'hours_too_many'],
  ])('"%s" is refused: %s', (typed, code) => {
    expect(read(typed)).toBe(code);
  });
});

describe('whether a location is open', () => {
  const timeZone = 'America/New_York';
  const hours = [
    { weekday: 5, opens: '09:00', closes: '21:00' },
    { weekday: 6, opens: '18:00', closes: '02:00' },
  ];
  const at = (instant: string, closedDays: string[] = []) =>
    isOpenAt({ hours, closedDays, timeZone }, new Date(instant));

  it('follows the clock on its wall, past midnight too', () => {
    // Friday, 20 November 2026; five hours behind UTC.
    expect([at('2026-11-20T13:59:00Z'), at('2026-11-20T14:00:00Z')]).toEqual([false, true]);
    expect([at('2026-11-21T01:59:00Z'), at('2026-11-21T02:00:00Z')]).toEqual([true, false]);
    expect([at('2026-11-22T06:59:00Z'), at('2026-11-22T07:00:00Z')]).toEqual([true, false]);
  });

  it('is closed on days that are said so, with the night after them', () => {
    expect(at('2026-11-20T15:00:00Z', ['2026-11-20'])).toBe(false);
    expect(at('2026-11-22T06:00:00Z', ['2026-11-21'])).toBe(false);
    expect(at('2026-11-22T06:00:00Z', ['2026-11-22'])).toBe(true);
  });

  it('is always open while nobody has said its hours', () => {
    expect(isOpenAt({ hours: [], closedDays: [], timeZone }, new Date(0))).toBe(true);
  });
});
