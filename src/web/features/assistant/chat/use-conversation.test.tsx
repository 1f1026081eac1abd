// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ChatEvent } from '#contract/assistant-chat.ts';
import type { ChatMessage, Run } from '#contract/assistant-history.ts';
import { done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { useLive } from '#web/api/queries/live.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { ask, leaveRun, picturesOf, setRunAside, useRuns } from './run/run.ts';
import { ended, newAnswer } from './run/run-state.ts';
import { useConversation } from './use-conversation.ts';

const usage = { input_tokens: 0, output_tokens: 0, cost: null, model: '', ms: 3 };
const AT = '2026-11-23T22:00:00.000Z';

/** Shows the parts of the answers by the ids of their saved messages. */
function Conversation() {
  const { turns } = useConversation(7);
  return <output>{turns.flatMap(({ parts }) => parts.map(({ messageId }) => messageId ?? 'not saved')).join()}</output>;
}

afterEach(() => {
  useRuns.setState({ running: null, setAside: [] });
  vi.unstubAllGlobals();
  queryClient.clear();
});

let runId = '';
const message = (id: number, role: ChatMessage['role'], content: string): ChatMessage => ({
  id,
  role,
  content,
  timestamp: AT,
  state: 'finished',
  error: '',
  run_id: runId,
  tool_name: '',
  card: null,
  usage: null,
  images: 0,
});
const page = (messages: readonly ChatMessage[], state: Run['state']) =>
  done({
    conversation: { id: 7, title: '', message_count: 1, last_message: '', created_at: AT, updated_at: AT, found: '' },
    messages,
    has_more: false,
    run: { id: runId, conversation_id: 7, state, started_at: AT },
  });

it('has the saved answer, though the first fetch of the messages was read before it was saved', async () => {
  let answerFirst: (page: Response) => void = () => {};
  const first = new Promise<Response>((resolve) => (answerFirst = resolve));
  let fetches = 0;
  serve((call, body) => {
    if (call === 'GET /api/ai/history/7/messages') {
      fetches += 1;
      if (fetches === 1) return first;
      return page([message(1, 'user', 'Hello'), message(2, 'assistant', 'Hello.')], 'finished');
    }
    if (call !== 'POST /api/ai/direct') return null;
    runId = (body as { run_id: string }).run_id;
    const events: ChatEvent[] = [
      { type: 'thinking', seq: 1, content: '', data: { run_id: runId, conversation_id: 7, question_id: 1, title: '' } },
      { type: 'content', seq: 2, content: 'Hello.' },
      { type: 'done', seq: 3, data: { run_id: runId, message_id: 2, state: 'finished', usage } },
    ];
    return new Response(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  });
  const screen = await onPage(<Conversation />);
  await until(() => expect(fetches).toBe(1));
  act(() => ask({ text: 'Hello', images: [], conversationId: 7, replaces: null }));
  await until(() => expect(useRuns.getState().running?.answer.end).not.toBeNull());
  expect(screen.text()).toBe('not saved');
  answerFirst(page([message(1, 'user', 'Hello')], 'running'));
  await until(() => expect(screen.text()).toBe('2'));
  expect(useRuns.getState().running).toBeNull();
  await screen.leave();
});

it('listens again to an answer that was given up on, once the network is back and the answer still goes on', async () => {
  runId = '5f0c7f4e-2b6a-4b51-9d0e-9a8f2f9d1c3a';
  const calls: string[] = [];
  let isBack = false;
  serve((call) => {
    calls.push(call);
    if (call !== 'GET /api/ai/history/7/messages') return null;
    return isBack || calls.length === 1
      ? page([message(1, 'user', 'Hello')], 'running')
      : refused(403, 'not_allowed', 'No network.');
  });
  const events = `GET /api/ai/runs/${runId}/events`;
  const fetched = () => calls.filter((call) => call.endsWith('/messages')).length;
  const Running = () => <output>{useConversation(7).isRunning ? 'running' : 'over'}</output>;
  const asked = { text: 'Hello', images: [], conversationId: 7, replaces: null };
  useRuns.setState({
    running: { asked, answer: { ...newAnswer(runId, 7), seq: 1 }, isLost: true, isStopping: false, givenUpAt: null },
  });
  const screen = await onPage(<Running />);
  await until(() => expect(fetched()).toBe(1));
  const end = { kind: 'failed', title: 'Error', sentence: 'Sorry', usage: null } as const;
  act(() =>
    useRuns.setState(({ running }) => ({
      running: running && { ...running, answer: ended(running.answer, end), isLost: false, givenUpAt: Date.now() },
    })),
  );
  await until(() => expect(fetched()).toBe(2));
  // Messages fetched before do not count: the answer may have ended since.
  expect([screen.text(), calls.includes(events)]).toEqual(['over', false]);
  isBack = true;
  act(() => void window.dispatchEvent(new Event('online')));
  await until(() => expect(calls).toContain(events));
  expect(screen.text()).toBe('running');
  act(() => leaveRun());
  await screen.leave();
});

it.each([
  ['the network', () => void window.dispatchEvent(new Event('online'))],
  [
    'the server',
    () => {
      useLive.setState({ reachable: false });
      useLive.setState({ reachable: true });
    },
  ],
])('asks a first question that nobody heard of once, when %s is back', async (_, comesBack) => {
  const asked: unknown[] = [];
  serve((call, body) => {
    if (call !== 'POST /api/ai/direct') return null;
    asked.push((body as { run_id: string }).run_id);
    return null;
  });
  runId = '5f0c7f4e-2b6a-4b51-9d0e-9a8f2f9d1c3a';
  const Running = () => <output>{useConversation(null).isRunning ? 'running' : 'over'}</output>;
  const end = { kind: 'failed', title: 'Error', sentence: 'Sorry', usage: null } as const;
  useRuns.setState({
    running: {
      asked: { text: 'Hello', images: [], conversationId: null, replaces: null },
      answer: ended(newAnswer(runId, null), end),
      isLost: false,
      isStopping: false,
      givenUpAt: Date.now(),
    },
  });
  const screen = await onPage(<Running />);
  expect([screen.text(), asked]).toEqual(['over', []]);
  act(comesBack);
  act(comesBack);
  await until(() => expect(screen.text()).toBe('running'));
  expect(asked).toEqual([runId]);
  act(() => leaveRun());
  await screen.leave();
});

it('says if a question or an answer was lost with the connection', async () => {
  serve(() => null);
  const Lost = () => <output>{useConversation(7).lost ?? 'nothing'}</output>;
  const screen = await onPage(<Lost />);
  expect(screen.text()).toBe('nothing');
  const asked = { text: 'Hello', images: [], conversationId: 7, replaces: null };
  const answer = newAnswer('run', 7);
  const lose = (running: object) =>
    act(() =>
      useRuns.setState({ running: { asked, answer, isLost: true, isStopping: false, givenUpAt: null, ...running } }),
    );
  lose({});
  expect(screen.text()).toBe('question');
  lose({ answer: { ...answer, seq: 1 } });
  expect(screen.text()).toBe('answer');
  // Found again after a reload, it had begun.
  lose({ asked: null, answer });
  expect(screen.text()).toBe('answer');
  act(() => useRuns.setState({ running: null }));
  await screen.leave();
});

it('shows a question that nobody heard of in its own conversation, after one was asked in another', async () => {
  const asked: unknown[] = [];
  let saved: readonly ChatMessage[] = [];
  serve((call, body) => {
    if (call === 'GET /api/ai/history/7/messages') return page(saved, 'finished');
    if (!call.startsWith('POST')) return null;
    asked.push(body);
    return refused(403, 'not_allowed', 'No.');
  });
  runId = '5f0c7f4e-2b6a-4b51-9d0e-9a8f2f9d1c3a';
  const end = { kind: 'failed', title: 'Error', sentence: 'Sorry', usage: null } as const;
  const first = { text: 'What is low?', images: ['data:1'], conversationId: 7, replaces: null };
  const answer = ended(newAnswer(runId, 7), end);
  useRuns.setState({ running: { asked: first, answer, isLost: false, isStopping: false, givenUpAt: Date.now() } });
  act(() => ask({ text: 'Hello', images: [], conversationId: 8, replaces: null }));
  act(() => ask({ text: 'Hello again', images: [], conversationId: 8, replaces: null }));
  const Questions = () => (
    <output>
      {useConversation(7)
        .turns.map(({ question }) => question?.text)
        .join()}
    </output>
  );
  const screen = await onPage(<Questions />);
  await until(() => expect(screen.text()).toBe('What is low?'));
  expect(picturesOf(null, 7)).toEqual(['data:1']);
  act(() => ask(first));
  expect(asked.at(-1)).toMatchObject({ message: 'What is low?', run_id: runId });
  expect(useRuns.getState().setAside.map((one) => one.asked?.text)).toEqual(['Hello again']);
  // It had been asked after all.
  act(() => setRunAside());
  saved = [message(1, 'user', 'What is low?'), message(2, 'assistant', 'Nothing.')];
  await act(() => queryClient.refetchQueries());
  await until(() => expect(useRuns.getState().setAside).toHaveLength(1));
  await until(() => expect(screen.text()).toBe('What is low?'));
  await screen.leave();
});
