import type { ItemSince } from '#contract/history.ts';
import type { ChangeKind } from '#domain/history-labels.ts';
import { displayInstant } from '#web/ui/dates.ts';
import { displayChange, displayStock, sumOf } from './stock-figure-words.ts';

const REST: readonly (readonly [ChangeKind, string])[] = [
  ['return', 'returned'],
  ['transfer', 'by transfer'],
  ['convert', 'by conversion'],
  ['manual', 'by hand'],
  ['audit', 'by count'],
  ['other', 'otherwise'],
];

/**
 * A stock figure in one sentence: "Last count Nov 3, 2026, 8:20 AM by Ann: 320 g, matched. Since then 12 sold, 0
 * received: expect 308 g." The words begin with the last count, even if it moved nothing. Rule: history/since-the-last-count.
 */
export function stockAnswer(
  { begin, at, by, matched, quantity, moved }: ItemSince,
  { unit, timeZone }: { unit: string | undefined; timeZone: string },
): string {
  const amount = (stock: number) => `${displayStock(stock)}${unit ? ` ${unit}` : ''}`;
  const begins = {
    count: `Last count ${displayInstant(at, timeZone)}${by ? ` by ${by}` : ''}: ${amount(quantity)}${matched ? ', matched' : ''}.`,
    // Stock that was there when the books began is no delivery.
    opening: `Opening stock: ${amount(quantity)}.`,
    nothing: `Began with ${amount(quantity)}.`,
  }[begin];
  if (moved.length === 0) return `${begins} Nothing moved since.`;
  const of = (kind: ChangeKind) => moved.find((sum) => sum.kind === kind)?.change ?? 0;
  const parts = [
    `${displayStock(-of('sale'))} sold`,
    `${displayStock(of('restock'))} received`,
    ...REST.flatMap(([kind, words]) => (of(kind) === 0 ? [] : [`${displayChange(of(kind))} ${words}`])),
  ];
  const expected = sumOf([quantity, ...moved.map(({ change }) => change)]);
  return `${begins} Since then ${parts.join(', ')}: expect ${amount(expected)}.`;
}
