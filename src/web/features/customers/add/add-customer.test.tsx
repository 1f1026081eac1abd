// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OnScreen } from '#testing/on-screen.tsx';
import { done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { commands, defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { addCustomerCommand } from '../customer-commands.ts';
import { NO_CUSTOMER, typeNewCustomer } from '../customers-drafts.ts';
import { ANN, entryOf } from '../customers.testing.ts';
import { customersAddress } from '../list/customers-address.ts';
import { setAdding, useCustomersState } from '../list/customers-state.ts';
import { AddCustomer } from './add-customer.tsx';

defineCommands({ 'customer-add': () => Promise.resolve(addCustomerCommand) });

let screen: OnScreen;
let sent: unknown[];
let answerAdd: (answer: Response) => void;

beforeEach(() => {
  sent = [];
  serve((call, body) => {
    if (!call.startsWith('POST /api/users-matrix')) return null;
    sent.push(body);
    return new Promise((answer) => (answerAdd = answer));
  });
});
afterEach(async () => {
  await screen.leave();
  typeNewCustomer(NO_CUSTOMER);
  queryClient.clear();
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  setAdding(true);
  screen = await onPage(<AddCustomer />, ['edit-customers']);
}
const dialog = () => document.querySelector('[role=dialog]');
const field = (label: RegExp) => {
  const named = [...document.querySelectorAll('label')].find((one) => label.test(one.textContent));
  return document.getElementById(named?.htmlFor ?? '') as HTMLInputElement;
};
async function press(label: string): Promise<void> {
  const found = [...(dialog()?.querySelectorAll('button') ?? [])].find((one) => one.textContent === label);
  if (!found) throw new Error(`no button ${label}`);
  await act(async () => found.click());
}
async function fill(): Promise<void> {
  await screen.type(field(/^Username/), 'ann2');
  await screen.type(field(/^Phone/), '704-555-0101');
  await screen.type(field(/^Password/), 'a long secret');
}
/** Sends a new customer from another window of this browser. */
async function sendElsewhere(): Promise<void> {
  await act(() =>
    commands.send(addCustomerCommand, {
      subject: 'new',
      title: 'New customer',
      memo: { ...NO_CUSTOMER, username: 'there' },
      body: { username: 'there' },
    }),
  );
  await until(() => expect(field(/^Username/).value).toBe('there'));
  const key = commands.openOf('customer-add', 'new')?.key ?? '';
  commands.store.setState(({ elsewhere }) => ({ elsewhere: new Set(elsewhere).add(key) }));
}
const answer = (response: Response) => act(async () => answerAdd(response));
const match = (because: string[]) =>
  refused(409, 'customer_exists', 'Ann (7) already has it.', { matches: [{ ...entryOf(ANN), because }] });

it('keeps what was filled in when it is closed, and drops it on Cancel', async () => {
  await open();
  await fill();
  await press('');
  expect(useCustomersState.getState().adding).toBe(false);
  await screen.leave();
  await open();
  expect(field(/^Username/).value).toBe('ann2');
  await press('Cancel');
  await screen.leave();
  await open();
  expect(field(/^Username/).value).toBe('');
});

it('offers whoever is like them, and creates them all the same when that is said', async () => {
  await open();
  await fill();
  await press('Create');
  await until(() => expect(sent).toHaveLength(1));
  await answer(match(['phone']));
  await until(() => expect(dialog()?.textContent).toContain('same phone number'));
  expect(field(/^Username/).value).toBe('ann2');
  await press('Create anyway');
  await until(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ username: 'ann2', create_anyway: true });
  await answer(match(['phone']));
  await until(() => expect(dialog()?.textContent).toContain('same phone number'));
  await press('Use this customer');
  expect(useCustomersState.getState().adding).toBe(false);
  expect([...customersAddress.get().open.keys()]).toContain(7);
});

it('has nobody create a second customer with the email of one', async () => {
  await open();
  await fill();
  await press('Create');
  await until(() => expect(sent).toHaveLength(1));
  await answer(match(['email']));
  await until(() => expect(dialog()?.textContent).toContain('An email address belongs to one customer.'));
  expect(dialog()?.textContent).not.toContain('Create anyway');
  expect(field(/^Email/).getAttribute('aria-invalid')).toBe('true');
  await until(() => expect(document.activeElement).toBe(field(/^Email/)));
});

it('marks a user name and an email that somebody has at their fields, until they are typed anew', async () => {
  await open();
  expect([...document.querySelectorAll('label')].map((one) => one.textContent)).toEqual([
    'Username *',
    'Email (optional)',
    'Phone',
    'Display Name',
    'Full Name',
    'Password *',
  ]);
  await fill();
  await press('Create');
  await until(() => expect(sent).toHaveLength(1));
  await answer(refused(409, 'username_taken', 'The username ann2 is taken.'));
  await until(() => expect(document.activeElement).toBe(field(/^Username/)));
  expect(field(/^Username/).getAttribute('aria-invalid')).toBe('true');
  expect(dialog()?.textContent).toContain('The username ann2 is taken.');
  await screen.type(field(/^Username/), 'ann3');
  expect(dialog()?.textContent).not.toContain('is taken');
  await press('Create');
  await until(() => expect(sent).toHaveLength(2));
  await answer(refused(409, 'email_taken', 'There is already an account with that e-mail.'));
  await until(() => expect(document.activeElement).toBe(field(/^Email/)));
});

it('leaves the focus where somebody types, whatever else is wrong', async () => {
  await open();
  await screen.type(field(/^Username/), 'ann2');
  await press('Create');
  await until(() => expect(document.activeElement).toBe(field(/^Email/)));
  await screen.type(field(/^Email/), 'a');
  await act(() => new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame))));
  expect(document.activeElement).toBe(field(/^Email/));
});

it('sends no password where none is typed, and none that is too short', async () => {
  await open();
  await fill();
  await screen.type(field(/^Password/), 'too short');
  await press('Create');
  await until(() => expect(document.activeElement).toBe(field(/^Password/)));
  expect(sent).toEqual([]);
  await screen.type(field(/^Password/), '');
  await press('Create');
  await until(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ username: 'ann2' });
  expect(sent[0]).not.toHaveProperty('password');
  await answer(done({ data: { ...entryOf(ANN), id: 8 }, id: 8 }));
});

it('stays open with what is typed while another window adds somebody', async () => {
  await open();
  await fill();
  await sendElsewhere();
  await answer(done({ data: { ...entryOf(ANN), id: 8 }, id: 8 }));
  await until(() => expect(field(/^Username/).disabled).toBe(false));
  expect(field(/^Username/).value).toBe('ann2');
  expect(useCustomersState.getState().adding).toBe(true);
});

it('takes nobody whom another window is refused for those who are like the one typed here', async () => {
  await open();
  await fill();
  await sendElsewhere();
  await answer(match(['phone']));
  await until(() => expect(field(/^Username/).disabled).toBe(false));
  expect(field(/^Username/).value).toBe('ann2');
  expect(dialog()?.textContent).not.toContain('Create anyway');
});

it('gives back what another window was refused when nothing is typed here', async () => {
  await open();
  await sendElsewhere();
  await answer(match(['phone']));
  await until(() => expect(dialog()?.textContent).toContain('Create anyway'));
  expect(field(/^Username/).value).toBe('there');
});
