import { expect, it } from 'vitest';
import { daysOfTyped, PERIODS, periodOf, periodWords, typedPeriod } from './period.ts';

// A Monday.
const TODAY = '2026-11-23';

it.each([
  ['today', '2026-11-23', '2026-11-23'],
  ['yesterday', '2026-11-22', '2026-11-22'],
  ['this_week', '2026-11-23', '2026-11-23'],
  ['last_week', '2026-11-16', '2026-11-22'],
  ['this_month', '2026-11-01', '2026-11-23'],
  ['last_month', '2026-10-01', '2026-10-31'],
  ['this_year', '2026-01-01', '2026-11-23'],
  ['last_year', '2025-01-01', '2025-12-31'],
  ['last_7_days', '2026-11-17', '2026-11-23'],
] as const)('%s has its days', (name, from, to) => {
  expect(periodOf(name, TODAY)).toEqual({ from, to });
});

it('finds the month before January, the week of a Sunday, and the end of February', () => {
  expect(periodOf('last_month', '2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  expect(periodOf('this_week', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(typedPeriod('feb 2028', TODAY)).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  for (const name of PERIODS) expect(periodOf(name, TODAY).from <= periodOf(name, TODAY).to).toBe(true);
});

it('reads what people type', () => {
  const daysOf = (typed: string) => {
    const found = typedPeriod(typed, TODAY);
    return found && daysOfTyped(found, TODAY);
  };
  expect(typedPeriod(' Last  Week', TODAY)).toEqual({ period: 'last_week' });
  expect(daysOf('last week')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect([typedPeriod('30 days', TODAY), typedPeriod('month', TODAY)]).toEqual([
    { period: 'last_30_days' },
    { period: 'this_month' },
  ]);
  expect(typedPeriod('august', TODAY)).toEqual({ from: '2026-08-01', to: '2026-08-31' });
  expect(typedPeriod('December', TODAY)).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  expect(typedPeriod('nov', TODAY)).toEqual({ from: '2026-11-01', to: '2026-11-23' });
  expect(typedPeriod('14 days', TODAY)).toEqual({ last_days: 14 });
  expect(daysOf('14 days')).toEqual({ from: '2026-11-10', to: '2026-11-23' });
  expect(typedPeriod('2026-11-01 to 2026-11-05', TODAY)).toEqual({ from: '2026-11-01', to: '2026-11-05' });
  for (const nonsense of ['', 'soon', '2026-02-30', '2026-13', '2026-11-05 to 2026-11-01', '0 days'])
    expect([nonsense, typedPeriod(nonsense, TODAY)]).toEqual([nonsense, null]);
});

it('says a period in words', () => {
  expect(periodWords({ from: '2026-11-16', to: '2026-11-22' }, TODAY)).toBe('16 to 22 Nov');
  expect(periodWords({ from: '2026-10-28', to: '2026-11-03' }, TODAY)).toBe('28 Oct to 3 Nov');
  expect(periodWords({ from: '2026-11-23', to: '2026-11-23' }, TODAY)).toBe('23 Nov');
  expect(periodWords({ from: '2025-12-30', to: '2026-01-02' }, TODAY)).toBe('30 Dec 2025 to 2 Jan');
  expect(periodWords({ from: '2025-12-01', to: '2025-12-31' }, TODAY)).toBe('1 to 31 Dec 2025');
});
