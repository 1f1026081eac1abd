// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { OnScreen } from '#testing/on-screen.tsx';
import { done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { commands, defineCommands } from '#web/api/commands/commands.ts';
import { changeRoleCommand } from '#web/features/manage/staff/staff-commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { answerApproval, askForApprovals, useApprovals } from './approval.ts';
import { ApprovalDialog } from './approval-dialog.tsx';

let screen: OnScreen;
afterEach(async () => {
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const button = (label: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === label);
const press = (label: string) => act(async () => button(label)?.click());

it('asks for the PIN of somebody who may approve all of it, and approves the key of the command', async () => {
  const sent: unknown[] = [];
  serve((call, body) => {
    if (call === 'GET /api/auth/people') {
      const approves = ['override-prices', 'sell-anyway'];
      return done({
        data: [
          { id: 4, name: 'Morgan', approves },
          { id: 5, name: 'Sasha', approves: ['sell-anyway'] },
        ],
        has_pin: false,
      });
    }
    sent.push(body);
    return sent.length === 1
      ? refused(403, 'wrong_pin', 'This PIN is not right.')
      : done({ approved_by: { id: 4, name: 'Morgan' } });
  });
  const answers: boolean[] = [];
  const needs = [{ permission: 'override-prices' as const, amount: 30, reason: '30 % off Grinder' }];
  const answer = (approved: boolean) => void answers.push(approved);
  screen = await onPage(
    <ApprovalDialog waiting={{ key: 'key-of-the-sale', title: 'Sale of $16.73', needs, answer }} />,
  );
  await until(() => expect(button('Morgan')).toBeDefined());
  expect(document.body.textContent).toContain('30 % off Grinder');
  expect(button('Sasha')).toBeUndefined();
  await press('Morgan');
  const field = () => document.querySelector<HTMLInputElement>('input[type=password]') as HTMLInputElement;
  await screen.type(field(), '111222');
  await until(() => expect(document.body.textContent).toContain('This PIN is not right.'));
  expect(answers).toEqual([]);
  await screen.type(field(), '482913');
  await until(() => expect(answers).toEqual([true]));
  expect(sent[1]).toEqual({ user_id: 4, pin: '482913', key: 'key-of-the-sale', title: 'Sale of $16.73', needs });
});

it('is asked for a command that was refused before the shell was there', async () => {
  defineCommands({ [changeRoleCommand.kind]: () => Promise.resolve(changeRoleCommand) });
  const needs = [{ permission: 'override-prices', amount: 30, reason: '30% off Grinder' }];
  let calls = 0;
  serve((call) => {
    if (call !== 'PUT /api/manage/roles/staff') return null;
    calls += 1;
    return calls === 1 ? refused(403, 'approval_needed', 'A manager.', { needs }) : null;
  });
  screen = await onPage(null);
  const body = { permissions: [], most_discount_percent: null, most_refund: null, version: 1 };
  void commands.send(changeRoleCommand, {
    subject: 'role staff',
    title: 'Sale',
    params: { role: 'staff' },
    body,
    memo: { edits: {}, seen: {} },
  });
  await until(() => expect(calls).toBe(1));
  const stop = askForApprovals();
  const queue = () => useApprovals.getState().queue;
  await until(() => expect(queue()).toMatchObject([{ title: 'Sale', needs }]));
  answerApproval(queue()[0] as never, true);
  await until(() => expect(calls).toBe(2));
  stop();
});
