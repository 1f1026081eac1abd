// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { directoryEntry } from '#contract/customers.ts';
import type { OnScreen } from '#testing/on-screen.tsx';
import { onPage, refused, serve, until } from '#testing/served-page.tsx';
import { defineCommands } from '#web/api/commands/commands.ts';
import { createCustomerCommand } from './customer-command.ts';
import { EMPTY_CUSTOMER, type NewCustomer } from './customer-rules.ts';
import type { CartCustomer } from './customer-words.ts';
import { NewCustomerForm } from './new-customer-form.tsx';

defineCommands({ customer: () => Promise.resolve(createCustomerCommand) });

const ANN = directoryEntry.parse({
  id: 7,
  name: 'Ann Lee',
  display_name: 'Ann Lee',
  first_name: 'Ann',
  last_name: 'Lee',
  username: 'ann',
  email: 'ann@example.com',
  phone: '704-555-0101',
  role: 'customer',
  roles: ['customer'],
  points_balance: 5,
  created_at: '2026-01-01T00:00:00.000Z',
});

let screen: OnScreen;
let sent: unknown[];
let chosen: [CartCustomer, boolean][];
let kept: (NewCustomer | null)[];
let answerCreate: (answer: Response) => void;

beforeEach(async () => {
  [sent, chosen, kept] = [[], [], []];
  serve((call, body) => {
    if (!call.startsWith('POST /api/users-matrix')) return null;
    sent.push(body);
    return new Promise((answer) => (answerCreate = answer));
  });
  screen = await onPage(
    <NewCustomerForm
      start={{ ...EMPTY_CUSTOMER, firstName: 'Anne', phone: '704-555-0101' }}
      onKeep={(filled) => kept.push(filled)}
      onLeave={() => {}}
      onScan={() => {}}
      onCreated={(customer, isNew) => chosen.push([customer, isNew])}
    />,
  );
});
afterEach(() => vi.unstubAllGlobals());

/** Creates, and is told that somebody looks like the same person. */
async function create(label: string, because: string[]): Promise<void> {
  const before = sent.length;
  await screen.press(screen.button(label));
  await until(() => expect(sent).toHaveLength(before + 1));
  const matches = [{ ...ANN, because }];
  await act(async () => answerCreate(refused(409, 'customer_exists', 'Ann Lee (7) already has it.', { matches })));
  await until(() => expect(screen.text()).toContain('Somebody like this is a customer already.'));
}

it('has an email that somebody of staff has marked at its field', async () => {
  const email = () => document.querySelector<HTMLInputElement>('input[name=email]');
  await screen.press(screen.button('Create'));
  await until(() => expect(sent).toHaveLength(1));
  // A browser takes the focus off a field that is disabled.
  (document.activeElement as HTMLElement).blur();
  await act(async () => answerCreate(refused(409, 'email_taken', 'There is already an account with that e-mail.')));
  await until(() => expect(email()?.getAttribute('aria-invalid')).toBe('true'));
  await until(() => expect(document.activeElement).toBe(email()));
  expect(screen.text()).toContain('There is already an account with that e-mail.');
  await screen.leave();
});

it('has the customer used who is there already, and nobody made', async () => {
  expect(screen.text()).toContain('* Either email or phone required');
  await create('Create', ['phone']);
  expect(screen.text()).toContain('same phone number');
  await screen.press(screen.button('Use this customer: Ann Lee'));
  expect(chosen).toMatchObject([[{ id: 7, name: 'Ann Lee', points: 5 }, false]]);
  await screen.leave();
  expect(kept).toEqual([null]);
});

it('creates them all the same when that is said, and looks again for whoever is typed then', async () => {
  await create('Create', ['phone']);
  await create('Create anyway', ['phone']);
  expect(sent[1]).toMatchObject({ first_name: 'Anne', create_anyway: true });
  const first = screen.all('input')[0] as HTMLInputElement;
  await screen.type(first, 'Anna');
  expect(screen.text()).not.toContain('Somebody like this');
  await create('Create', ['email']);
  expect(sent[2]).not.toHaveProperty('create_anyway');
  expect(screen.all('button').map((one) => one.textContent)).not.toContain('Create anyway');
  await screen.leave();
});

it('tells the sale that somebody is under 21, of a new customer and of one with this birth date', async () => {
  await screen.type(screen.all('input[type=date]')[0] as HTMLInputElement, `${new Date().getUTCFullYear() - 14}-05-05`);
  await create('Create', ['phone']);
  await screen.press(screen.button('Use this customer: Ann Lee'));
  // Another person may have this phone number.
  expect(chosen[0]?.[0]).not.toHaveProperty('isUnderage');
  await create('Create anyway', ['name_and_birth_date']);
  await screen.press(screen.button('Use this customer: Ann Lee'));
  expect(chosen[1]?.[0]).toHaveProperty('isUnderage', true);
  await screen.press(screen.button('Create anyway'));
  await until(() => expect(sent).toHaveLength(3));
  await act(async () => answerCreate(Response.json({ success: true, id: 7, data: ANN }, { status: 201 })));
  await until(() => expect(chosen[2]).toMatchObject([{ id: 7, isUnderage: true }, true]));
  await screen.leave();
});
