// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { onScreen } from '#testing/on-screen.tsx';
import { type Session, useSession } from '#web/api/session/session.ts';
import { grinder } from '../state/cart.testing.ts';
import { useCart } from '../state/cart-store.ts';
import { LineEditor } from './line-editor.tsx';

async function focusedAfterApply(isTouch: boolean): Promise<string | null> {
  const matches = vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      Object.assign(new EventTarget(), {
        matches: isTouch && query === '(pointer: coarse)',
      }) as unknown as MediaQueryList,
  );
  const user = { id: 1, location_id: 1, role: 'staff', permissions: [] };
  useSession.setState({ status: 'signed-in', me: { user } } as unknown as Session, true);
  useCart.getState().add(grinder);
  const [line] = useCart.getState().lines;
  if (!line) throw new Error('nothing in the cart');
  const screen = await onScreen(<LineEditor line={line} onClose={() => undefined} />);
  const all = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')];
  const press = (words: string) => act(async () => all.find(({ textContent }) => textContent === words)?.click());
  await press('25%');
  await press('Apply');
  const focused = document.activeElement;
  const name = focused?.textContent || (focused?.closest('label')?.textContent ?? focused?.tagName ?? null);
  await screen.leave();
  matches.mockRestore();
  return name;
}

it('leads to the reasons that can be pressed on a touch screen, where the keyboard would cover them', async () => {
  expect(await focusedAfterApply(true)).toBe('Price match');
  expect(await focusedAfterApply(false)).not.toBe('Price match');
});
