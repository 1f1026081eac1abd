import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesAt, type MenuSchedule, NO_SCHEDULE, type ScheduleSlot, shownAt } from './menu-schedule.ts';

const NEW_YORK = 'America/New_York';
const USUAL = { layout_id: 1, theme_id: 2 };
const slot = (starts: string, ends: string, layout_id: number | null = 9): ScheduleSlot => ({
  name: `${starts}-${ends}`,
  starts,
  ends,
  layout_id,
  theme_id: null,
});
const weekly = (weekday: number, ...slots: ScheduleSlot[]): MenuSchedule => ({
  weekly: slots.map((one) => ({ ...one, weekday })),
  days: [],
});
const at = (schedule: MenuSchedule, instant: string) => shownAt(USUAL, schedule, NEW_YORK, new Date(instant)).name;
const next = (schedule: MenuSchedule, instant: string) =>
  changesAt(USUAL, schedule, NEW_YORK, new Date(instant))?.toISOString() ?? null;

describe('what a TV shows', () => {
  it('is the usual outside of its times, and keeps what a time does not name', () => {
    // 2026-11-20 is a Friday; New York is five hours behind.
    const friday = weekly(5, slot('16:00', '18:00'));
    expect(shownAt(USUAL, friday, NEW_YORK, new Date('2026-11-20T21:00:00Z'))).toEqual({
      layout_id: 9,
      theme_id: 2,
      name: '16:00-18:00',
    });
    expect([
      at(friday, '2026-11-20T20:59:59Z'),
      at(friday, '2026-11-20T22:59:59Z'),
      at(friday, '2026-11-20T23:00:00Z'),
      at(friday, '2026-11-19T21:00:00Z'),
    ]).toEqual(['', '16:00-18:00', '', '']);
    expect(next(friday, '2026-11-20T20:00:30Z')).toBe('2026-11-20T21:00:00.000Z');
    expect(next(friday, '2026-11-20T21:00:00Z')).toBe('2026-11-20T23:00:00.000Z');
  });

  it('goes on after midnight, and the time that began last counts', () => {
    const late = weekly(5, slot('20:00', '02:00'), slot('23:00', '23:30', 8));
    expect([
      at(late, '2026-11-21T03:59:00Z'),
      at(late, '2026-11-21T04:10:00Z'),
      at(late, '2026-11-21T06:59:00Z'),
      at(late, '2026-11-21T07:00:00Z'),
    ]).toEqual(['20:00-02:00', '23:00-23:30', '20:00-02:00', '']);
    expect(at(weekly(5, slot('00:00', '24:00')), '2026-11-21T04:59:00Z')).toBe('00:00-24:00');
    expect(at(weekly(5, slot('00:00', '24:00')), '2026-11-21T05:00:00Z')).toBe('');
  });

  it('follows the times of a day of its own instead of those of the week, or none', () => {
    const friday = weekly(5, slot('16:00', '18:00'));
    const closed = { ...friday, days: [{ day: '2026-11-20', slots: [] }] };
    const own = { ...friday, days: [{ day: '2026-11-20', slots: [slot('12:00', '13:00')] }] };
    expect([at(closed, '2026-11-20T21:00:00Z'), at(closed, '2026-11-27T21:00:00Z')]).toEqual(['', '16:00-18:00']);
    expect([at(own, '2026-11-20T21:00:00Z'), at(own, '2026-11-20T17:30:00Z')]).toEqual(['', '12:00-13:00']);
  });

  it('goes by the clock on the wall when that is put forward or back', () => {
    // On 2026-03-08 the clock goes from 2:00 to 3:00, on 2026-11-01 from 2:00 back to 1:00. Both are Sundays.
    const sunday = weekly(7, slot('02:30', '04:00'));
    expect(at(sunday, '2026-03-08T06:59:00Z')).toBe('');
    expect(at(sunday, '2026-03-08T07:00:00Z')).toBe('02:30-04:00');
    expect(next(sunday, '2026-03-08T06:00:00Z')).toBe('2026-03-08T07:00:00.000Z');
    const twice = weekly(7, slot('01:30', '02:00'));
    expect(['05:30', '05:59', '06:00', '06:30', '07:00'].map((utc) => at(twice, `2026-11-01T${utc}:00Z`))).toEqual([
      '01:30-02:00',
      '01:30-02:00',
      '',
      '01:30-02:00',
      '',
    ]);
  });

  it('does not change at all without a schedule', () => {
    expect(shownAt(USUAL, NO_SCHEDULE, NEW_YORK, new Date())).toEqual({ ...USUAL, name: '' });
    expect(changesAt(USUAL, NO_SCHEDULE, NEW_YORK, new Date())).toBeNull();
    expect(next(weekly(5, slot('00:00', '24:00', null)), '2026-11-20T12:00:00Z')).toBe('2026-11-21T05:00:00.000Z');
  });

  const time = fc.integer({ min: 0, max: 24 * 60 - 1 });
  const text = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  const anySlot = fc
    .tuple(time, time, fc.integer({ min: 3, max: 9 }))
    .filter(([starts, ends]) => starts !== ends)
    .map(([starts, ends, layout]) => slot(text(starts), text(ends), layout));
  const anySchedule = fc.record({
    weekly: fc.array(
      fc.tuple(anySlot, fc.integer({ min: 1, max: 7 })).map(([one, weekday]) => ({ ...one, weekday })),
      { maxLength: 5 },
    ),
    days: fc.array(
      fc.record({
        day: fc.integer({ min: 1, max: 14 }).map((date) => `2026-11-${String(date).padStart(2, '0')}`),
        slots: fc.array(anySlot, { maxLength: 2 }),
      }),
      { maxLength: 2 },
    ),
  });
  // The clock is put back on the first of November.
  const anyInstant = fc.integer({ min: 0, max: 14 * 24 * 60 }).map((minute) => Date.UTC(2026, 9, 31) + minute * 60_000);
  const zones = fc.constantFrom(NEW_YORK, 'UTC', 'Asia/Kolkata', 'Pacific/Chatham', 'Australia/Lord_Howe');

  it('stays the same until the instant at which it is said to change', () => {
    fc.assert(
      fc.property(anySchedule, anyInstant, zones, fc.double({ min: 0, max: 0.999, noNaN: true }), (...given) => {
        const [schedule, nowMs, zone, part] = given;
        const now = new Date(nowMs);
        const shown = shownAt(USUAL, schedule, zone, now);
        const change = changesAt(USUAL, schedule, zone, now);
        const untilMs = change?.getTime() ?? nowMs + 7 * 24 * 60 * 60_000;
        const between = new Date(nowMs + Math.floor((untilMs - nowMs) * part));
        expect(shownAt(USUAL, schedule, zone, between)).toEqual(shown);
        if (change) expect(shownAt(USUAL, schedule, zone, change)).not.toEqual(shown);
      }),
      { numRuns: 300 },
    );
  });

  it('is always the usual or one of its times', () => {
    fc.assert(
      fc.property(anySchedule, anyInstant, zones, (schedule, nowMs, zone) => {
        const shown = shownAt(USUAL, schedule, zone, new Date(nowMs));
        const slots = [...schedule.weekly, ...schedule.days.flatMap((day) => day.slots)];
        expect(['', ...slots.map(({ name }) => name)]).toContain(shown.name);
        if (shown.name === '') expect(shown).toEqual({ ...USUAL, name: '' });
      }),
    );
  });
});
