import { describe, expect, it } from 'vitest';
import type { ChatEvent } from '#contract/assistant-chat.ts';
import type { ChatMessage } from '#contract/assistant-history.ts';
import type { Asked } from './run/run.ts';
import { newAnswer, withEvent } from './run/run-state.ts';
import { isSaved, turnsOf } from './turns.ts';

const message = (
  id: number,
  role: ChatMessage['role'],
  content: string,
  more: Partial<ChatMessage> = {},
): ChatMessage => ({
  id,
  role,
  content,
  timestamp: '2026-11-23T12:00:00.000Z',
  state: 'finished',
  error: '',
  run_id: null,
  tool_name: '',
  card: null,
  usage: null,
  images: 0,
  ...more,
});
const SAVED = [
  message(1, 'user', 'What is low?'),
  message(2, 'thinking', 'Hm.', { run_id: 'a' }),
  message(3, 'tool', '4 rows', { run_id: 'a', tool_name: 'low_stock' }),
  message(4, 'assistant', 'Four items.', { run_id: 'a' }),
  message(5, 'user', 'And sales?'),
  message(6, 'assistant', 'Up to', { run_id: 'b', state: 'interrupted' }),
];
const asked: Asked = { text: 'Sales of May?', images: [], conversationId: 7, replaces: null };
const answer = [
  { type: 'thinking', seq: 1, content: '', data: { run_id: 'c', conversation_id: 7, question_id: 7, title: '' } },
  { type: 'content', seq: 2, content: 'In May' },
].reduce((so, event) => withEvent(so, event as ChatEvent), newAnswer('c', 7));
const running = { asked, answer, isLost: false, isStopping: false, givenUpAt: null };
const shown = (turns: ReturnType<typeof turnsOf>) =>
  turns.map(({ question, parts, end }) => [question?.text, parts.map(({ kind }) => kind).join(' '), end?.kind]);

describe('a conversation', () => {
  it('is questions with what was thought, looked up and answered', () => {
    expect(shown(turnsOf(SAVED, null))).toEqual([
      ['What is low?', 'thinking tool content', 'finished'],
      ['And sales?', 'content', 'interrupted'],
    ]);
  });

  it('shows a question at once, before anything is saved', () => {
    expect(shown(turnsOf(SAVED, running)).at(-1)).toEqual(['Sales of May?', 'content', undefined]);
    // The first line says its id: asked again before the messages are fetched, it replaces itself.
    expect(turnsOf(SAVED, running).at(-1)?.question?.id).toBe(7);
    expect(turnsOf(SAVED, { ...running, answer: newAnswer('c', 7) }).at(-1)?.question?.id).toBeNull();
  });

  it('shows an answer once, where both the saved and the arriving one are there', () => {
    const saved = [...SAVED, message(7, 'user', 'Sales of May?')];
    const turns = turnsOf([...saved, message(8, 'assistant', 'In', { run_id: 'c' })], running);
    expect(turns).toHaveLength(3);
    expect(turns[2]).toMatchObject({ question: { id: 7 }, parts: [{ text: 'In May' }] });
    expect(turnsOf(saved, { ...running, asked: null })[2]).toMatchObject({ question: { id: 7 } });
    expect(isSaved(saved, 'c')).toBe(false);
  });

  it('has one key for an answer while it arrives and when it is saved', () => {
    const saved = [...SAVED, message(7, 'user', 'Sales of May?'), message(8, 'assistant', 'In May', { run_id: 'c' })];
    const keys = (turns: ReturnType<typeof turnsOf>) => turns.map(({ key }) => key);
    expect(keys(turnsOf(saved, null))).toEqual(keys(turnsOf(SAVED, running)));
  });

  it('drops a question that was edited, and all after it', () => {
    const turns = turnsOf(SAVED, { ...running, asked: { ...asked, replaces: 1 } });
    expect(shown(turns)).toEqual([['Sales of May?', 'content', undefined]]);
  });
});
