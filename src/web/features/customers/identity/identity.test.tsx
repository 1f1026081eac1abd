// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OnScreen } from '#testing/on-screen.tsx';
import { done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { commands, defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { ANN } from '../customers.testing.ts';
import { openTool, useTool } from '../tools/tool-state.ts';
import { EMPTY_IDENTITY, setIdentityCommand } from './identity-command.ts';
import { bodyOf, IdentityDialog } from './identity-dialog.tsx';
import { IdentityFacts } from './identity-facts.tsx';

defineCommands({ 'customer-identity': () => Promise.resolve(setIdentityCommand) });

const HELD = { ...ANN, has_birth_date: true, has_licence: true, id_checked_at: '2026-11-20T15:00:00.000Z' };
const REVEALED = {
  date_of_birth: '1990-12-31',
  license_number: 'A1234',
  id_checked_at: HELD.id_checked_at,
  id_checked_by: 'Maya Ortiz',
};

let screen: OnScreen;
let sent: unknown[];
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  sent = [];
  answer = () => done({ data: REVEALED });
  serve((call, body) => {
    if (call.startsWith('GET')) return done({ data: HELD });
    sent.push([call, body]);
    return answer();
  });
});
afterEach(async () => {
  await screen.leave();
  openTool(null);
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('says what is held, and tells no value before a manager asks', async () => {
  screen = await onPage(<IdentityFacts customer={HELD} />, ['see-identity', 'edit-customers']);
  expect(screen.text()).toContain(
    'Date of birthStored, encryptedLicenceStored, encryptedID checkID checked on Nov 20, 2026',
  );
  expect(sent).toEqual([]);
  await screen.press(screen.button('Show the identity of Ann'));
  await until(() => expect(screen.text()).toContain('Dec 31, 1990'));
  expect(screen.text()).toContain('A1234');
  expect(screen.text()).toContain('by Maya Ortiz');
  expect(sent).toEqual([['POST /api/users-matrix/customers/7/identity/reveal', null]]);
  await screen.press(screen.button('Hide the identity of Ann'));
  expect(screen.text()).not.toContain('A1234');
});

it('takes it off the screen after a minute', async () => {
  screen = await onPage(<IdentityFacts customer={HELD} />, ['see-identity']);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await screen.press(screen.button('Show the identity of Ann'));
  for (let turn = 0; turn < 20; turn += 1) await act(async () => Promise.resolve());
  await act(async () => vi.advanceTimersByTime(59_000));
  expect(screen.text()).toContain('A1234');
  await act(async () => vi.advanceTimersByTime(2000));
  expect(screen.text()).not.toContain('A1234');
});

it('says why it cannot be read', async () => {
  answer = () => refused(409, 'sealed_elsewhere', 'It was sealed under another data key.');
  screen = await onPage(<IdentityFacts customer={HELD} />, ['see-identity']);
  await screen.press(screen.button('Show the identity of Ann'));
  await until(() => expect(screen.text()).toContain('It was sealed under another data key.'));
});

it('has staff add an identity and look at none', async () => {
  screen = await onPage(<IdentityFacts customer={HELD} />, ['edit-customers']);
  expect(screen.all('button').map((one) => one.textContent)).toEqual(['Change']);
  await screen.leave();
  screen = await onPage(<IdentityFacts customer={ANN} />, ['see-identity', 'edit-customers']);
  expect(screen.all('button').map((one) => one.textContent)).toEqual(['Add']);
  expect(screen.text()).toContain('ID checkNever checked');
});

it('sends what was typed and what is to be erased, and keeps what is left empty', () => {
  expect(bodyOf(EMPTY_IDENTITY)).toBeNull();
  expect(bodyOf({ ...EMPTY_IDENTITY, licenseNumber: ' B2 ' })).toEqual({ license_number: 'B2' });
  expect(bodyOf({ ...EMPTY_IDENTITY, dropsLicence: true, dateOfBirth: '1990-12-31', isScanned: true })).toEqual({
    date_of_birth: '1990-12-31',
    license_number: null,
    id_checked: true,
  });
});

it('warns beside a date of birth under 21, and sends it all the same', async () => {
  openTool({ kind: 'identity', customerId: ANN.id });
  screen = await onPage(<IdentityDialog customerId={ANN.id} />, ['edit-customers']);
  const field = () => document.querySelector<HTMLInputElement>('[role=dialog] input[type=date]');
  await until(() => expect(field()).not.toBeNull());
  await screen.type(field() as HTMLInputElement, '1990-12-31');
  expect(document.body.textContent).not.toContain('Under 21');
  const young = `${new Date().getUTCFullYear() - 14}-05-05`;
  await screen.type(field() as HTMLInputElement, young);
  expect(document.body.textContent).toContain('Under 21');
  const save = () => [...document.querySelectorAll('button')].find((one) => one.textContent === 'Save');
  await act(async () => save()?.click());
  await until(() => expect(sent.at(-1)).toEqual([expect.stringContaining('PUT'), { date_of_birth: young }]));
});

it('keeps what was typed when it is refused', async () => {
  openTool({ kind: 'identity', customerId: ANN.id });
  screen = await onPage(<IdentityDialog customerId={ANN.id} />, ['edit-customers']);
  const field = () => document.querySelector<HTMLInputElement>('[role=dialog] input[maxlength="100"]');
  await until(() => expect(field()).not.toBeNull());
  await screen.type(field() as HTMLInputElement, 'B2');
  answer = () => refused(404, 'not_found', 'There is no customer 7.');
  const save = () => [...document.querySelectorAll('button')].find((one) => one.textContent === 'Save');
  await act(async () => save()?.click());
  await until(() => expect(document.body.textContent).toContain('Nothing was saved. There is no customer 7.'));
  expect(field()?.value).toBe('B2');
  answer = () => done({ data: { id_checked_at: null } });
  await act(async () => save()?.click());
  await until(() => expect(useTool.getState().tool).toBeNull());
  expect(sent.at(-1)).toEqual(['PUT /api/users-matrix/customers/7/identity', { license_number: 'B2' }]);
});

it.each([
  ['saved', () => done({ data: { id_checked_at: null } })],
  ['refused', () => refused(404, 'not_found', 'There is no customer 7.')],
])('stays as it is typed when the identity of another window is %s', async (_, reply) => {
  openTool({ kind: 'identity', customerId: ANN.id });
  screen = await onPage(<IdentityDialog customerId={ANN.id} />, ['edit-customers']);
  const field = () => document.querySelector<HTMLInputElement>('[role=dialog] input[maxlength="100"]');
  await until(() => expect(field()).not.toBeNull());
  await screen.type(field() as HTMLInputElement, 'B2');
  let finish: (response: Response) => void = () => {};
  answer = () => new Promise((resolve) => (finish = resolve));
  const subject = 'customer 7 identity';
  await act(() =>
    commands.send(setIdentityCommand, {
      subject,
      title: 'Identity',
      memo: { ...EMPTY_IDENTITY, licenseNumber: 'C3' },
      params: { id: '7' },
      body: { license_number: 'C3' },
    }),
  );
  await until(() => expect(field()?.value).toBe('C3'));
  const key = commands.openOf('customer-identity', subject)?.key ?? '';
  commands.store.setState(({ elsewhere }) => ({ elsewhere: new Set(elsewhere).add(key) }));
  await act(async () => finish(reply()));
  await until(() => expect(field()?.disabled).toBe(false));
  expect(field()?.value).toBe('B2');
  expect(useTool.getState().tool).not.toBeNull();
});
