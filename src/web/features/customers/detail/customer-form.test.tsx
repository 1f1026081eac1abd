// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OnScreen } from '#testing/on-screen.tsx';
import { answerQuestion, type Answers, done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { commands, defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { useSession } from '#web/api/session/session.ts';
import { changeCustomerCommand } from '../customer-commands.ts';
import { ANN, entryOf } from '../customers.testing.ts';
import { edit, showBanner, useCustomersState } from '../list/customers-state.ts';
import { CustomerDetails } from './customer-details.tsx';
import { draftOf } from './customer-draft.ts';

defineCommands({ 'customer-change': () => Promise.resolve(changeCustomerCommand) });

let screen: OnScreen;
let answers: Answers;
let answerPut: (answer: Response) => void;
let present = ANN;

beforeEach(() => {
  present = ANN;
  answers = (call) => {
    if (call === 'GET /api/users-matrix/customers/7') return done({ data: present });
    if (call === 'PUT /api/users-matrix/users/7') return new Promise((answer) => (answerPut = answer));
    return done({ data: [] });
  };
  serve((...call) => answers(...call));
});
afterEach(async () => {
  await screen.leave();
  edit(ANN.id, null);
  showBanner(null);
  queryClient.clear();
  vi.unstubAllGlobals();
});

const details = () => onPage(<CustomerDetails customer={entryOf(ANN)} tab="details" />, ['edit-customers']);
const editing = () => useCustomersState.getState().editing.get(ANN.id);
const field = (label: string) => {
  const named = screen.all('label').find((one) => one.textContent === label) as HTMLLabelElement;
  return document.getElementById(named.htmlFor) as HTMLInputElement;
};

/** Changes the display name to Annie in the form, and presses Save. */
async function save(): Promise<void> {
  edit(ANN.id, { seen: ANN, draft: { ...draftOf(ANN), display_name: 'Annie' }, meanwhile: [], sentKey: null });
  screen = await details();
  await screen.press(screen.button('Save'));
  await until(() => expect(screen.button('Saving...')).toBeDefined());
}

it('is closed by its answer, also when it was left while it saved', async () => {
  await save();
  await screen.leave();
  present = { ...ANN, display_name: 'Annie', version: 4 };
  answerPut(done({ data: entryOf(present) }));
  await vi.waitFor(() => expect(editing()).toBeUndefined());
  screen = await details();
  await until(() => expect(screen.text()).toContain('Annie'));
});

it('can be edited again after a refusal that came while it was left, with what was typed', async () => {
  await save();
  await screen.leave();
  const newer = { ...ANN, version: 4, email: 'ann@new.example' };
  answerPut(refused(409, 'customer_changed', 'Somebody was quicker.', { customer: newer }));
  await vi.waitFor(() => expect(editing()?.meanwhile).toEqual(['email']));
  screen = await details();
  expect(field('Display name').value).toBe('Annie');
  expect(field('Email').value).toBe('ann@new.example');
  expect(screen.button('Save').disabled).toBe(false);
  expect(screen.text()).toContain(
    'Nothing was saved: somebody else changed email meanwhile. What you did not touch is as they left it, what you changed is as you want it. Look at it and save again.',
  );
});

it('tells what it was refused for where no field is wrong', async () => {
  await save();
  await act(async () => answerPut(refused(422, 'not_valid', 'The shelf fell down.')));
  await until(() =>
    expect(useCustomersState.getState().banner).toBe('Failed to update customer: The shelf fell down.'),
  );
});

it('tells that nothing was sent in the moment in which nobody was signed in', async () => {
  edit(ANN.id, { seen: ANN, draft: { ...draftOf(ANN), display_name: 'Annie' }, meanwhile: [], sentKey: null });
  screen = await details();
  const session = useSession.getState();
  await act(async () => {
    useSession.setState({ status: 'signed-out', ended: true }, true);
    screen.button('Save').click();
    useSession.setState(session, true);
  });
  await until(() =>
    expect(useCustomersState.getState().banner).toBe('Failed to save customer: nothing was sent. Save again.'),
  );
});

it('is left after a question when something was typed, and at once otherwise', async () => {
  edit(ANN.id, { seen: ANN, draft: { ...draftOf(ANN), display_name: 'Annie' }, meanwhile: [], sentKey: null });
  screen = await details();
  await screen.press(screen.button('Cancel'));
  expect(await answerQuestion('Keep editing')).toContain('Your changes here are not saved.');
  expect(field('Display name').value).toBe('Annie');
  await screen.press(screen.button('Cancel'));
  await answerQuestion('Discard');
  await until(() => expect(editing()).toBeUndefined());
  await act(async () => edit(ANN.id, { seen: ANN, draft: draftOf(ANN), meanwhile: [], sentKey: null }));
  await screen.press(screen.button('Cancel'));
  expect(editing()).toBeUndefined();
});

it('has an email that somebody has marked at its field, until it is typed anew', async () => {
  await save();
  await act(async () => answerPut(refused(409, 'email_taken', 'There is already an account with that e-mail.')));
  await until(() => expect(document.activeElement).toBe(field('Email')));
  expect(field('Email').getAttribute('aria-invalid')).toBe('true');
  expect(screen.text()).toContain('There is already an account with that e-mail.');
  expect(useCustomersState.getState().banner).toBeNull();
  expect(field('Display name').value).toBe('Annie');
  await screen.type(field('Email'), 'ann@else.example');
  expect(field('Email').getAttribute('aria-invalid')).toBeNull();
});

it('shows what was saved in the moment of the answer, not what was there before', async () => {
  await save();
  answers = (call) => (call.startsWith('GET /api/users-matrix/customers/') ? null : done({ data: [] }));
  answerPut(done({ data: entryOf({ ...ANN, display_name: 'Annie', version: 4 }) }));
  await until(() => expect(screen.all('form[aria-label="Edit customer"]')).toEqual([]));
  expect(screen.text()).toContain('Display nameAnnie');
});

/** Closes the form as a reload does, which leaves only its command. */
async function forgetForm(): Promise<void> {
  await screen.leave();
  edit(ANN.id, null);
}

it('is found again after a reload while its answer is awaited, and has what was typed after a refusal', async () => {
  await save();
  await forgetForm();
  screen = await details();
  await until(() => expect(screen.button('Saving...')).toBeDefined());
  expect([field('Display name').value, field('Password').value]).toEqual(['Annie', '']);
  await act(async () => answerPut(refused(422, 'not_valid', 'No.')));
  await until(() => expect(screen.button('Save').disabled).toBe(false));
  expect(field('Display name').value).toBe('Annie');
  await screen.press(screen.button('Save'));
  await until(() => expect(screen.button('Saving...')).toBeDefined());
  await forgetForm();
  screen = await details();
  await until(() => expect(screen.button('Saving...')).toBeDefined());
  present = { ...ANN, display_name: 'Annie', version: 4 };
  await act(async () => answerPut(done({ data: entryOf(present) })));
  await until(() => expect(screen.all('form[aria-label="Edit customer"]')).toEqual([]));
  expect(editing()).toBeUndefined();
});

it('has what was typed when it is refused after a reload that nobody opened it again in', async () => {
  await save();
  await forgetForm();
  const newer = { ...ANN, version: 4, email: 'ann@new.example' };
  answerPut(refused(409, 'customer_changed', 'Somebody was quicker.', { customer: newer }));
  await vi.waitFor(() => expect(editing()).toMatchObject({ meanwhile: ['email'], sentKey: null }));
  expect(editing()?.draft).toMatchObject({ display_name: 'Annie', email: 'ann@new.example' });
  screen = await details();
});

it('stores a password with its request only, until the answer is there', async () => {
  edit(ANN.id, { seen: ANN, draft: { ...draftOf(ANN), password: 'a long secret' }, meanwhile: [], sentKey: null });
  screen = await details();
  await screen.press(screen.button('Save'));
  await until(() => expect(screen.button('Saving...')).toBeDefined());
  const memo = commands.openOf('customer-change', 'customer 7 details')?.memo;
  expect(changeCustomerCommand.readMemo(memo)?.seen).toEqual(ANN);
  expect(JSON.stringify(memo)).not.toContain('a long secret');
  // The request has to be on the disk, to be repeated after a kill.
  const stored = () => JSON.stringify([...commands.store.getState().records.values()]);
  expect(stored()).toContain('a long secret');
  await act(async () => answerPut(refused(422, 'not_valid', 'No.')));
  await until(() => expect(screen.button('Save').disabled).toBe(false));
  expect(stored()).not.toContain('a long secret');
});
