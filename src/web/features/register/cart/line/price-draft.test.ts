import { describe, expect, it } from 'vitest';
import { addToCart, type CartLine, type NewCartLine } from '#domain/cart.ts';
import { toCents } from '#domain/money.ts';
import { toMilli } from '#domain/quantity.ts';
import {
  changeOf,
  clampPercent,
  draftOf,
  draftProblems,
  firstPart,
  floorWords,
  lacksReason,
  lineCost,
  partWords,
  type PriceDraft,
  stepsOf,
  withDraft,
} from './price-draft.ts';

const torch: NewCartLine = {
  productId: 7,
  variationId: null,
  name: 'Torch',
  sku: null,
  image: null,
  category: null,
  taxable: true,
  sold: { kind: 'unit', priceCents: toCents(2600), quantityMilli: toMilli(2000) },
};
const [line] = addToCart([], torch) as [CartLine];
const draft = (change: Partial<PriceDraft>): PriceDraft => ({ ...draftOf(line), ...change });
const steps = (change: Partial<PriceDraft>) => stepsOf(withDraft(line, draft(change)), '$26.00');

describe('the price dialog', () => {
  it('opens with what was changed before, and changes nothing when it is left so', () => {
    const changed = withDraft(
      line,
      draft({ price: '20', percent: '12.5', adjustment: '3', direction: 'on', reason: ' Dented ' }),
    );
    expect(changed).toMatchObject({
      overrideCents: 2000,
      discount: 1250,
      adjustmentCents: 300,
      overrideReason: 'Dented',
    });
    expect(draftOf(changed)).toEqual({
      price: '20.00',
      percent: '12.5',
      adjustment: '3.00',
      direction: 'on',
      reason: 'Dented',
    });
    expect(withDraft(changed, draftOf(changed))).toEqual(changed);
  });

  it('opens with the part that was changed, and names on each tab what is set there', () => {
    const words = (change: Partial<PriceDraft>) =>
      (['percent', 'price', 'adjustment'] as const).map((part) => partWords(draft(change), part));
    expect(words({})).toEqual(['Percent', 'Price', 'Amount']);
    expect(words({ percent: '12.5', price: '20', adjustment: '1.5' })).toEqual([
      'Percent · 12.5%',
      'Price · $20.00',
      'Amount · -$1.50',
    ]);
    expect(words({ adjustment: '1.5', direction: 'on' }).at(-1)).toBe('Amount · +$1.50');
    expect(firstPart(line)).toBe('percent');
    expect(firstPart(withDraft(line, draft({ price: '20' })))).toBe('price');
    expect(firstPart(withDraft(line, draft({ adjustment: '2' })))).toBe('adjustment');
  });

  it('asks for a reason when all changes together take off a fifth or more', () => {
    expect(lacksReason(line, draft({ percent: '19.9' }))).toBe(false);
    expect(lacksReason(line, draft({ percent: '20' }))).toBe(true);
    expect(lacksReason(line, draft({ percent: '10', adjustment: '5.20' }))).toBe(true);
    expect(lacksReason(line, draft({ price: '0' }))).toBe(true);
    expect(lacksReason(line, draft({ price: '60' }))).toBe(false);
    expect(lacksReason(line, draft({ price: '0', reason: ' Dented ' }))).toBe(false);
  });

  it('shows what each change does to the line as it is typed', () => {
    expect(steps({})).toEqual(['2 × $26.00']);
    expect(steps({ price: '2' })).toEqual(['2 × $26.00', '-$48.00 new price']);
    expect(steps({ price: '20', percent: '10', adjustment: '1.5' })).toEqual([
      '2 × $26.00',
      '-$12.00 new price',
      '-$4.00 discount',
      '-$1.50 taken off',
    ]);
    expect(steps({ adjustment: '2', direction: 'on' })).toEqual(['2 × $26.00', '+$2.00 added']);
    expect(lineCost(withDraft(line, draft({ adjustment: '99' }))).totalCents).toBe(0);
  });

  it('says below which price a manager approves it', () => {
    const floored = { ...line, floorCents: toCents(2000) };
    const words = (change: Partial<PriceDraft>, of: CartLine = floored) => floorWords(withDraft(of, draft(change)));
    expect(words({ price: '20' })).toBe(null);
    expect(words({ price: '19.99' })).toBe('Below the floor price of $20.00 each.');
    expect(words({ percent: '25' })).toBe('Below the floor price of $20.00 each.');
    expect(words({ price: '1' }, line)).toBe(null);
    const grams = { ...floored, sold: { ...floored.sold, unit: 'g' } } as CartLine;
    expect(words({ price: '1' }, grams)).toBe('Below the floor price of $20.00 per g.');
    expect(stepsOf(grams, '$26.00 per g')).toEqual(['2 g × $26.00 per g']);
  });

  it('reads "6." as 6, not as the list price', () => {
    expect(changeOf(draft({ price: '6.', percent: '5.', adjustment: '2.' }))).toMatchObject({
      overrideCents: 600,
      discount: 500,
      adjustmentCents: -200,
    });
    expect(changeOf(draft({ price: '', percent: '', adjustment: '' }))).toMatchObject({
      overrideCents: null,
      discount: 0,
    });
  });

  it('says of each field why it cannot be read, and of an empty one nothing', () => {
    expect(draftProblems(draft({ price: '6.', percent: '10' }))).toEqual({});
    expect(draftProblems(draft({ price: '12,50', percent: '12,5', adjustment: '1.005' }))).toEqual({
      price: '"12,50" can mean two things. Use a point for decimals and no comma.',
      percent: '"12,5" can mean two things. Use a point for decimals and no comma.',
      adjustment: '"1.005" has more than 2 decimals.',
    });
  });

  it('takes no more than all of it off', () => {
    expect([clampPercent('250'), clampPercent('12,5'), clampPercent('x')]).toEqual(['100', '12,5', 'x']);
  });

  it('keeps no reason where nothing is changed', () => {
    expect(withDraft(line, draft({ reason: 'Promotion' }))).toEqual(line);
    expect(withDraft(line, draft({ reason: 'Promotion', price: '26' }))).toEqual(line);
  });
});
