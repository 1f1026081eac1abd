import { expect, it } from 'vitest';
import { type BulkDraft, NO_DRAFT, readDraft } from './bulk-draft.ts';
import { presentPriceWords } from './present-prices.ts';

const readWall = (typed: string) => (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(typed) ? `${typed}:00.000Z` : null);
const RULES = [{ name: 'nose' }, { name: 'batch' }];
const read = (edits: Partial<BulkDraft>, rules: typeof RULES | null = RULES) =>
  readDraft({ ...NO_DRAFT, ...edits }, readWall, rules);
const sale = (edits: Partial<BulkDraft['sale']>) => read({ sale: { ...NO_DRAFT.sale, ...edits } });
const level = (edits: Partial<BulkDraft['level']>) => read({ level: { ...NO_DRAFT.level, ...edits } });

it('sends nothing of what stays as it is', () => {
  expect(read({})).toEqual({ change: {}, problems: {}, isEmpty: true });
});

it('takes away what is cleared, and leaves alone what is empty', () => {
  const { change } = read({
    blueprint: { id: null },
    priceClass: '',
    fieldValues: { nose: 'Pine' },
    cleared: ['batch'],
  });
  expect(change).toEqual({ blueprint_id: null, price_class: null, field_values: { nose: 'Pine', batch: null } });
  expect(level({ way: 'clear', locationId: 19 }).change).toEqual({ reorder_level: { location_id: 19, level: null } });
  expect(sale({ way: 'end', by: 'x' })).toMatchObject({ change: { sale: { by: 'end' } }, problems: {} });
});

it('sends only values of fields that the form shows', () => {
  const edits = { fieldValues: { nose: 'Pine', strain: 'Haze' }, cleared: ['thc', 'batch'] };
  expect(read(edits).change).toEqual({ field_values: { nose: 'Pine', batch: null } });
  expect(read(edits, [{ name: 'size' }])).toEqual({ change: {}, problems: {}, isEmpty: true });
  expect(read(edits, null)).toEqual({ change: {}, problems: {}, isEmpty: true });
});

it('reads a sale with its days, and a level', () => {
  expect(sale({ way: 'percent', by: '12.5', until: '2027-01-02T09:00' }).change).toEqual({
    sale: { by: 'percent', percent: 12.5, rounding: 'cent', from: null, until: '2027-01-02T09:00:00.000Z' },
  });
  expect(sale({ way: 'price', by: '$4' }).change).toEqual({
    sale: { by: 'price', amount: '4.00', from: null, until: null },
  });
  expect(level({ way: 'set', text: '2.5' }).change).toEqual({ reorder_level: { level: 2.5 } });
});

it('sets one price for all, without rounding', () => {
  expect(read({ way: 'set', by: '$4.5', rounding: 'dollar' }).change).toEqual({
    price: { by: 'price', amount: '4.50' },
  });
  expect(read({ way: 'set', by: '' })).toMatchObject({ change: {}, problems: { price: 'Enter a number.' } });
});

it('says the prices that a common one would replace', () => {
  const price = (regular: string | null, low: string | null = null, high: string | null = null, byTier = false) => ({
    regular_price: regular,
    lowest_price: low,
    highest_price: high,
    by_tier: byTier,
  });
  expect(presentPriceWords([])).toBe('');
  expect(presentPriceWords([price('4.50'), price('4.50')])).toBe('Now $4.50.');
  expect(
    presentPriceWords([price('4.50'), price(null, '3.00', '12.00'), price(null), price('1.00', null, null, true)]),
  ).toBe('Now $3.00 to $12.00; 1 without a price; 1 priced by tiers.');
  expect(presentPriceWords([price(null)])).toBe('Now 1 without a price.');
});

it.each([
  [sale({ way: 'percent', by: '' }), { sale: 'Enter a number.' }],
  [sale({ way: 'percent', by: '0' }), { sale: 'Give a percentage above 0.' }],
  [sale({ way: 'amount', by: '1', from: 'soon' }), { sale_from: 'Give a day and a time.' }],
  [
    sale({ way: 'amount', by: '1', from: '2027-01-02T09:00', until: '2027-01-01T09:00' }),
    { sale_until: 'The sale ends before it begins.' },
  ],
  [level({ way: 'set', text: 'many' }), { level: '"many" is not a number. Type it like 12.5.' }],
])('says what is wrong: %o', (asked, problems) => {
  expect(asked).toMatchObject({ problems, isEmpty: false });
});
