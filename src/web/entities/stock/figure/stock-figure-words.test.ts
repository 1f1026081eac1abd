import type { HistoryEntry } from '#contract/history.ts';
import { displayInstant } from '#web/ui/dates.ts';
import { describe, expect, it } from 'vitest';
import { displayChange, displayStock, noteOf, sumOf } from './stock-figure-words.ts';

describe('figures', () => {
  it('are shown without trailing zeros, thousands told apart', () => {
    expect([0, 3.5, 1250.125, 999999.999, -1000].map((one) => displayStock(one))).toEqual([
      '0',
      '3.5',
      '1,250.125',
      '999,999.999',
      '-1,000',
    ]);
  });

  it('carry their sign as changes', () => {
    expect([2, -0.1, 0, -0].map((one) => displayChange(one))).toEqual(['+2', '−0.1', '0', '0']);
  });

  it('carry their unit, which pieces have not', () => {
    expect([displayStock(1250.5, 'g'), displayChange(-0.5, 'g'), displayChange(0, 'g')]).toEqual([
      '1,250.5 g',
      '−0.5 g',
      '0 g',
    ]);
  });

  it('add up without what a binary fraction leaves behind', () => {
    expect(sumOf([0.1, 0.2, -0.3])).toBe(0);
    expect(sumOf([])).toBe(0);
  });
});

describe('a moment', () => {
  it('is of the wall of the shop', () => {
    expect(displayInstant('2026-03-01T18:29:00Z', 'America/New_York')).toBe('Mar 1, 2026, 1:29 PM');
  });

  it('says so when it is none, or cannot be shown', () => {
    expect(displayInstant('soon', 'America/New_York')).toBe('Invalid Date');
    expect(displayInstant('2026-03-01T18:29:00Z', 'Nowhere/Land')).toBe('Error formatting date');
  });
});

it('does not say twice what the number or the type says', () => {
  const note = (part: Partial<HistoryEntry>) =>
    noteOf({ action: 'stock_transfer', quantity_change: -1, batch_id: null, details: null, ...part } as HistoryEntry);
  expect(note({ reason: 'Order #POS-7', reference: 'POS-7' })).toBe('');
  expect(note({ reason: ' Broken seal ', reference: 'AUD-7' })).toBe('Broken seal');
  expect(note({ reason: 'Damaged', reference: null })).toBe('Damaged');
  const details = { direction: 'in', from_location: 'Monroe' };
  expect(note({ reason: 'Transfer from Monroe', reference: 'TR-7', details })).toBe('');
  expect(note({ reason: 'Transfer from Salem', reference: 'TR-7', details })).toBe('Transfer from Salem');
});
