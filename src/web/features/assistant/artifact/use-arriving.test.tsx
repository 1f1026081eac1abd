// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, it } from 'vitest';
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
  it('is no longer being written once its answer is left', async () => {
    const event = { type: 'content', seq: 1, content: '```html\n<h1>Low stock</h1>\n' } as ChatEvent;
    const answer = withEvent(newAnswer('a', 7), event);
    const screen = await onScreen(<Arriving />);
    await act(async () => useRuns.setState({ running: { asked: null, answer, isLost: false, isStopping: false } }));
    await until(() => expect(useWorkbench.getState().copy).toMatchObject({ isArriving: true }));
    await act(async () => leaveRun());
    expect(useWorkbench.getState().copy).toMatchObject({
      isArriving: false,
      code: expect.stringContaining('Low stock') as string,
    });
    await screen.leave();
  });
});
