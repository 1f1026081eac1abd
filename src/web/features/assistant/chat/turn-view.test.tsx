// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import type { ToolCard } from '#contract/assistant-cards.ts';
import { onPage, serve, until } from '#testing/served-page.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import './markdown.tsx';
import { TurnView } from './turn-view.tsx';
import type { Turn } from './turns.ts';

const card: ToolCard = {
  tool: 'sales_summary',
  title: 'Sales by category, 16 to 22 Nov',
  parameters: { period: 'last_week' },
  location: 'Main',
  columns: [
    { key: 'category', label: 'Category', kind: 'text' },
    { key: 'orders', label: 'Orders', kind: 'number' },
    { key: 'sales', label: 'Sales', kind: 'money' },
    { key: 'change', label: 'Change', kind: 'percent' },
    { key: 'day', label: 'Day', kind: 'day' },
  ],
  rows: [{ category: 'Flower', orders: 70, sales: '3367.00', change: -12.5, day: '2026-11-16', id: 4711 }],
  facts: [{ label: 'Average order', value: '48.10', kind: 'money' }],
  total: 4,
  shown: 1,
  note: '',
  ms: 3,
  open: null,
  draft: null,
  error: '',
};
const turnOf = (text: string): Turn => ({
  key: 'one',
  question: { id: 1, text: 'Did we reach 500 orders?', images: 0, at: null },
  parts: [
    { kind: 'tool', id: '1', name: 'sales_summary', words: '', card, messageId: null },
    { kind: 'content', text, messageId: 2 },
  ],
  end: { kind: 'finished', usage: null },
});

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

it.each([
  ['70 orders made $3,367 in 4 categories, 12.5% less; $48.10 each. Not 500 orders.', null],
  // An amount is no count, a count no amount, a day neither, and what the card does not show explains nothing.
  ['Sales were $70 in 3,368 orders and 48.1%, 7 refunds, 4,711 points.', '$70, 3,368, 48.1%, 7, 4,711.'],
])('names the figures of an answer that none of its cards has: %s', async (text, named) => {
  serve(() => null);
  const screen = await onPage(
    <TurnView turn={turnOf(text)} commands={[]} onCommand={() => {}} onRetry={() => {}} onEdit={() => {}} mayAsk />,
  );
  // A part that loads after a test fails the next one.
  await until(() => expect(screen.all('p.whitespace-pre-wrap')).toEqual([]));
  const [, after = null] = /Not from a card of this answer: (.*)$/.exec(
    screen.all('p').find(({ textContent }) => textContent.startsWith('Not from'))?.textContent ?? '',
  ) ?? [null, null];
  expect(after).toBe(named);
  await screen.leave();
});

it.each([
  ['what a model said', 'Fine.', 0, true],
  ['what a model cost', '', 900, true],
  ['no refusal', '', 0, false],
])('tells the time and the model of %s', async (_, text, input_tokens, isTold) => {
  serve(() => null);
  const usage = { model: 'local-7b', ms: 6, input_tokens, output_tokens: 0, cost: null };
  const turn: Turn = {
    ...turnOf(text),
    parts: text === '' ? [] : [{ kind: 'content', text, messageId: 2 }],
    end: { kind: 'failed', title: 'Error', sentence: 'The provider does not answer.', usage },
  };
  const screen = await onPage(
    <TurnView turn={turn} commands={[]} onCommand={() => {}} onRetry={() => {}} onEdit={() => {}} mayAsk />,
  );
  await until(() => expect(screen.all('p.whitespace-pre-wrap')).toEqual([]));
  expect(screen.text().includes('6 ms')).toBe(isTold);
  expect(screen.text().includes('local-7b')).toBe(isTold);
  await screen.leave();
});

it('folds a question of many lines, and sends all of them again', async () => {
  serve(() => null);
  const text = `Propose these.\n${Array.from({ length: 40 }, (_, line) => `SKU-${line},1.00`).join('\n')}`;
  const turn: Turn = { ...turnOf('Fine.'), question: { id: 1, text, images: 0, at: null } };
  const sent: string[] = [];
  const screen = await onPage(
    <TurnView
      turn={turn}
      commands={[]}
      onCommand={() => {}}
      onRetry={() => {}}
      onEdit={(_, edited) => sent.push(edited)}
      mayAsk
    />,
  );
  await until(() => expect(screen.all('p.whitespace-pre-wrap')).toEqual([]));
  expect(screen.text()).not.toContain('SKU-39');
  await screen.press(screen.button('Show all 41 lines'));
  expect(screen.text()).toContain('SKU-39');
  await screen.press(screen.button('Show fewer lines'));
  await screen.press(screen.button('Edit and resend'));
  await screen.press(screen.button('Send'));
  expect(sent).toEqual([text]);
  await screen.leave();
});

it('lets a question be edited that was refused before it was saved', async () => {
  serve(() => null);
  const turn: Turn = {
    key: 'refused',
    question: { id: null, text: 'Hello', images: 0, at: null },
    parts: [],
    end: { kind: 'failed', title: 'Failed to send message: 400', sentence: 'The picture is too large.', usage: null },
  };
  const sent: string[] = [];
  const edit = (_: Turn, text: string) => sent.push(text);
  const screen = await onPage(
    <TurnView turn={turn} commands={[]} onCommand={() => {}} onRetry={() => {}} onEdit={edit} mayAsk />,
  );
  await screen.press(screen.button('Edit and resend'));
  await screen.press(screen.button('Send'));
  expect(sent).toEqual(['Hello']);
  await screen.leave();
});
