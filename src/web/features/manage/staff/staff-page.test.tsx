// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { OnScreen } from '#testing/on-screen.tsx';
import { done, onPage, serve, until } from '#testing/served-page.tsx';
import { defineCommands } from '#web/api/commands/commands.ts';
import { connectAddress, flushAddress, hearAddress } from '#web/api/address/address.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { RolesDialog } from './roles-dialog.tsx';
import { changeRoleCommand } from './staff-commands.ts';
import { StaffPage } from './staff-page.tsx';

let screen: OnScreen;

afterEach(async () => {
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('shows each key at once, and writes what was typed into the address', async () => {
  const went: string[] = [];
  connectAddress((view, search, how) => went.push(`${how} ${view} ${new URLSearchParams(search)}`) > 0);
  hearAddress('manage/staff', { q: 'a' });
  serve(() => done({ data: [] }));
  screen = await onPage(<StaffPage />);
  const box = () => screen.all('input')[0] as HTMLInputElement;
  await until(() => expect(box().value).toBe('a'));
  await screen.type(box(), 'ad');
  expect(box().value).toBe('ad');
  await screen.type(box(), 'ada');
  expect(box().value).toBe('ada');
  flushAddress();
  // On a slow machine the first keys may be written as well.
  expect(went.at(-1)).toBe('replace manage/staff q=ada');
});

it('sends the limit of a role as an amount, also when it is typed with a comma', async () => {
  defineCommands({ [changeRoleCommand.kind]: () => Promise.resolve(changeRoleCommand) });
  const sent: unknown[] = [];
  const role = {
    role: 'staff',
    permissions: ['sell'],
    usual: ['sell'],
    most_discount_percent: null,
    most_refund: null,
  };
  serve((call, body) => {
    if (call === 'PUT /api/manage/roles/staff') sent.push(body);
    return call === 'GET /api/manage/roles' ? done({ data: [{ ...role, version: 1 }] }) : null;
  });
  screen = await onPage(<RolesDialog open onOpenChange={() => {}} />);
  const field = () => [...document.querySelectorAll<HTMLInputElement>('input[inputmode=decimal]')][0];
  await until(() => expect(field()).toBeDefined());
  await screen.type(field() as HTMLInputElement, '$1,000.00');
  const save = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Save');
  await act(async () => save?.click());
  await until(() => expect(sent).toMatchObject([{ most_refund: '1000.00', most_discount_percent: null }]));
});
