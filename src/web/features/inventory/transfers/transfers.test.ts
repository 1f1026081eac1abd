import { describe, expect, it } from 'vitest';
import { toMilli } from '#domain/quantity.ts';
import { type ConversionWish, outcomeOf } from './conversion-draft.ts';
import { sentLines, sentWords, withItems, withOneMore } from './transfer-lines.ts';

const FLOWER = { productId: 1, variationId: null };
const ROLLS = { productId: 2, variationId: 21 };

describe('what is sent', () => {
  const can = { productId: 9, variationId: null, name: 'Can', sku: null, unit: '' };

  it('is one more with each scan, and what is at 0 stays here', () => {
    const once = withOneMore([{ ...can, productId: 8, quantityMilli: toMilli(0) }], can);
    const twice = withOneMore(once, can);
    expect(sentLines(twice).map(({ productId }) => productId)).toEqual([9]);
    expect(sentWords(twice)).toBe('2 pieces');
  });
});

it('what is chosen in the list joins a transfer that was kept, and changes nothing in it', () => {
  const can = { productId: 9, variationId: null, name: 'Can', sku: null, unit: '' };
  const kept = [{ ...can, quantityMilli: toMilli(3000) }];
  expect(withItems(kept, [can, { ...can, productId: 8 }]).map((line) => [line.productId, line.quantityMilli])).toEqual([
    [9, 3000],
    [8, 0],
  ]);
});

describe('what a conversion does', () => {
  const wish: ConversionWish = {
    from: FLOWER,
    to: ROLLS,
    ratio: { inputMilli: toMilli(700), inputUnit: 'g', outputMilli: toMilli(1000), outputUnit: 'pre-roll' },
    outputMilli: toMilli(10_000),
    weighedMilli: toMilli(0),
  };
  const stock = { from: toMilli(20_000), to: toMilli(3000) };

  it('takes what the ratio says, and shows both shelves before and after', () => {
    expect(outcomeOf(wish, stock)).toEqual({
      inMilli: 7000,
      fromAfterMilli: 13_000,
      toAfterMilli: 13_000,
      isShort: false,
    });
  });

  it('takes what was weighed where it was', () => {
    expect(outcomeOf({ ...wish, weighedMilli: toMilli(7250) }, stock)).toMatchObject({ inMilli: 7250 });
  });

  it('says when there is not enough', () => {
    expect(outcomeOf({ ...wish, outputMilli: toMilli(30_000) }, stock)).toMatchObject({ isShort: true });
  });

  it('says what is missing for it', () => {
    expect(outcomeOf({ ...wish, to: null }, stock)).toEqual({ sentence: 'Choose what you are making.' });
    expect(outcomeOf({ ...wish, to: FLOWER }, stock)).toHaveProperty('sentence');
    expect(outcomeOf({ ...wish, outputMilli: toMilli(0) }, stock)).toHaveProperty('sentence');
    expect(outcomeOf({ ...wish, ratio: { ...wish.ratio, inputUnit: ' ' } }, stock)).toHaveProperty('sentence');
  });
});
