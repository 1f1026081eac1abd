import { describe, expect, it } from 'vitest';
import { toCents } from '../money.ts';
import { toMilli } from '../quantity.ts';
import { barcodeFor } from './barcode.ts';
import {
  type LabelChoices,
  type LabelFacts,
  marginText,
  NO_DETAILS,
  previewText,
  printedText,
  typedText,
} from './lines.ts';

const FACTS: LabelFacts = {
  name: 'Blue Ridge Mist',
  sku: 'FLW-001',
  category: 'Flower',
  priceCents: toCents(1500),
  costCents: toCents(818),
  blueprint: {
    effect: 'Calm',
    lineage: 'A x B',
    nose: 'Pine',
    terpene: 'Myrcene',
    strain_type: 'Hybrid',
    thca_percentage: '24.6',
    supplier: 'Farm',
  },
  tier: null,
  netWeight: '1 g',
};
const NONE: LabelChoices = {
  extras: [],
  fields: [],
  showTierPrice: false,
  showTierLabel: false,
  date: '11/23/2026',
  details: NO_DETAILS,
};
const textsOf = (facts: LabelFacts, choices: Partial<LabelChoices>) =>
  printedText(facts, { ...NONE, ...choices }).lines.map(({ text }) => text);

describe('the lines of a label', () => {
  it('have the name first and nothing else unless it is chosen', () => {
    expect(printedText(FACTS, NONE)).toEqual({ name: 'Blue Ridge Mist', lines: [] });
  });

  it('hold the first two chosen fields on line 2 and the next two on line 3, at most four', () => {
    expect(textsOf(FACTS, { fields: ['effect', 'lineage', 'nose', 'terpene', 'supplier'] })).toEqual([
      'Effect: Calm • Lineage: A x B',
      'Nose: Pine • Terpene: Myrcene',
    ]);
    expect(textsOf(FACTS, { fields: ['supplier', 'thca_percentage', 'strain_type'] })).toEqual([
      'Type: Hybrid • THCA: 24.6%',
      'Supplier: Farm',
    ]);
  });

  it('print nothing for a field without a value; only the preview shows a sample of it', () => {
    const facts = { ...FACTS, blueprint: { effect: 'Calm', nose: '  ' } };
    const choices: LabelChoices = { ...NONE, fields: ['effect', 'nose', 'thca_percentage'] };
    expect(textsOf(facts, choices)).toEqual(['Effect: Calm']);
    expect(previewText(facts, choices).lines).toEqual([
      { text: 'Effect: Calm • Nose: Pine, citrus', sample: true },
      { text: 'THCA: 24.5%', sample: true },
    ]);
  });

  it('name the percent of THCA once', () => {
    expect(textsOf({ ...FACTS, blueprint: { thca_percentage: '24.6 %' } }, { fields: ['thca_percentage'] })).toEqual([
      'THCA: 24.6%',
    ]);
  });

  it('add the other fields that have a value', () => {
    expect(textsOf(FACTS, { extras: ['margin', 'date', 'price', 'sku', 'category'] })).toEqual([
      '11/23/2026 • $15.00 • FLW-001',
      'Flower • Margin: 45.5%',
    ]);
    expect(textsOf({ ...FACTS, priceCents: null, sku: '' }, { extras: ['price', 'sku', 'category'] })).toEqual([
      'Flower',
    ]);
  });

  it('name a tier and the price of its whole quantity', () => {
    const tier = { label: '3.5 g', priceCents: toCents(4000), drawnMilli: toMilli(3500) };
    expect(textsOf({ ...FACTS, tier }, { showTierLabel: true, showTierPrice: true })).toEqual(['3.5 g • $40.00']);
    // 3.5 g cost $28.63.
    expect(textsOf({ ...FACTS, tier }, { extras: ['margin'] })).toEqual(['Margin: 28.4%']);
    expect(textsOf(FACTS, { showTierLabel: true, showTierPrice: true })).toEqual([]);
  });

  it('reckon the margin of a pre-roll with the flower that it takes', () => {
    const tier = { label: '1 roll', priceCents: toCents(800), drawnMilli: toMilli(700) };
    // 0.7 g at $5.00 cost $3.50.
    expect(textsOf({ ...FACTS, costCents: toCents(500), tier }, { extras: ['margin'] })).toEqual(['Margin: 56.3%']);
  });

  it('stay one line each where a value has line breaks, and no value is too long to be printed', () => {
    const facts = { ...FACTS, name: 'Blue\r\nRidge\u2028Mist', blueprint: { effect: ' Calm,\n\tsleepy ' } };
    expect(printedText(facts, { ...NONE, fields: ['effect'] })).toEqual({
      name: 'Blue Ridge Mist',
      lines: [{ text: 'Effect: Calm, sleepy' }],
    });
    expect(typedText(['One\ntwo', '\n'])).toEqual({ name: 'One two', lines: [] });
    const long = printedText({ ...FACTS, name: '😀'.repeat(2000) }, NONE).name;
    expect(long).toBe('😀'.repeat(500));
    expect(printedText({ ...FACTS, name: `a${'😀'.repeat(2000)}` }, NONE).name).toBe(`a${'😀'.repeat(499)}`);
  });

  it('end with what is typed at the print, and break a warning between words', () => {
    const details = { ...NO_DETAILS, showNetWeight: true, batch: ' B-12 ', packageDate: '11/20/2026' };
    expect(textsOf(FACTS, { details })).toEqual(['Net wt: 1 g • Batch: B-12 • Packed: 11/20/2026']);
    expect(textsOf(FACTS, { details: { ...NO_DETAILS, netWeight: '2 g' } })).toEqual([]);
    expect(textsOf(FACTS, { details: { ...NO_DETAILS, showNetWeight: true, netWeight: '2 g' } })).toEqual([
      'Net wt: 2 g',
    ]);
    const warning = 'Keep out of reach of children and animals. For use only by adults 21 years of age and older.';
    const lines = textsOf(FACTS, { details: { ...NO_DETAILS, warning } });
    expect(lines).toHaveLength(2);
    expect(lines.join(' ')).toBe(warning);
  });

  it('know no margin without a cost or a price', () => {
    expect(marginText(toCents(1500), null)).toBe('');
    expect(marginText(null, toCents(1))).toBe('');
    expect(marginText(toCents(0), toCents(1))).toBe('');
    expect(marginText(toCents(1000), toCents(1500))).toBe('-50.0%');
  });

  it('are as they were typed, without blank ones', () => {
    expect(typedText([' Sale today ', '', 'Back shelf'])).toEqual({
      name: 'Sale today',
      lines: [{ text: 'Back shelf' }],
    });
  });
});

