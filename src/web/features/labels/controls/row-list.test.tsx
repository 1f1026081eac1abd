// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it } from 'vitest';
import { onScreen } from '#testing/on-screen.tsx';
import type { LabelRow } from '../labels-state.ts';
import { RowList } from './row-list.tsx';

const ROWS: LabelRow[] = Array.from({ length: 300 }, (_, index) => ({
  kind: 'typed',
  key: `row-${index}`,
  copies: 1,
  lines: [`Label ${index}`],
  code: '',
}));
const NAMES = new Map(ROWS.map(({ key }, index) => [key, `Label ${index}`]));

it('keeps the row in which somebody types, however far the list is scrolled', async () => {
  const screen = await onScreen(<RowList rows={ROWS} names={NAMES} selected={null} />);
  const [pane] = screen.all('ul');
  const field = () => document.querySelector<HTMLInputElement>('input[aria-label="Labels of Label 2"]');
  const typed = field();
  if (!pane || !typed) throw new Error('no list');
  const scroll = (top: number) =>
    act(async () => {
      pane.scrollTop = top;
      pane.dispatchEvent(new Event('scroll'));
    });
  await act(async () => typed.focus());
  await screen.type(typed, 'many');
  await scroll(9200);
  expect(document.activeElement).toBe(typed);
  expect(typed.value).toBe('many');
  const places = () => screen.all('li[aria-posinset]').map((row) => Number(row.getAttribute('aria-posinset')));
  expect(places()[0]).toBe(3);
  expect(places()[1]).toBeGreaterThan(150);
  const heightPx = screen
    .all('li[aria-hidden]')
    .reduce((sum, gap) => sum + Number.parseFloat((gap as HTMLElement).style.height), places().length * 46);
  expect(heightPx).toBe(ROWS.length * 46);
  await scroll(0);
  expect(document.activeElement).toBe(typed);
  expect(places().slice(0, 4)).toEqual([1, 2, 3, 4]);
  await screen.leave();
});
