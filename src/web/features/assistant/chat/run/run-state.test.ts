import { describe, expect, it } from 'vitest';
import type { ToolCard } from '#contract/assistant-cards.ts';
import type { ChatEvent } from '#contract/assistant-chat.ts';
import { lineReader } from './lines.ts';
import { type Answer, ended, newAnswer, withEvent } from './run-state.ts';

const RUN = '5f0c7f4e-2b6a-4b51-9d0e-9a8f2f9d1c3a';
const usage = { input_tokens: 10, output_tokens: 4, cost: null, model: 'm', ms: 900 };
const card: ToolCard = {
  tool: 'low_stock',
  title: 'Low stock',
  parameters: {},
  location: 'Main',
  columns: [],
  rows: [],
  facts: [],
  total: 0,
  shown: 0,
  note: '',
  ms: 3,
  open: null,
  draft: null,
  error: '',
};
const EVENTS: readonly ChatEvent[] = [
  { type: 'thinking', seq: 1, content: '', data: { run_id: RUN, conversation_id: 7, question_id: 1, title: 'Low' } },
  { type: 'thinking', seq: 2, content: 'I look ' },
  { type: 'thinking', seq: 3, content: 'it up.' },
  { type: 'tool_call', seq: 4, content: 'Low stock', data: { id: 'a', name: 'low_stock' } },
  { type: 'tool_call', seq: 5, content: 'Orders', data: { id: 'b', name: 'orders' } },
  { type: 'tool_result', seq: 6, content: '0 rows', data: { id: 'a', name: 'low_stock', card } },
  { type: 'content', seq: 7, content: 'Nothing ' },
  { type: 'content', seq: 8, content: 'is low.' },
  { type: 'done', seq: 9, data: { run_id: RUN, message_id: 3, state: 'finished', usage } },
];
const all = (events: readonly ChatEvent[]): Answer => events.reduce(withEvent, newAnswer(RUN, null));

describe('an answer', () => {
  it('keeps each card of a model that uses its ids again', () => {
    const titled = (title: string) => ({ ...card, title });
    const answer = all([
      { type: 'tool_call', seq: 1, content: 'Low stock', data: { id: 'call_0', name: 'low_stock' } },
      { type: 'tool_result', seq: 2, content: '', data: { id: 'call_0', name: 'low_stock', card: titled('First') } },
      { type: 'tool_call', seq: 3, content: 'Low stock', data: { id: 'call_0', name: 'low_stock' } },
      { type: 'tool_result', seq: 4, content: '', data: { id: 'call_0', name: 'low_stock', card: titled('Second') } },
    ]);
    expect(answer.parts.map((part) => part.kind === 'tool' && part.card?.title)).toEqual(['First', 'Second']);
  });

  it('is put together from its lines, in order', () => {
    const answer = all(EVENTS);
    expect(answer).toMatchObject({ conversationId: 7, title: 'Low', seq: 9, end: { kind: 'finished', usage } });
    expect(answer.parts.map((part) => [part.kind, part.kind === 'tool' ? part.card?.tool : part.text])).toEqual([
      ['thinking', 'I look it up.'],
      ['tool', 'low_stock'],
      ['tool', undefined],
      ['content', 'Nothing is low.'],
    ]);
  });

  it('is the same when lines come twice after a lost connection', () => {
    expect(all([...EVENTS.slice(0, 6), ...EVENTS.slice(2)])).toEqual(all(EVENTS));
  });

  it('ends once, whatever comes afterwards', () => {
    const stopped = ended(all(EVENTS.slice(0, 7)), { kind: 'interrupted', usage: null });
    expect(ended(stopped, { kind: 'failed', title: 'Error', sentence: 'x', usage: null })).toBe(stopped);
    expect(EVENTS.reduce(withEvent, stopped)).toBe(stopped);
  });

  it('says what to do about a failure', () => {
    const failed = (
      code: 'overloaded' | 'rate_limit' | 'wrong_key' | 'provider_error',
      error: string,
      wait: number | null = null,
    ) =>
      all([{ type: 'error', seq: 1, error, data: { run_id: RUN, message_id: null, code, retry_after_s: wait, usage } }])
        .end;
    const busy = { title: 'API Overloaded', sentence: 'The model is busy. Wait 30 seconds and retry.' };
    expect(failed('overloaded', 'x')).toMatchObject(busy);
    expect(failed('provider_error', 'Overloaded')).toMatchObject(busy);
    expect(failed('rate_limit', 'x', 12)).toMatchObject({ sentence: 'The model is busy. Wait 12 seconds and retry.' });
    expect(failed('wrong_key', 'The key was refused.')).toMatchObject({
      title: 'Error',
      sentence: 'The key was refused.',
    });
    expect(failed('provider_error', 'It broke.')).toMatchObject({ sentence: 'It broke. Wait a moment, then retry.' });
  });
});

describe('the lines of a stream', () => {
  const text = [': still there', ...EVENTS.map((event) => `data: ${JSON.stringify(event)}`), ''].join('\n\n');

  it.each([1, 3, 7, 64, 100_000])('are read in pieces of %i', (size) => {
    const read = lineReader();
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
      text.slice(at * size, at * size + size),
    );
    expect(pieces.flatMap(read)).toEqual(EVENTS);
  });

  it('leave out what is no event', () => {
    expect(lineReader()('data: {"type":"later","seq":1}\ndata: {oh\nevent: x\r\n')).toEqual([]);
  });
});
