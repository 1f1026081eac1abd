// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it } from 'vitest';
import { onScreen } from '#testing/on-screen.tsx';
import { Toaster } from '#web/ui/status/toast.tsx';
import { editFields, takeItems, useLabels } from './labels-state.ts';

const chosen = () =>
  useLabels.getState().rows.map((row) => (row.kind === 'product' ? [row.productId, row.tier] : row.lines));

it('says that editing the fields of another product changed the labels, and takes it back', async () => {
  const screen = await onScreen(<Toaster />);
  const items = [1, 2].map((productId) => ({ productId, variationId: null, tier: '3.5 g', copies: 4 }));
  await act(async () => takeItems(items));
  await act(async () => editFields(2));
  expect(document.body.textContent).toBe('');
  await act(async () => editFields(3));
  expect(chosen()).toEqual([
    [1, '3.5 g'],
    [3, null],
  ]);
  expect(document.body.textContent).toContain('took the place of the selected one');
  const undo = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Undo');
  await act(async () => undo?.click());
  expect(chosen()).toEqual([
    [1, '3.5 g'],
    [2, '3.5 g'],
  ]);
  await screen.leave();
});
