import { type KeyboardEvent, type RefObject, useState } from 'react';
import { expand } from './history-state.ts';

const ROW = '[data-row]';

/** One row is in the tab order; arrows, Home and End move over all rows in sight, those of open groups included. */
export function useTreeKeys(tree: RefObject<HTMLElement | null>, first: string | null) {
  const [current, setCurrent] = useState<string | null>(null);
  const held = current ?? first;

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    const row = event.currentTarget;
    const group = row.dataset['group'];
    const rows = [...(tree.current?.querySelectorAll<HTMLElement>(ROW) ?? [])];
    const at = rows.indexOf(row);
    const goTo = (index: number) => {
      const next = rows[Math.min(Math.max(index, 0), rows.length - 1)];
      next?.focus();
      next?.scrollIntoView({ block: 'nearest' });
    };
    const owner = () => goTo(rows.findLastIndex((one, index) => index <= at && one.dataset['group'] !== undefined));
    const isOpen = row.getAttribute('aria-expanded') === 'true';
    const close = () => (group !== undefined && isOpen ? expand(group, false) : row.ariaLevel === '2' && owner());
    // The stock it led to, else what there is to press: a group's arrow.
    const press = () =>
      (row.querySelector<HTMLElement>('[aria-haspopup=dialog]') ?? row.querySelector<HTMLElement>('button'))?.click();
    const actions: Record<string, () => void> = {
      ArrowDown: () => goTo(at + 1),
      ArrowUp: () => goTo(at - 1),
      Home: () => goTo(0),
      End: () => goTo(rows.length - 1),
      Enter: press,
      ' ': press,
      ArrowRight: () => group !== undefined && (isOpen ? goTo(at + 1) : expand(group, true)),
      ArrowLeft: close,
      Escape: close,
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  return {
    rowProps: (key: string) => ({
      role: 'row',
      'data-row': key,
      tabIndex: key === held ? 0 : -1,
      onFocus: () => setCurrent(key),
      onKeyDown,
    }),
  };
}

export type RowProps = ReturnType<ReturnType<typeof useTreeKeys>['rowProps']>;
