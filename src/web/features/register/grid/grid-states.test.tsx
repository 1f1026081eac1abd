// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { onScreen } from '#testing/on-screen.tsx';
import { rowPxOf } from './card-heights.ts';
import { layoutFor } from './grid-layout.ts';
import { GridSkeleton } from './grid-states.tsx';

it.each([
  ['roomy', 3],
  ['compact', 4],
] as const)(
  'waits in the places of %s cards: rows as high as theirs, picture, name, stock and controls',
  async (style, columns) => {
    const layout = layoutFor(980, columns, style);
    const screen = await onScreen(<GridSkeleton layout={layout} />);
    expect(screen.text()).toBe('Loading products...');
    const rows = (screen.all('[style*=height]') as HTMLElement[]).slice(1);
    const rowPx = rowPxOf({ kind: 'cards', key: '', headerIndex: 0, products: [] }, layout, new Set());
    expect(new Set(rows.map((row) => row.style.height))).toEqual(new Set([`${rowPx}px`]));
    const [row] = rows;
    expect(row?.children).toHaveLength(columns);
    expect(row?.querySelectorAll('[aria-hidden]')).toHaveLength(4 * columns);
    await screen.leave();
  },
);
