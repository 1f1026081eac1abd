import { describe, expect, it } from 'vitest';
import { dayIn } from '#domain/day.ts';
import { periodOf, periodsOn, periodWords } from './periods.ts';

const NEW_YORK = 'America/New_York';
const of = (from: string, to: string) => ({ from, to });

it('is the day on the wall of the shop, also in the hours that are tomorrow elsewhere', () => {
  expect(dayIn(NEW_YORK, new Date('2026-11-02T04:30:00Z'))).toBe('2026-11-01');
  expect(dayIn(NEW_YORK, new Date('2026-11-02T05:00:00Z'))).toBe('2026-11-02');
  expect(dayIn(NEW_YORK, new Date('2026-03-08T04:59:59Z'))).toBe('2026-03-07');
  expect(dayIn('America/Los_Angeles', new Date('2026-01-01T07:59:00Z'))).toBe('2025-12-31');
});

describe('periods', () => {
  it('begin and end with whole days, today included', () => {
    expect(Object.fromEntries(periodsOn('2026-03-09'))).toEqual({
      any: { from: '', to: '' },
      today: { from: '2026-03-09', to: '2026-03-09' },
      // The clocks went forward on the eighth.
      yesterday: { from: '2026-03-08', to: '2026-03-08' },
      'last-7-days': { from: '2026-03-03', to: '2026-03-09' },
      'last-30-days': { from: '2026-02-08', to: '2026-03-09' },
      'this-month': { from: '2026-03-01', to: '2026-03-09' },
      'last-month': { from: '2026-02-01', to: '2026-02-28' },
    });
  });

  it('know leap years and the turn of the year', () => {
    expect(periodsOn('2028-03-01').get('last-month')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(periodsOn('2027-01-01').get('yesterday')).toEqual({ from: '2026-12-31', to: '2026-12-31' });
    expect(periodsOn('2027-01-15').get('last-month')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  });

  it('are recognised in the days of a filter', () => {
    for (const [period, { from, to }] of periodsOn('2026-03-09'))
      expect(periodOf(of(from, to), '2026-03-09')).toBe(period);
    expect(periodOf(of('2026-03-02', ''), '2026-03-09')).toBe('chosen');
    // On the first of a month, today is also this month; the shorter name is used.
    expect(periodOf(of('2026-03-01', '2026-03-01'), '2026-03-01')).toBe('today');
  });

  it.each([
    ['2026-03-03', '2026-03-09', 'Last 7 days'],
    ['2026-02-03', '2026-02-09', 'Feb 3 – Feb 9, 2026'],
    ['2025-12-30', '2026-01-02', 'Dec 30, 2025 – Jan 2, 2026'],
    ['2026-02-03', '2026-02-03', 'Feb 3, 2026'],
    ['2026-02-03', '', 'From Feb 3, 2026'],
    ['', '2026-02-03', 'Until Feb 3, 2026'],
    ['', '', 'Any day'],
  ])('from "%s" to "%s" are said as "%s"', (from, to, words) => {
    expect(periodWords(of(from, to), '2026-03-09')).toBe(words);
  });
});
