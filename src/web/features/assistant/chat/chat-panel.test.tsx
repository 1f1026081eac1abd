// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerQuestion, done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { assistantAddress } from '../assistant-address.ts';
import { createConversationCommand } from '../assistant-commands.ts';
import { assistantOf } from '../assistant.testing.ts';
import { ChatPanel } from './chat-panel.tsx';
import { changeChat, useChat } from './chat-state.ts';
import { ended, newAnswer } from './run/run-state.ts';
import { leaveRun, useRuns } from './run/run.ts';

const AT = '2026-11-23T22:00:00.000Z';
const RUN = '5f0c7f4e-2b6a-4b51-9d0e-9a8f2f9d1c3a';
let asked: unknown[];
let images: number;
let answers: Record<string, Response>;
let assistant: ReturnType<typeof assistantOf>;

beforeEach(() => {
  [asked, answers, assistant, images] = [[], {}, assistantOf(), 0];
  serve((call, body) => {
    const answer = answers[call];
    if (answer) return answer.clone();
    if (call === 'GET /api/ai/status') return done(assistant);
    if (call === 'POST /api/ai/direct') asked.push(body);
    if (call !== 'GET /api/ai/history/7/messages') return null;
    const message = {
      id: 1,
      role: 'user',
      content: 'Hello',
      timestamp: AT,
      state: 'finished',
      error: '',
      run_id: null,
    };
    return done({
      conversation: { id: 7, title: '', message_count: 1, last_message: '', created_at: AT, updated_at: AT, found: '' },
      messages: [{ ...message, tool_name: '', card: null, usage: null, images }],
      has_more: false,
      run: null,
    });
  });
});
afterEach(() => {
  leaveRun();
  changeChat({ text: '', pictures: [], temperature: null, maxTokens: null });
  assistantAddress.change({ chatId: null });
  vi.unstubAllGlobals();
  queryClient.clear();
});

async function onChat() {
  const screen = await onPage(<ChatPanel />);
  const says = (words: string) => until(() => expect(screen.text()).toContain(words));
  return { screen, says };
}

async function sends({ screen, says }: Awaited<ReturnType<typeof onChat>>): Promise<void> {
  await says('Ask about the shop');
  await act(async () => changeChat({ text: 'Hello' }));
  await screen.press(screen.button('Send'));
}

it('says that its settings could not be fetched', async () => {
  answers['GET /api/ai/status'] = refused(403, 'not_allowed', 'Not for your role.');
  const { screen, says } = await onChat();
  await says('Failed to fetch agent config');
  delete answers['GET /api/ai/status'];
  await screen.press(screen.button('Try Again'));
  await says('Ask about the shop');
  await screen.leave();
});

it('says that a question was refused, and why', async () => {
  answers['POST /api/ai/direct'] = refused(409, 'run_going_on', 'An answer is being made in this conversation.');
  const chat = await onChat();
  await sends(chat);
  await chat.says('Failed to send message: 409');
  await chat.says('An answer is being made in this conversation.');
  await chat.screen.leave();
});

it('says why no conversation is begun', async () => {
  defineCommands({ 'conversation-create': async () => createConversationCommand });
  answers['POST /api/ai/history'] = refused(403, 'not_allowed', 'Not for your role.');
  assistantAddress.change({ chatId: 7 });
  const { screen, says } = await onChat();
  await until(() => expect(screen.button('New conversation').disabled).toBe(false));
  await screen.press(screen.button('New conversation'));
  await says('Failed to create conversation: Not for your role.');
  await screen.leave();
});

it('asks as warmly and at such length as the agent, unless somebody chooses otherwise here', async () => {
  const ask = async () => {
    const chat = await onChat();
    await sends(chat);
    await until(() => expect(asked).toHaveLength(1));
    await chat.screen.leave();
    leaveRun();
    queryClient.clear();
    return asked.pop();
  };
  // No administrator has saved the agent yet.
  expect(await ask()).toMatchObject({ temperature: 0.9, max_tokens: 8192 });
  assistant = { ...assistant, agent: { ...assistant.agent, version: 2, temperature: 0.2 } };
  expect(await ask()).toMatchObject({ temperature: 0.2, max_tokens: 16_384 });
  changeChat({ temperature: 0.5, maxTokens: 1024 });
  expect(await ask()).toMatchObject({ temperature: 0.5, max_tokens: 1024 });
});

