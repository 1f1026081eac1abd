import { amountWords, sumsByUnit } from '#domain/unit.ts';
import { type Milli, ONE_MILLI, toMilli, ZERO_MILLI } from '#domain/quantity.ts';
import { stockKey } from '#domain/stock.ts';
import type { MovableItem } from './movable-item.ts';

export interface TransferLine extends MovableItem {
  readonly quantityMilli: Milli;
}

/** Adds the chosen items. Lines that exist already are not changed. */
export function withItems(lines: readonly TransferLine[], items: readonly MovableItem[]): TransferLine[] {
  const present = new Set(lines.map(stockKey));
  const added = items.filter((item) => !present.has(stockKey(item)));
  return [...lines, ...added.map((item) => ({ ...item, quantityMilli: ZERO_MILLI }))];
}

/** Adds one to an item's line, or a line with quantity 1. */
export function withOneMore(lines: readonly TransferLine[], item: MovableItem): TransferLine[] {
  const key = stockKey(item);
  if (!lines.some((line) => stockKey(line) === key)) return [...lines, { ...item, quantityMilli: ONE_MILLI }];
  return lines.map((line) =>
    stockKey(line) === key ? { ...line, quantityMilli: toMilli(line.quantityMilli + ONE_MILLI) } : line,
  );
}

/** Leaves out lines with quantity 0. */
export function sentLines(lines: readonly TransferLine[]): TransferLine[] {
  return lines.filter(({ quantityMilli }) => quantityMilli > 0);
}

/** The quantities in words: "100 g, 16 pieces". */
export function sentWords(lines: readonly TransferLine[]): string {
  return sumsByUnit(lines.map(({ unit, quantityMilli: milli }) => ({ unit, milli })))
    .map(amountWords)
    .join(', ');
}
