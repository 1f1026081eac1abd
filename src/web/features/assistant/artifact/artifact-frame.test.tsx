// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onScreen } from '#testing/on-screen.tsx';
import { ArtifactFrame } from './artifact-frame.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  // A frame of this document would fetch its page.
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('stops a frame that does not start, and runs it again', async () => {
  const screen = await onScreen(<ArtifactFrame kind="html" title="Board" code="<h1>Board</h1>" data={null} />);
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(screen.text()).toContain('The preview was stopped');
  expect(screen.all('iframe')).toHaveLength(0);
  await screen.press(screen.button('Run again'));
  expect(screen.all('iframe')).toHaveLength(1);
  await screen.leave();
});

it('takes the frame out before the page leaves, and puts it back if the page stays', async () => {
  const screen = await onScreen(<ArtifactFrame kind="html" title="Board" code="<h1>Board</h1>" data={null} />);
  expect(screen.all('iframe')).toHaveLength(1);
  // Frames hear of it right after their page, so that drawing later would be too late.
  act(() => {
    window.dispatchEvent(new Event('beforeunload'));
    expect(screen.all('iframe')).toHaveLength(0);
  });
  await act(async () => vi.runAllTimers());
  expect(screen.all('iframe')).toHaveLength(1);
  await screen.leave();
});
