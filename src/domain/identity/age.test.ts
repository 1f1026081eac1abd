import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayIn } from '../day.ts';
import { ageOn, dayOf, isUnderLegalAge, judgeCard } from './age.ts';

const day = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

it.each([
  ['2005-11-22', '2026-11-21', 20],
  ['2005-11-22', '2026-11-22', 21],
  ['2005-11-22', '2026-11-23', 21],
  ['2005-12-01', '2026-01-01', 20],
  ['1926-11-22', '2026-11-22', 100],
  ['2026-11-22', '2026-11-22', 0],
])('makes somebody born %s %s of age %i', (born, today, age) => {
  expect(ageOn(born, today)).toBe(age);
});

it.each([
  ['2025-02-28', 20],
  ['2025-03-01', 21],
  ['2028-02-28', 23],
  ['2028-02-29', 24],
])('has the birthday of a February 29 on March 1 in other years: %s', (today, age) => {
  expect(ageOn('2004-02-29', today)).toBe(age);
});

it('grows by one year a year, on the birthday and on no other day', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 110 }), (born, years) => {
      const [year = 0, month = 0, date = 0] = born.split('-').map(Number);
      const birthday = dayOf(year + years, month, date) ?? `${year + years}-03-01`;
      const before = new Date(Date.parse(birthday) - 86_400_000).toISOString().slice(0, 10);
      expect(ageOn(born, birthday)).toBe(years);
      expect(ageOn(born, before)).toBe(years - 1);
    }),
  );
});

it('is told today by the shop and not by the till: an evening in New York is the next day in Berlin', () => {
  const evening = new Date('2026-11-22T03:30:00Z');
  expect(dayIn('America/New_York', evening)).toBe('2026-11-21');
  expect(dayIn('Europe/Berlin', evening)).toBe('2026-11-22');
  expect(judgeCard({ birthDay: '2005-11-22', expiresOn: null }, dayIn('America/New_York', evening)).underage).toBe(
    true,
  );
});

it('calls a card expired from the day after the one it names', () => {
  const expired = (today: string) => judgeCard({ birthDay: null, expiresOn: '2026-11-22' }, today).expired;
  expect(['2026-11-21', '2026-11-22', '2026-11-23'].map(expired)).toEqual([false, false, true]);
  expect(judgeCard({ birthDay: null, expiresOn: null }, '2026-11-22').expired).toBe(false);
});

it('judges nobody by a date of birth that is missing or still to come', () => {
  expect(judgeCard({ birthDay: null, expiresOn: null }, '2026-11-22')).toMatchObject({ age: null, underage: false });
  expect(judgeCard({ birthDay: '2026-11-23', expiresOn: null }, '2026-11-22')).toMatchObject({ age: null });
});

it('refuses to reckon with what is no day', () => {
  expect(() => ageOn('31.12.1990', '2026-11-22')).toThrow(RangeError);
});

it('knows the days of the calendar', () => {
  expect([dayOf(2024, 2, 29), dayOf(2023, 2, 29), dayOf(2024, 2, 30), dayOf(2024, 13, 1), dayOf(2024, 0, 1)]).toEqual([
    '2024-02-29',
    null,
    null,
    null,
    null,
  ]);
});

it.each([
  ['2005-11-23', true],
  ['2005-11-22', false],
  ['', false],
  ['0200-11-22', false],
  ['2027-01-01', false],
])('says of a typed birth date %s on Nov 22, 2026 that it is under 21: %s', (typed, isUnder) => {
  expect(isUnderLegalAge(typed, '2026-11-22')).toBe(isUnder);
});
