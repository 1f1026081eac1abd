import type { HistoryEntry } from '#contract/history.ts';
import { changeKind, type ChangeKind } from '#domain/history-labels.ts';
import { displayDay } from '#web/ui/dates.ts';
import { changeOf, displayChange, displayStock, sumOf } from './stock-figure-words.ts';

const REST: readonly (readonly [ChangeKind, string])[] = [
  ['return', 'returned'],
  ['transfer', 'by transfer'],
  ['convert', 'by conversion'],
  ['manual', 'by hand'],
  ['other', 'otherwise'],
];

/**
 * A stock figure in one sentence: "After the count of Nov 3, 2026: 320 g. Since then 12 sold, 0 received: expect 308 g."; null
 * while the latest movement of a count is not among the movements. A count that agreed made no movement, so that the
 * sentence names the last one that changed something.
 * @param movements newest first
 * @param isWhole there are no older ones
 */
export function stockAnswer(
  movements: readonly HistoryEntry[],
  { isWhole, unit, timeZone }: { isWhole: boolean; unit: string | undefined; timeZone: string },
): string | null {
  const kinds = movements.map((entry) => changeKind(changeOf(entry)));
  const at = kinds.indexOf('audit');
  const [newest, count] = [movements[0], movements[at]];
  if (!newest || (!count && !isWhole)) return null;
  const amount = (quantity: number) => `${displayStock(quantity)}${unit ? ` ${unit}` : ''}`;
  // Stock that was there when the books began is no delivery.
  const oldest = movements.at(-1);
  const opening = !count && oldest?.action === 'opening_stock' ? oldest : undefined;
  const begin = count
    ? `After the count of ${displayDay(count.created_at, timeZone)}: ${amount(count.new_stock)}.`
    : opening
      ? `Opening stock: ${amount(opening.new_stock)}.`
      : `Began with ${amount(oldest?.old_stock ?? 0)}.`;
  const since = count ? movements.slice(0, at) : opening ? movements.slice(0, -1) : movements;
  if (since.length === 0) return `${begin} Nothing moved since.`;
  const of = (kind: ChangeKind) =>
    sumOf(since.flatMap(({ quantity_change: change }, place) => (kinds[place] === kind ? [change] : [])));
  const parts = [
    `${displayStock(-of('sale'))} sold`,
    `${displayStock(of('restock'))} received`,
    ...REST.flatMap(([kind, words]) => (of(kind) === 0 ? [] : [`${displayChange(of(kind))} ${words}`])),
  ];
  return `${begin} Since then ${parts.join(', ')}: expect ${amount(newest.new_stock)}.`;
}
