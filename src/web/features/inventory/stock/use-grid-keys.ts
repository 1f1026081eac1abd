import type { KeyboardEvent, RefObject } from 'react';
import { rowAfter } from '#web/ui/rows/row-keys.ts';
import { clearRow, stepRow } from './adjust-cell.tsx';
import type { Adjusting } from '../pending/pending.ts';
import { isItem, type StockRow } from './stock-rows.ts';
import { keysOf } from './stock-row.tsx';
import { selectItems, useStockView } from './stock-view-state.ts';

const PAGE_ROWS = 12;

export function toggleSelected(row: StockRow): void {
  const { selected } = useStockView.getState();
  const keys = keysOf(row);
  selectItems(keys, !keys.every((key) => selected.has(key)));
}

/** The part of a row that gets the focus: the row itself, or its input. */
export type RowPart = 'row' | 'figure';

/**
 * Arrows and Enter move between rows, even from inside an input. Digits and signs go into the input of the focused row;
 * Space selects, Delete removes the pending figure, Escape leaves the input. Inside an input its own keys keep their
 * meaning.
 */
export function useGridKeys(
  pane: RefObject<HTMLElement | null>,
  rows: readonly StockRow[],
  adjusting: Adjusting,
  goTo: (index: number, part: RowPart) => void,
): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
    const line = target.closest<HTMLElement>('[data-row]');
    const index = Number(line?.dataset['row'] ?? Number.NaN);
    const row = rows[index];
    if (!line || !row || !pane.current) return;
    const isInput = target.dataset['figure'] !== undefined;
    // Buttons handle Enter and Space themselves.
    if (target !== line && !isInput) {
      if (key === 'Escape') line.focus();
      else if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    }
    if (isInput && (key === 'Home' || key === 'End')) return;
    if (isInput && key === 'Tab') {
      // Tab leads to the next figure, as in other lists of figures, and out of the list at its ends.
      const next = event.shiftKey
        ? rows.slice(0, index).findLastIndex(isItem)
        : rows.findIndex((one, at) => at > index && isItem(one));
      if (next === -1) return;
      event.preventDefault();
      goTo(next, 'figure');
      return;
    }
    const to = rowAfter(key === 'Enter' ? 'ArrowDown' : key, index, rows.length, PAGE_ROWS);
    if (to !== null) {
      event.preventDefault();
      goTo(to, 'row');
      return;
    }
    if (key === 'Escape' && isInput) {
      event.preventDefault();
      event.stopPropagation();
      line.focus();
    } else if (key === ' ') {
      event.preventDefault();
      toggleSelected(row);
    } else if (isItem(row) && !isInput) {
      if (key === '+' || key === '=') {
        event.preventDefault();
        stepRow(adjusting, row, 1);
      } else if (key === 'Delete' || key === 'Backspace') {
        event.preventDefault();
        clearRow(adjusting, row);
      } else if (/^[\d.-]$/.test(key)) {
        // The browser then types the key into the input, over the selected text.
        line.querySelector<HTMLInputElement>('[data-figure]')?.focus();
      }
    }
  };
}
