import { describe, expect, it } from 'vitest';
import { toMilli } from '#domain/quantity.ts';
import {
  bodyOf,
  type ChosenItem,
  differencesOf,
  type DraftOrder,
  draftOf,
  draftTotals,
  EMPTY_DRAFT,
  isSameDraft,
  problemsOf,
  withItem,
  withLine,
  withoutLine,
} from './draft-order.ts';
import { sampleOrder } from '../sample-order.testing.ts';

const JAR: ChosenItem = { productId: 7, variationId: 71, name: 'Jar - Small', sku: 'JAR-S', cost: '4.60' };
const TRAY: ChosenItem = { productId: 8, variationId: null, name: 'Tray', sku: null, cost: null };

const draft: DraftOrder = withItem(withItem({ ...EMPTY_DRAFT, supplierId: 3 }, JAR), TRAY);

describe('a purchase order in the making', () => {
  it('takes a product with what it cost, and one more of what is there', () => {
    expect(draft.lines).toMatchObject([
      { quantityMilli: 1000, cost: '4.60' },
      { quantityMilli: 1000, cost: '' },
    ]);
    expect(withItem(draft, JAR).lines.map(({ quantityMilli }) => quantityMilli)).toEqual([2000, 1000]);
  });

  it('adds up lines, tax and shipping as the server does', () => {
    const typed = {
      ...withLine(draft, '7-71', () => ({ quantityMilli: toMilli(2500) })),
      taxPercent: '8.75%',
      shipping: '$1,000.00',
    };
    expect(draftTotals(typed)).toMatchObject({ subtotalCents: 1150, taxCents: 101, totalCents: 101_251 });
    expect(bodyOf(typed)).toMatchObject({ tax_percent: '8.75', shipping_cost: '1000.00', total_amount: '1012.51' });
  });

  it('counts what cannot be read as nothing, and says where it stands', () => {
    const typed = { ...withLine(draft, '8', () => ({ cost: '3.999', quantityMilli: toMilli(0) })), taxPercent: '120' };
    expect(draftTotals(typed).totalCents).toBe(460);
    expect([...problemsOf(typed).keys()]).toEqual(['quantity 8', 'cost 8', 'tax']);
    expect(problemsOf({ ...draft, shipping: '1,250' }).get('shipping')).toBe(
      '"1,250" can mean two things. Use a point for decimals and no comma.',
    );
  });

  it('needs a supplier and a line, in the words of the trade', () => {
    expect([...problemsOf(EMPTY_DRAFT)]).toEqual([
      ['supplier', 'Please provide a supplier name for the purchase order'],
      ['lines', 'Add at least one product.'],
    ]);
    expect(problemsOf(draft).size).toBe(0);
  });

  it('sends items by product and variation, with whole costs', () => {
    expect(bodyOf(withLine(draft, '8', () => ({ notes: ' blue ' }))).items).toEqual([
      { product_id: 7, variation_id: 71, quantity_ordered: 1, unit_cost: '4.60' },
      { product_id: 8, variation_id: null, quantity_ordered: 1, unit_cost: '0.00', notes: 'blue' },
    ]);
  });
});

describe('a purchase order that is edited', () => {
  const saved = draftOf(sampleOrder());

  it('begins as it was saved', () => {
    expect(saved).toMatchObject({ supplierId: 2, taxPercent: '8.75', shipping: '', notes: 'Side door' });
    expect(problemsOf(saved).size).toBe(0);
  });

  it('is the same however a figure is written', () => {
    expect(isSameDraft(saved, { ...saved, taxPercent: '8.750', notes: ' Side door ' })).toBe(false);
    expect(isSameDraft(saved, { ...saved, taxPercent: '8.75 %', shipping: '0.00', notes: ' Side door ' })).toBe(true);
    expect(isSameDraft(saved, withoutLine(saved, '1'))).toBe(false);
  });

  it('is told apart from what somebody else saved, line by line', () => {
    const mine = { ...withLine(saved, '1', () => ({ quantityMilli: toMilli(3000) })), shipping: '5' };
    const theirs = withoutLine(saved, '2-21');
    expect(
      differencesOf(
        mine,
        theirs,
        (id) => `Supplier ${id}`,
        () => '',
      ),
    ).toEqual([
      { what: 'Tin', mine: '3 at $2.00', theirs: '10 at $2.00' },
      { what: 'Tee - Large', mine: '4 at $5.50', theirs: 'Not on the order' },
      { what: 'Shipping', mine: '$5.00', theirs: '$0.00' },
    ]);
    expect(differencesOf(saved, saved, String, () => '')).toEqual([]);
  });
});
