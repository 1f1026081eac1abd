// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { onScreen } from '#testing/on-screen.tsx';
import { until } from '#testing/served-page.tsx';
import type { ChatEvent } from '#contract/assistant-chat.ts';
import { leaveRun, useRuns } from '../chat/run/run.ts';
import { newAnswer, withEvent } from '../chat/run/run-state.ts';
import { useArrivingArtifacts } from './use-arriving.ts';
import { useWorkbench } from './workbench-state.ts';

function Arriving() {
  useArrivingArtifacts();
  return null;
}

describe('code that arrives', () => {
  afterEach(() => {
    leaveRun();
    vi.useRealTimers();
  });

  it('is drawn every 300 ms, and at once when it is whole', async () => {
    vi.useFakeTimers();
    const screen = await onScreen(<Arriving />);
    let answer = newAnswer('b', 7);
    const says = (content: string) => {
      answer = withEvent(answer, { type: 'content', seq: answer.seq + 1, content });
      return act(async () =>
        useRuns.setState({ running: { asked: null, answer, isLost: false, isStopping: false, givenUpAt: null } }),
      );
    };
    const after = async (ms: number) => {
      await act(() => vi.advanceTimersByTimeAsync(ms));
      return useWorkbench.getState().copy?.code;
    };
    await says('```html\n<p>1</p>\n');
    await after(100);
    await says('<p>2</p>\n');
    expect([await after(199), await after(1)]).toEqual([
      expect.not.stringContaining('2'),
      expect.stringContaining('<p>2</p>'),
    ]);
    await says('<p>3</p>\n```\n');
    expect(await after(0)).toContain('<p>3</p>');
    await screen.leave();
  });

  it('is no longer being written once its answer is left', async () => {
    const event = { type: 'content', seq: 1, content: '```html\n<h1>Low stock</h1>\n' } as ChatEvent;
    const answer = withEvent(newAnswer('a', 7), event);
    const screen = await onScreen(<Arriving />);
    await act(async () =>
      useRuns.setState({ running: { asked: null, answer, isLost: false, isStopping: false, givenUpAt: null } }),
    );
    await until(() => expect(useWorkbench.getState().copy).toMatchObject({ isArriving: true }));
    await act(async () => leaveRun());
    expect(useWorkbench.getState().copy).toMatchObject({
      isArriving: false,
      code: expect.stringContaining('Low stock') as string,
    });
    await screen.leave();
  });
});
