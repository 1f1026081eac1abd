// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OnScreen } from '#testing/on-screen.tsx';
import { done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { commands, defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { readChosen } from '#web/ui/files/chosen-file.ts';
import { openTool, useTool } from '../tools/tool-state.ts';
import { IMPORT_SUBJECT, importCommand } from './import-command.ts';
import { ImportDialog } from './import-dialog.tsx';
import type { Plan } from './customer-import.ts';

defineCommands({ 'customers-import': () => Promise.resolve(importCommand) });

const PLAN: Plan = {
  encoding: 'UTF-8',
  header: ['Name', 'Mail', 'Colour'],
  mapping: { name: 'Name', email: 'Mail' },
  rows: 3,
  create: 2,
  skip: 1,
  bad: 0,
  problems: [],
  sample: [{ name: 'Ann Lee', email: 'ann@example.com' }],
  bad_rows: '',
};
const BAD: Plan = {
  ...PLAN,
  create: 1,
  skip: 0,
  bad: 1,
  problems: [{ line: 3, column: 'Mail', reason: 'This does not look like an email address.' }],
  bad_rows: 'Problem,Name\r\n',
};

let screen: OnScreen;
let tried: unknown[];
let sent: unknown[];
let plan: () => Response;
let answer: () => Response | Promise<Response>;

beforeEach(async () => {
  tried = [];
  sent = [];
  plan = () => done({ data: PLAN });
  serve((call, body) => {
    const { file: _, ...choice } = body as { file: string };
    if (call === 'POST /api/customers/import/preview') {
      tried.push(choice);
      return plan();
    }
    if (call !== 'POST /api/customers/import') return null;
    sent.push(body);
    return answer();
  });
  openTool({ kind: 'import' });
  screen = await onPage(<ImportDialog />, ['manage-customers']);
});
afterEach(async () => {
  await screen.leave();
  openTool(null);
  queryClient.clear();
  vi.unstubAllGlobals();
});

const dialog = () => document.querySelector('[role=dialog]');
const text = () => dialog()?.textContent ?? '';
function button(label: string): HTMLButtonElement {
  const found = [...(dialog()?.querySelectorAll('button') ?? [])].find((one) => one.textContent === label);
  if (!found) throw new Error(`no button ${label}`);
  return found;
}
async function choose(content: string): Promise<void> {
  const input = dialog()?.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no field for a file');
  Object.defineProperty(input, 'files', { configurable: true, value: [new File([content], 'people.csv')] });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
}

it('tries a file before it is imported, and imports it as it was tried', async () => {
  await choose('Name,Mail\nÄnn,ann@example.com');
  await until(() => expect(text()).toContain('Import 2 customers'));
  expect(text()).toContain('Not imported: Colour.');
  expect(tried).toEqual([{ mapping: {}, on_match: 'refuse' }]);
  answer = () => done({ data: { created: 2, skipped: 1 } });
  await act(async () => button('Import 2 customers').click());
  await until(() => expect(useTool.getState().tool).toBeNull());
  expect(sent).toHaveLength(1);
  const { file, ...choice } = sent[0] as { file: string };
  expect(choice).toEqual({ mapping: {}, on_match: 'refuse' });
  expect(Buffer.from(file, 'base64').toString()).toBe('Name,Mail\nÄnn,ann@example.com');
});

it('is not offered while a row has a problem, and names the row and the column', async () => {
  plan = () => done({ data: BAD });
  await choose('Name,Mail');
  await until(() => expect(text()).toContain('Problems of 1 row'));
  expect(text()).toContain('Line 3Mail: This does not look like an email address.');
  expect(button('Import').disabled).toBe(true);
  expect(button('Save these rows as a file').disabled).toBe(false);
});

it('is tried again when rows that look like a customer are to be skipped', async () => {
  plan = () => done({ data: BAD });
  await choose('Name,Mail');
  await until(() => expect(text()).toContain('Problems of 1 row'));
  plan = () => done({ data: PLAN });
  const skip = [...(dialog()?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [])][1];
  await act(async () => skip?.click());
  await until(() => expect(button('Import 2 customers').disabled).toBe(false));
  expect(tried.at(-1)).toEqual({ mapping: {}, on_match: 'skip' });
});

it('says why nothing was imported, and what is wrong by now', async () => {
  await choose('Name,Mail');
  await until(() => expect(button('Import 2 customers').disabled).toBe(false));
  plan = () => done({ data: BAD });
  answer = () => refused(422, 'import_not_clean', 'Nothing was imported: 1 problem.');
  await act(async () => button('Import 2 customers').click());
  await until(() => expect(text()).toContain('Nothing was imported: 1 problem. The list below is up to date.'));
  await until(() => expect(text()).toContain('Problems of 1 row'));
});

it('says that it runs while there is no answer, also when the window is opened anew', async () => {
  await choose('Name,Mail');
  await until(() => expect(button('Import 2 customers').disabled).toBe(false));
  let finish: (reply: Response) => void = () => {};
  answer = () => new Promise((resolve) => (finish = resolve));
  await act(async () => button('Import 2 customers').click());
  await until(() => expect(text()).toContain('Importing 2 customers...'));
  await screen.leave();
  screen = await onPage(<ImportDialog />, ['manage-customers']);
  await until(() => expect(text()).toContain('Importing 2 customers...'));
  await act(async () => finish(done({ data: { created: 2, skipped: 0 } })));
  await until(() =>
    expect([...commands.store.getState().records.values()].map(({ state }) => state)).not.toContain('sending'),
  );
});

it('reads no file that is empty or too large', async () => {
  expect(await readChosen(new File([], 'none.csv'))).toEqual({ refused: 'none.csv is empty.' });
  const large = new File(['x'], 'all.csv');
  Object.defineProperty(large, 'size', { value: 12_000_001 });
  expect(await readChosen(large)).toMatchObject({ refused: expect.stringContaining('larger than 12 MB') as string });
});

it('keeps the file that was chosen while another window imports one', async () => {
  await choose('Name,Mail');
  await until(() => expect(button('Import 2 customers').disabled).toBe(false));
  let finish: (reply: Response) => void = () => {};
  answer = () => new Promise((resolve) => (finish = resolve));
  await act(() =>
    commands.send(importCommand, {
      subject: IMPORT_SUBJECT,
      title: 'Import',
      memo: { fileName: 'there.csv', create: 9 },
      body: { file: 'YQ==', mapping: {}, on_match: 'refuse' },
    }),
  );
  await until(() => expect(text()).toContain('Importing 9 customers...'));
  const key = commands.openOf('customers-import', IMPORT_SUBJECT)?.key ?? '';
  commands.store.setState(({ elsewhere }) => ({ elsewhere: new Set(elsewhere).add(key) }));
  plan = () => done({ data: BAD });
  await act(async () => finish(done({ data: { created: 9, skipped: 0 } })));
  await until(() => expect(text()).toContain('Problems of 1 row'));
  expect(text()).toContain('people.csv');
  expect(useTool.getState().tool).not.toBeNull();
});
