// @vitest-environment happy-dom
import { act, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StaffMember } from '#contract/staff.ts';
import type { OnScreen } from '#testing/on-screen.tsx';
import { answerQuestion, done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import { type Session, useSession } from '#web/api/session/session.ts';
import { useStaffLink } from './staff-link.tsx';

const LINK = 'https://till.example.com/reset-password#secret';
const BLAKE = { id: 5, name: 'Blake', username: 'blake' };
const CASEY = { id: 6, name: 'Casey', username: 'casey' };

let screen: OnScreen;
let answer: (response: Response) => void;
let lose: (error: Error) => void;

beforeEach(() => {
  serve(
    () =>
      new Promise((resolve, reject) => {
        answer = resolve;
        lose = reject;
      }),
  );
});
afterEach(async () => {
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function Page({ member }: { member: Pick<StaffMember, 'id' | 'name' | 'username'> }) {
  const { send, busy, failed } = useStaffLink(member.id);
  return (
    <>
      <button onClick={() => void send(member)}>Link {member.name}</button>
      {busy && 'busy'}
      {failed}
    </>
  );
}

const open = async (): Promise<void> => {
  screen = await onPage(
    <>
      <section>
        <Page member={BLAKE} />
      </section>
      <section>
        <Page member={CASEY} />
      </section>
    </>,
  );
};
const textOf = (place: number) => screen.all('section')[place]?.textContent;
const made = () => done({ sent: false, link: LINK, expires_at: '2026-11-24T15:00:00.000Z' });
const question = () => document.querySelector('[role=alertdialog]');

it('shows the link to whoever asked for it', async () => {
  await open();
  await screen.press(screen.button('Link Blake'));
  expect(textOf(0)).toContain('busy');
  await act(async () => answer(made()));
  expect(await answerQuestion('OK')).toContain(LINK);
  expect(textOf(0)).toBe('Link Blake');
});

it('does not show the link to somebody who signed in meanwhile', async () => {
  await open();
  await screen.press(screen.button('Link Blake'));
  const user = { id: 4, name: 'Drew', location_id: 20, location: 'Main', time_zone: 'UTC', permissions: [] };
  await act(async () => useSession.setState({ status: 'signed-in', me: { user } } as unknown as Session, true));
  await act(async () => answer(made()));
  await until(() => expect(textOf(0)).toBe('Link Blake'));
  expect(question()).toBeNull();
  expect(document.body.textContent).not.toContain(LINK);
});

it('does not say that no link was made when the answer was lost', async () => {
  await open();
  await screen.press(screen.button('Link Blake'));
  await act(async () => lose(new TypeError('Failed to fetch')));
  await until(() => expect(textOf(0)).toContain('A link may have been made'));
  expect(textOf(0)).not.toContain('No link was made');
});

it('says why none was made, and only where it was asked for', async () => {
  await open();
  await screen.press(screen.button('Link Blake'));
  await act(async () => answer(refused(404, 'not_found', 'There is no such account.')));
  await until(() => expect(textOf(0)).toContain('No link was made. There is no such account.'));
  expect(textOf(1)).toBe('Link Casey');
});

function Dialog() {
  const [of, setOf] = useState(BLAKE.id);
  const { send, failed } = useStaffLink(of);
  return (
    <>
      <button onClick={() => void send(BLAKE)}>Link</button>
      <button onClick={() => setOf(BLAKE.id)}>To Blake</button>
      <button onClick={() => setOf(CASEY.id)}>To Casey</button>
      <p>{failed}</p>
    </>
  );
}

it('keeps the failure with its account when the dialog goes to the next', async () => {
  screen = await onPage(<Dialog />);
  const said = () => screen.all('p')[0]?.textContent;
  await screen.press(screen.button('Link'));
  await screen.press(screen.button('To Casey'));
  await act(async () => answer(refused(404, 'not_found', 'There is no such account.')));
  await screen.press(screen.button('To Blake'));
  await until(() => expect(said()).toContain('No link was made.'));
  await screen.press(screen.button('To Casey'));
  expect(said()).toBe('');
});
