// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it } from 'vitest';
import { onScreen } from '#testing/on-screen.tsx';
import { SkipLink } from './skip-link.tsx';

const onScreenWith = (view: React.ReactNode) =>
  onScreen(
    <>
      <SkipLink />
      <a href="/menu">Menu</a>
      <section id="main">
        <a href="/manage/taxes">Taxes</a>
        {view}
      </section>
    </>,
  );

it('leads past the menus to the view, and in Manage past its menu to the page', async () => {
  let screen = await onScreenWith(<button type="button">Pay</button>);
  const [first] = screen.all('a, button') as HTMLElement[];
  expect(first?.textContent).toBe('Skip to main content');
  await screen.press(first!);
  expect(document.activeElement).toBe(screen.all('#main')[0]);
  expect(window.location.hash).toBe('');
  await screen.leave();

  screen = await onScreenWith(
    <div id="page">
      <input />
    </div>,
  );
  await screen.press(screen.all('a')[0] as HTMLElement);
  expect(document.activeElement).toBe(screen.all('#page')[0]);
  // A press on the page beside its controls must not take the focus later.
  await act(async () => (screen.all('input')[0] as HTMLElement).focus());
  expect(screen.all('#page')[0]?.hasAttribute('tabindex')).toBe(false);
  await screen.leave();
});