describe('the barcode of a label', () => {
  it('is the item’s own where it has one, else its SKU', () => {
    const item = { sku: 'FLW-001', barcode: '012345678905' };
    expect(barcodeFor('item', item)).toEqual({ ok: true, value: { symbology: 'ean13', text: '0012345678905' } });
    expect(barcodeFor('sku', item)).toEqual({ ok: true, value: { symbology: 'code128', text: 'FLW-001' } });
    expect(barcodeFor('qr', item)).toEqual({ ok: true, value: { symbology: 'qr', text: '012345678905' } });
    expect(barcodeFor('item', { ...item, barcode: null })).toMatchObject({ value: { symbology: 'code128' } });
    expect(barcodeFor('none', item)).toEqual({ ok: true, value: null });
  });

  it('is refused where there is nothing to encode, or letters that Code 128 does not have', () => {
    expect(barcodeFor('item', { sku: ' ', barcode: null })).toMatchObject({ refused: { code: 'no_code' } });
    expect(barcodeFor('sku', { sku: 'CAFÉ-1', barcode: null })).toMatchObject({ refused: { code: 'not_encodable' } });
    expect(barcodeFor('qr', { sku: 'CAFÉ-1', barcode: null })).toMatchObject({ ok: true });
    expect(barcodeFor('sku', { sku: 'x'.repeat(49), barcode: null })).toMatchObject({ refused: { code: 'too_long' } });
  });
});
