// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OnScreen } from '#testing/on-screen.tsx';
import { answerQuestion, done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { commands, defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { adjustPointsCommand } from '../customer-commands.ts';
import { typePoints } from '../customers-drafts.ts';
import { ANN, entryOf } from '../customers.testing.ts';
import { AdjustForm } from './adjust-form.tsx';

defineCommands({ 'points-adjust': () => Promise.resolve(adjustPointsCommand) });

let screen: OnScreen;
let sent: unknown[];
let answerAdjust: (answer: Response) => void;

beforeEach(() => {
  sent = [];
  serve((call, body) => {
    if (call.endsWith('/balance'))
      return done({ balance: 5, points_label: 'Point:Points', redeemable_points: 0, redeemable_amount: '0.00' });
    if (!call.endsWith('/adjust')) return null;
    sent.push(body);
    return new Promise((answer) => (answerAdjust = answer));
  });
});
afterEach(async () => {
  await screen.leave();
  typePoints(ANN.id, null);
  queryClient.clear();
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  screen = await onPage(<AdjustForm customer={entryOf(ANN)} />, ['adjust-points']);
}
const field = (label: string) => {
  const named = screen.all('label').find((one) => one.textContent === label) as HTMLLabelElement;
  return document.getElementById(named.htmlFor) as HTMLInputElement;
};
async function send(points: string, reason: string): Promise<void> {
  await screen.type(field('Points'), points);
  await screen.type(field('Reason'), reason);
  await screen.press(screen.button('Adjust Points'));
  await until(() => expect(screen.button('Adjusting...')).toBeDefined());
}
const answer = (response: Response) => act(async () => answerAdjust(response));
const belowZero = () =>
  refused(409, 'points_below_zero', 'The balance would be -15.', { balance: 5, new_balance: -15 });

it('asks before it takes more than there is, names both balances, and sends what was typed when it is found again', async () => {
  await open();
  await send('-20', 'Manual correction');
  await screen.leave();
  await open();
  await answer(belowZero());
  const question = await answerQuestion('Adjust anyway');
  expect(question).toContain('Ann has 5 points and would have -15');
  await until(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ points: -20, description: 'Manual correction', confirm_below_zero: true });
  await answer(refused(422, 'not_valid', 'No.'));
  await until(() => expect(screen.text()).toContain('No.'));
});

it('has what was typed again after a no, and after it was left', async () => {
  await open();
  await send('-20', 'Manual correction');
  await answer(belowZero());
  await answerQuestion('Cancel');
  await until(() => expect(field('Points').disabled).toBe(false));
  expect([field('Points').value, field('Reason').value]).toEqual(['-20', 'Manual correction']);
  await screen.leave();
  await open();
  expect([field('Points').value, field('Reason').value]).toEqual(['-20', 'Manual correction']);
  expect(sent).toHaveLength(1);
});

it('does not take what is typed here for the adjustment that another window had made', async () => {
  await open();
  await screen.type(field('Points'), '7');
  await act(() =>
    commands.send(adjustPointsCommand, {
      subject: 'customer 7 points',
      title: 'Points',
      memo: { points: '9', reason: 'There' },
      params: { id: '7' },
      body: { points: 9, description: 'There' },
    }),
  );
  await until(() => expect(field('Points').value).toBe('9'));
  await answer(
    done({
      balance: 14,
      points_label: 'Point:Points',
      event: {
        id: 1,
        type: 'manual-adjust',
        points: 9,
        description: 'There',
        date: '2026-11-20T15:00:00.000Z',
        formatted_date: '',
        order_id: null,
        by: 'Ada',
      },
    }),
  );
  await until(() => expect(field('Points').disabled).toBe(false));
  expect(field('Points').value).toBe('7');
});

it('says what the balance becomes only until it is sent, as the balance may have it in it by then', async () => {
  await open();
  await screen.type(field('Points'), '7');
  await until(() => expect(screen.text()).toContain('5 →becomes 12'));
  await send('7', 'Manual correction');
  expect(screen.text()).not.toContain('becomes');
  await answer(refused(422, 'not_valid', 'No.'));
  await until(() => expect(screen.text()).toContain('becomes 12'));
});
