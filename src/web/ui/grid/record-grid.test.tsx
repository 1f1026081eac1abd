// @vitest-environment happy-dom
import { act, createRef, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { onScreen, type OnScreen } from '#testing/on-screen.tsx';
import type { Column } from './columns.ts';
import { RecordGrid } from './record-grid.tsx';

const ROWS = [{ id: 1 }, { id: 2 }, { id: 3 }];
const COLUMNS: readonly Column<{ id: number }, null>[] = [
  { id: 'number', title: 'Number', required: true, byDefault: true, width: 80, cell: ({ id }) => `No. ${id}` },
];
const PANE = createRef<HTMLDivElement>();

function Grid() {
  const [open, setOpen] = useState<readonly number[]>([]);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  return (
    <RecordGrid
      label="Records"
      rows={ROWS}
      columns={COLUMNS}
      shown={new Set()}
      context={null}
      selected={selected}
      onSelect={(rows, on) => {
        const ids = rows.map(({ id }) => id);
        setSelected(new Set([...[...selected].filter((id) => !ids.includes(id)), ...(on ? ids : [])]));
      }}
      isOpen={(id) => open.includes(id)}
      onOpen={(id, on) => setOpen(on ? [id] : [])}
      renderDetails={({ id }) => <p>Details of {id}</p>}
      nameOf={({ id }) => `record ${id}`}
      pane={PANE}
    />
  );
}

let screen: OnScreen;
afterEach(() => screen.leave());

const row = (id: number) => document.querySelector<HTMLElement>(`[data-record="${id}"]`);
const press = (id: number, key: string) =>
  act(async () => {
    row(id)?.focus();
    row(id)?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });
const details = () => document.querySelector('p')?.textContent ?? null;

it('opens a record with Enter or Right, and closes it with Left or Escape', async () => {
  screen = await onScreen(<Grid />);
  for (const [opens, closes] of [
    ['Enter', 'Escape'],
    ['ArrowRight', 'ArrowLeft'],
  ] as const) {
    await press(2, opens);
    expect(details()).toBe('Details of 2');
    await press(2, closes);
    expect(details()).toBeNull();
  }
});

it('selects a record with Space, and lets it go again', async () => {
  screen = await onScreen(<Grid />);
  await press(3, ' ');
  expect(row(3)?.getAttribute('aria-selected')).toBe('true');
  await press(3, ' ');
  expect(row(3)?.getAttribute('aria-selected')).toBe('false');
});
