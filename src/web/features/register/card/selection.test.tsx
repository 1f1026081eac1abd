// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it } from 'vitest';
import { onScreen } from '#testing/on-screen.tsx';
import { select, useSelection, useSelectionClearing } from './selection.ts';

function Cards() {
  useSelectionClearing('3 at 20');
  return (
    <>
      <p data-product="1" />
      <p data-product="2" />
      <nav>
        <a href="#orders">Orders</a>
      </nav>
    </>
  );
}

it('selects one card at a time, until a press outside it or the event clears it', async () => {
  const screen = await onScreen(<Cards />);
  const [one, two] = screen.all('p');
  const [link] = screen.all('a');
  const press = (at: Element | undefined) =>
    act(async () => void at?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })));
  const chosen = () => useSelection.getState().productId;

  await act(async () => select(1, { count: 3 }));
  await press(one);
  await press(link);
  expect(useSelection.getState()).toMatchObject({ productId: 1, count: 3 });
  await act(async () => select(2));
  expect(useSelection.getState()).toMatchObject({ productId: 2, count: 1 });
  await press(one);
  expect(chosen()).toBeNull();

  await act(async () => select(2));
  await press(two);
  expect(chosen()).toBe(2);
  await act(async () => void window.dispatchEvent(new Event('clearQuantitySelections')));
  expect(chosen()).toBeNull();
  await screen.leave();
});
