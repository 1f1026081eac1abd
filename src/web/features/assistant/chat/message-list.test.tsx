// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { onScreen } from '#testing/on-screen.tsx';
import { MessageList } from './message-list.tsx';

afterEach(() => vi.unstubAllGlobals());

it('leads to no later message once all of them are seen', async () => {
  let resized: () => void = () => undefined;
  class Watcher extends ResizeObserver {
    constructor(callback: () => void) {
      super(callback);
      resized = callback;
    }
  }
  vi.stubGlobal('ResizeObserver', Watcher);
  const nothing = () => undefined;
  const screen = await onScreen(
    <MessageList
      turns={[]}
      hasEarlier={false}
      isFetchingEarlier={false}
      onEarlier={nothing}
      mayAsk
      commands={[]}
      onCommand={nothing}
      onRetry={nothing}
      onEdit={nothing}
    />,
  );
  const [pane] = screen.all('[role=log]');
  if (!pane) throw new Error('there are no messages');
  let height = 1000;
  Object.defineProperties(pane, { scrollHeight: { get: () => height }, clientHeight: { value: 200 } });
  for (const top of [800, 100]) {
    await act(async () => {
      pane.scrollTop = top;
      pane.dispatchEvent(new Event('scroll'));
    });
  }
  expect(screen.button('Latest')).toBeDefined();
  // An edited question takes away what was said after it.
  height = 200;
  pane.scrollTop = 0;
  await act(async () => resized());
  expect(() => screen.button('Latest')).toThrow();
  await screen.leave();
});

it('fetches earlier messages, and leads back to the latest one from further up', async () => {
  let fetched = 0;
  const screen = await onScreen(
    <MessageList
      turns={[]}
      hasEarlier
      isFetchingEarlier={false}
      onEarlier={() => (fetched += 1)}
      mayAsk
      commands={[]}
      onCommand={() => undefined}
      onRetry={() => undefined}
      onEdit={() => undefined}
    />,
  );
  await screen.press(screen.button('Show earlier messages'));
  expect(fetched).toBe(1);
  const [pane] = screen.all('[role=log]');
  if (!pane) throw new Error('there are no messages');
  Object.defineProperties(pane, { scrollHeight: { value: 1000 }, clientHeight: { value: 200 } });
  const scrollTo = (top: number) =>
    act(async () => {
      pane.scrollTop = top;
      pane.dispatchEvent(new Event('scroll'));
    });
  await scrollTo(800);
  expect(() => screen.button('Latest')).toThrow();
  await scrollTo(100);
  await screen.press(screen.button('Latest'));
  expect(pane.scrollTop).toBe(1000);
  await scrollTo(800);
  expect(() => screen.button('Latest')).toThrow();
  await screen.leave();
});
