// @vitest-environment happy-dom
import { act, useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onScreen, type OnScreen } from '#testing/on-screen.tsx';
import { useSecondPressDropped } from './second-press.ts';

let pressed: number;

function Opened() {
  useSecondPressDropped();
  return (
    <button type="button" onClick={() => (pressed += 1)}>
      Delete
    </button>
  );
}

function List() {
  const [open, setOpen] = useState(false);
  return open ? (
    <Opened />
  ) : (
    <button type="button" onClick={() => setOpen(true)}>
      Grinder
    </button>
  );
}

/** A press of the mouse; `detail` counts those in quick succession at one place. */
const press = (target: HTMLElement, detail: number) =>
  act(async () => {
    for (const type of ['mousedown', 'mouseup', 'click'])
      target.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, detail }));
  });

let screen: OnScreen;
beforeEach(async () => {
  pressed = 0;
  screen = await onScreen(<List />);
  await press(screen.button('Grinder'), 1);
});
afterEach(() => screen.leave());

it('keeps the second press of a double press from what the first one opened', async () => {
  await press(screen.button('Delete'), 2);
  await press(screen.button('Delete'), 3);
  expect(pressed).toBe(0);
});

it('lets every later press through, quick ones too', async () => {
  await press(screen.button('Delete'), 1);
  await press(screen.button('Delete'), 2);
  expect(pressed).toBe(2);
});
