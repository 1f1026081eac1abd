import { describe, expect, it } from 'vitest';
import { hoursText, readHours } from './opening-hours.ts';

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
