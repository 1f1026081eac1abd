import type { KeyboardEvent, MouseEvent } from 'react';
import { focusRow, rowsOf, useRowKeys } from '#web/ui/rows/row-keys.ts';
import { expand } from './history-state.ts';

/** Presses the row's stock figure, or else its only button: the arrow of a group. */
function press(row: HTMLElement): void {
  (row.querySelector<HTMLElement>('[aria-haspopup=dialog]') ?? row.querySelector<HTMLElement>('button'))?.click();
}

function act({ key, currentTarget: row }: KeyboardEvent<HTMLElement>): boolean {
  const group = row.dataset['group'];
  const rows = rowsOf(row);
  const at = rows.indexOf(row);
  const owner = () => focusRow(rows.findLast((one, index) => index <= at && one.dataset['group'] !== undefined));
  const isOpen = row.getAttribute('aria-expanded') === 'true';
  if (key === 'Enter' || key === ' ') press(row);
  else if (key === 'ArrowRight') {
    if (group !== undefined && isOpen) focusRow(rows[at + 1]);
    else if (group !== undefined) expand(group, true);
  } else if (key === 'ArrowLeft' || key === 'Escape') {
    if (group !== undefined && isOpen) expand(group, false);
    else if (row.ariaLevel === '2') owner();
  } else return false;
  return true;
}

/** A press on a group's row, not on a control in it, opens or closes the group. */
function pressRow({ target, currentTarget: row }: MouseEvent<HTMLElement>): void {
  const group = row.dataset['group'];
  const isOfRow = target instanceof Element && target.closest('button, a') === null;
  if (group !== undefined && isOfRow) expand(group, row.getAttribute('aria-expanded') !== 'true');
}

/** Arrows move over all rows in sight, including those of open groups, and open and close groups. */
export function useTreeKeys(first: string | null) {
  const { focusProps, press: pressed } = useRowKeys<string>(first, () => true, act);
  return (key: string) => ({ role: 'row', ...focusProps(key), onKeyDown: pressed(key), onClick: pressRow });
}

export type RowProps = ReturnType<ReturnType<typeof useTreeKeys>>;
