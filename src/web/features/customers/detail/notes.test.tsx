// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CustomerNote } from '#contract/customer-care.ts';
import type { OnScreen } from '#testing/on-screen.tsx';
import { answerQuestion, done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { commands, defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { addNoteCommand, deleteNoteCommand } from '../customer-commands.ts';
import { useCustomersState } from '../list/customers-state.ts';
import { Notes } from './notes.tsx';

defineCommands({
  'customer-note': () => Promise.resolve(addNoteCommand),
  'customer-note-delete': () => Promise.resolve(deleteNoteCommand),
});

const NOTE: CustomerNote = {
  id: 1,
  customer_id: 7,
  text: 'Prefers mornings.',
  author_id: 3,
  author: 'Ada',
  created_at: '2026-11-20T15:00:00.000Z',
};

let screen: OnScreen;
let notes: CustomerNote[];
let answerWrite: (answer: Response) => void;

beforeEach(() => {
  notes = [NOTE];
  serve((call) => (call.startsWith('GET') ? done({ data: notes }) : new Promise((answer) => (answerWrite = answer))));
});
afterEach(async () => {
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  screen = await onPage(<Notes id={7} />, ['edit-customers']);
  await until(() => expect(screen.text()).toContain('Prefers mornings.'));
}
const box = () => screen.all('textarea')[0] as HTMLTextAreaElement;
const write = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(box(), text);
    box().dispatchEvent(new Event('input', { bubbles: true }));
  });

it('keeps what was typed when the customer is left, and gives it back when it is refused', async () => {
  await open();
  await write('Likes blue.');
  await screen.leave();
  await open();
  expect(box().value).toBe('Likes blue.');
  await screen.press(screen.button('Add note'));
  await until(() => expect(box().disabled).toBe(true));
  await screen.leave();
  answerWrite(refused(404, 'not_found', 'There is no such customer.'));
  await vi.waitFor(() => expect(commands.openOf('customer-note', 'customer 7 new note')).toBeNull());
  await open();
  expect(box().value).toBe('Likes blue.');
  await write('');
});

it('does not take what is typed here for the note that another window had saved', async () => {
  await open();
  await write('Typed here.');
  await act(() =>
    commands.send(addNoteCommand, {
      subject: 'customer 7 new note',
      title: 'Note',
      memo: 'Typed there.',
      params: { id: '7' },
      body: { text: 'Typed there.' },
    }),
  );
  await until(() => expect(box().value).toBe('Typed there.'));
  await act(async () => answerWrite(done({ data: { ...NOTE, id: 2, text: 'Typed there.' } })));
  await until(() => expect(box().disabled).toBe(false));
  expect(box().value).toBe('Typed here.');
  await write('');
});

it('says why a note was not deleted', async () => {
  await open();
  await screen.press(screen.button(/^Delete the note/));
  await answerQuestion('Delete note');
  await until(() => expect(screen.button(/^Delete the note/).disabled).toBe(true));
  await act(async () => answerWrite(refused(404, 'not_found', 'There is no such note.')));
  await until(() => expect(screen.button(/^Delete the note/).disabled).toBe(false));
  expect(useCustomersState.getState().banner).toBe('The note was not deleted. There is no such note.');
});
