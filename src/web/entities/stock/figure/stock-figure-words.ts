import type { HistoryEntry } from '#contract/history.ts';
import { changeKind, changeLabel, type ChangeKind, type HistoryChange } from '#domain/history-labels.ts';
import { fromQuantityNumber } from '#domain/quantity.ts';
import { groupedWords } from '#domain/unit.ts';
import type { Tone } from '#web/ui/status/badge.tsx';

const MINUS = '\u2212';

/** A quantity of a reply as people read it: 1250.5 -> "1,250.5 g"; pieces by their number alone. */
export function displayStock(quantity: number, unit = ''): string {
  return groupedWords(fromQuantityNumber(quantity), unit);
}

/** A change with its sign, a real minus, and its unit: "+3.5 g", "−1", "0". */
export function displayChange(quantity: number, unit = ''): string {
  const size = displayStock(Math.abs(quantity), unit);
  if (displayStock(quantity) === '0') return size;
  return `${quantity < 0 ? MINUS : '+'}${size}`;
}

/** The colour of a change: none where nothing changed. */
export function changeTone(change: number): string {
  return change > 0 ? 'text-green' : change < 0 ? 'text-red' : 'text-ink-3';
}

/** The exact sum of quantities of replies, which are decimal fractions. */
export function sumOf(quantities: readonly number[]): number {
  return quantities.reduce((sum, quantity) => sum + Math.round(quantity * 1000), 0) / 1000;
}

export function changeOf(entry: HistoryEntry): HistoryChange {
  return {
    action: entry.action,
    quantityChange: entry.quantity_change,
    isByStaff: entry.user_id !== null,
    batchId: entry.batch_id,
    reason: entry.reason,
    details: entry.details,
  };
}

const TONE: Record<ChangeKind, Tone> = {
  audit: 'purple',
  restock: 'green',
  manual: 'yellow',
  transfer: 'blue',
  convert: 'orange',
  sale: 'neutral',
  return: 'red',
  other: 'neutral',
};

/** The label and colour of an entry's type. Rule: history/change-types. */
export function typeOf(entry: HistoryEntry): { label: string; tone: Tone } {
  const change = changeOf(entry);
  return { label: changeLabel(change), tone: TONE[changeKind(change)] };
}

/** The note of an entry beside its type and number: '' if it repeats one of them ("Transfer to Monroe"). */
export function noteOf(entry: HistoryEntry): string {
  const said = entry.reason.trim();
  const type = changeLabel(changeOf(entry)).replace('→', 'to').replace('←', 'from');
  return said === type || (entry.reference !== null && said.includes(entry.reference)) ? '' : said;
}
