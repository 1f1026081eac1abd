// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it } from 'vitest';
import { onScreen } from '#testing/on-screen.tsx';
import { MessageList } from './message-list.tsx';

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
