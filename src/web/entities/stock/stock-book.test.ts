import { beforeEach, expect, it, vi } from 'vitest';
import { toMilli } from '#domain/quantity.ts';
import { createStockBook } from './stock-book.ts';

const JAR = { productId: 12, variationId: null };
const fetched = (grams: number) => [{ ...JAR, quantityMilli: toMilli(grams * 1000) }];
const moved = (quantity: number, movementId?: number, productId = 12) => [
  {
    product_id: productId,
    variation_id: null,
    quantity,
    ...(movementId === undefined ? {} : { movement_id: movementId }),
  },
];

let nowMs: number;
let book: ReturnType<typeof createStockBook>;
beforeEach(() => {
  nowMs = 100;
  book = createStockBook(() => nowMs);
});

it('knows nothing of an item nobody spoke of', () => {
  expect(book.of(JAR)).toBe(0);
  expect(book.knows(JAR)).toBe(false);
});

it('keeps the newest movement when events arrive out of order', () => {
  book.applyItems(moved(3, 52));
  book.applyItems(moved(8, 51));
  expect(book.of(JAR)).toBe(3000);
});

it('keeps what a newer event brought when the reply of an own sale comes after it', () => {
  book.applyItems(moved(5, 61));
  book.applyItems(moved(9, 60));
  expect(book.of(JAR)).toBe(5000);
});

it('keeps a patch that arrived after a fetch was asked for', () => {
  book.applyFetched(0, fetched(10));
  nowMs = 200;
  book.applyItems(moved(6.5, 7));
  book.applyFetched(150, fetched(10));
  expect(book.of(JAR)).toBe(6500);
  book.applyFetched(250, fetched(9));
  expect(book.of(JAR)).toBe(9000);
});

it('lets no late event of before a fetch undo a newer one', () => {
  book.applyItems(moved(6, 7));
  book.applyFetched(150, fetched(5));
  book.applyItems(moved(8, 6));
  expect(book.of(JAR)).toBe(5000);
});

it('drops figures that were asked for at the location before', () => {
  nowMs = 300;
  book.empty();
  book.applyFetched(250, fetched(10));
  expect(book.knows(JAR)).toBe(false);
  book.applyFetched(300, fetched(4));
  expect(book.of(JAR)).toBe(4000);
});

it('tells only those who look at the product, and only of a change', () => {
  const jar = vi.fn();
  const other = vi.fn();
  book.listen(12, jar);
  const stop = book.listen(13, other);
  book.applyItems(moved(5, 1));
  book.applyItems(moved(5, 2));
  expect(jar).toHaveBeenCalledTimes(1);
  expect(other).not.toHaveBeenCalled();
  stop();
  book.applyItems(moved(1, 3, 13));
  expect(other).not.toHaveBeenCalled();
});

it('tells a product’s listeners of its variants', () => {
  const told = vi.fn();
  book.listen(12, told);
  book.applyItems([{ product_id: 12, variation_id: 34, quantity: 2, movement_id: 1 }]);
  expect(told).toHaveBeenCalledTimes(1);
  expect(book.of({ productId: 12, variationId: 34 })).toBe(2000);
  expect(book.of(JAR)).toBe(0);
});
