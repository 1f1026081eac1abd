// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onScreen, type OnScreen } from '#testing/on-screen.tsx';
import { Tooltip } from './tooltip.tsx';

let screen: OnScreen;
beforeEach(async () => {
  screen = await onScreen(
    <Tooltip label="Orders" onHold>
      <a href="/orders">O</a>
    </Tooltip>,
  );
});
afterEach(() => screen.leave());

const link = () => screen.all('a')[0];
const pointer = (type: string, pointerType: string) =>
  act(async () => void link()?.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType })));

/** Asks for the browser's menu. Returns whether it would open. */
const menuOpens = () => link()?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));

it('keeps the menu of the browser from a finger on the link, even before the name is shown', async () => {
  await pointer('pointerdown', 'touch');
  expect(menuOpens()).toBe(false);
});

it('leaves the menu to the mouse, and to the keyboard once the finger is gone', async () => {
  await pointer('pointerdown', 'mouse');
  expect(menuOpens()).toBe(true);
  await pointer('pointerdown', 'touch');
  await pointer('pointerout', 'touch');
  expect(menuOpens()).toBe(true);
});