it('says why some lengths cannot be chosen, and what the day has cost', async () => {
  const usage = { ...assistant.usage, person_cost: '0.0412', shop_cost: '1.2050' };
  assistant = assistantOf({ usage }, { max_tokens: 4096 });
  const { screen, says } = await onChat();
  await says('1.2K of 200K tokens today · $0.0412');
  await screen.press(screen.button('Chat settings'));
  const shown = () => document.body.textContent;
  await until(() => expect(shown()).toContain('Claude Sonnet 4 answers with 4,096 tokens at most.'));
  expect([...document.querySelectorAll('[role=combobox]')].map(({ textContent }) => textContent)).toContain('4,096');
  expect(shown()).toContain('The whole shop: 4,100 of 2,000,000 · $1.2050');
  await screen.leave();
});

it('says which model answers in place of an alias', async () => {
  const { screen, says } = await onChat();
  await says('sonnet-9');
  expect(screen.text()).not.toContain('Claude Sonnet 4');
  await screen.press(screen.button('Chat settings'));
  await until(() => expect(document.body.textContent).toContain('Answers come from sonnet-9.'));
  await screen.leave();
});

it('keeps the pictures of a question for a model that takes them', async () => {
  assistant = assistantOf({}, { takes_images: false });
  const chat = await onChat();
  const pictures = ['data:image/png;base64,AAAA'];
  await act(async () => changeChat({ pictures }));
  await chat.says('This model takes no pictures. They stay here until you choose another one.');
  await sends(chat);
  await until(() => expect(asked).toHaveLength(1));
  expect(asked[0]).not.toHaveProperty('images');
  expect(useChat.getState()).toMatchObject({ text: '', pictures });
  await chat.screen.leave();
});

it.each([
  ['are no longer here', true, 'The pictures of this question are no longer here.'],
  ['the model does not take', false, 'This model takes no pictures. Choose another one to ask about them.'],
])('asks first before a question goes again without pictures that %s', async (_, takes_images, why) => {
  [images, assistant] = [1, assistantOf({}, { takes_images })];
  assistantAddress.change({ chatId: 7 });
  const { screen, says } = await onChat();
  await says('1 picture');
  await screen.press(screen.button('Edit and resend'));
  const field = document.querySelector('[aria-label="Edit question"]');
  await act(async () => {
    // React hears only of a value that was set past its own setter.
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, 'Hello again');
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await screen.press(screen.all('button').find(({ textContent }) => textContent === 'Send') as HTMLButtonElement);
  expect(await answerQuestion('Cancel')).toContain(why);
  expect(asked).toEqual([]);
  expect(useChat.getState().text).toBe('Hello again');
  await screen.press(screen.button('Retry'));
  expect(await answerQuestion('Ask without pictures')).toContain(why);
  await until(() => expect(asked).toMatchObject([{ message: 'Hello', replaces: 1 }]));
  expect(asked[0]).not.toHaveProperty('images');
  await screen.leave();
});

it('asks an edited question that was set aside again in place of the former one, with its pictures and under its id', async () => {
  const asks = { text: 'Hello again', images: ['data:image/png;base64,AAAA'], conversationId: 7, replaces: 1 };
  const answer = ended(newAnswer(RUN, 7), { kind: 'failed', title: 'Error', sentence: 'Sorry', usage: null });
  useRuns.setState({
    setAside: [{ asked: asks, answer, isLost: false, isStopping: false, givenUpAt: Date.now() }],
  });
  assistantAddress.change({ chatId: 7 });
  const { screen, says } = await onChat();
  await says('Hello again');
  await screen.press(screen.button('Retry'));
  await until(() =>
    expect(asked).toMatchObject([{ message: 'Hello again', replaces: 1, run_id: RUN, images: asks.images }]),
  );
  await screen.leave();
});
