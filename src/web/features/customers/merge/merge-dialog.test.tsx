// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CustomerMerge, MERGE_UNDO_DAYS } from '#contract/customer-merges.ts';
import type { OnScreen } from '#testing/on-screen.tsx';
import { answerQuestion, done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { commands, defineCommands } from '#web/api/commands/commands.ts';
import { on } from '#web/api/events.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { askToUndoMerge, useMergeWish } from '#web/entities/customer/merge-wish.ts';
import '#web/kit-host.ts';
import { Toaster } from '#web/ui/status/toast.tsx';
import { ANN } from '../customers.testing.ts';
import { customersAddress } from '../list/customers-address.ts';
import { showBanner, useCustomersState } from '../list/customers-state.ts';
import { openTool, useTool } from '../tools/tool-state.ts';
import { MERGE_SUBJECT, mergeCommand, undoMergeCommand } from './merge-commands.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { Merges } from './merges.tsx';
import type { MergePreview } from './merge-queries.ts';
import { isLeftOut, maybeBelowZeroWords, mergeLines, mergeState, movedWords, undoneWords } from './merge-words.ts';

defineCommands({
  'customer-merge': () => Promise.resolve(mergeCommand),
  'customer-unmerge': () => Promise.resolve(undoMergeCommand),
});

const BEA = {
  ...ANN,
  id: 8,
  name: 'Bea Lee',
  display_name: 'Bea Lee',
  phone: '704-555-0102',
  groups: ['VIP'],
  version: 3,
};
const MERGE: CustomerMerge = {
  id: 5,
  kept_id: ANN.id,
  merged_id: BEA.id,
  merged_name: 'Bea Lee',
  orders: 2,
  points: 1,
  notes: 0,
  merged_at: '2026-11-20T15:00:00.000Z',
  merged_by: 'Morgan',
  undo_until: '2126-12-20T15:00:00.000Z',
  undone_at: null,
};

let screen: OnScreen;
let sent: unknown[];
let preview: () => Response;
let merges: CustomerMerge[];
let answer: () => Promise<Response> | Response;

beforeEach(() => {
  sent = [];
  merges = [MERGE];
  preview = () => done({ data: previewOf(ANN, BEA) });
  serve((call, body, query) => {
    if (call.endsWith('/merge-preview'))
      return query.get('merge_id') === '8' ? preview() : done({ data: previewOf(BEA, ANN) });
    if (call.endsWith('/merges')) return done({ data: merges });
    if (/^POST .*\/(merge|undo)$/.test(call)) {
      sent.push([call, body]);
      return answer();
    }
    if (call.startsWith('GET /api/users-matrix/customers/')) return done({ data: ANN });
    return null;
  });
});
afterEach(async () => {
  await screen.leave();
  openTool(null);
  showBanner(null);
  queryClient.clear();
  vi.unstubAllGlobals();
});

const previewOf = (kept: typeof ANN, merged: typeof ANN) => ({
  kept,
  merged,
  result: { ...kept, groups: [...new Set([...kept.groups, ...merged.groups])], points_balance: 50 },
  orders: 2,
  points: 40,
  notes: 0,
  not_readable: [] as MergePreview['not_readable'],
});
const dialog = () => document.querySelector('[role=dialog]');
const text = () => dialog()?.textContent ?? '';
async function press(label: string, within: ParentNode | null = dialog()): Promise<void> {
  const found = [...(within?.querySelectorAll('button') ?? [])].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === label,
  );
  if (!found) throw new Error(`no button ${label}`);
  await act(async () => found.click());
}
async function open(): Promise<void> {
  openTool({ kind: 'merge', customerId: ANN.id, otherId: BEA.id });
  screen = await onPage(<MergeDialog customerId={ANN.id} otherId={BEA.id} />, ['manage-customers']);
  await until(() => expect(text()).toContain('2 orders and 40 points'));
}

it('shows both accounts and what comes of it, and sends the versions that were seen', async () => {
  await open();
  answer = () => done({ data: MERGE, customer: ANN });
  await press('Merge');
  await until(() => expect(useTool.getState().tool).toBeNull());
  expect(sent).toEqual([
    ['POST /api/customers/7/merge', { merge_id: 8, expected_version: ANN.version, merge_version: BEA.version }],
  ]);
  expect([...customersAddress.get().open.keys()]).toEqual([ANN.id]);
});

it('names values that cannot be brought over because they were encrypted under another key', async () => {
  preview = () => done({ data: { ...previewOf(ANN, BEA), not_readable: ['license_number'] } });
  await open();
  expect(text()).toContain('The licence number of #8 was encrypted under another data key and cannot be brought over.');
});

it('is shown the other way round before anything is done', async () => {
  await open();
  await press('Keep #8 instead');
  await until(() => expect(text()).toContain('Moved to #8'));
  answer = () => done({ data: { ...MERGE, kept_id: 8, merged_id: 7 }, customer: BEA });
  await press('Merge');
  await until(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject(['POST /api/customers/8/merge', { merge_id: 7, expected_version: BEA.version }]);
});

it('merges nothing when one of them was changed meanwhile, and shows what there is now', async () => {
  await open();
  preview = () => done({ data: previewOf({ ...ANN, version: 9, phone: '704-555-0199' }, BEA) });
  answer = () => refused(409, 'customer_changed', 'Somebody changed this customer.', { customer: ANN });
  await press('Merge');
  await until(() => expect(text()).toContain('Nothing was merged. Somebody changed this customer.'));
  await until(() => expect(text()).toContain('704-555-0199'));
  answer = () => done({ data: MERGE, customer: ANN });
  await press('Merge');
  await until(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject(['POST /api/customers/7/merge', { expected_version: 9 }]);
});

it('says that the other one is not there any more', async () => {
  preview = () => refused(404, 'not_found', 'Customer 8 was merged into Cora (9).', { merged_into: 9 });
  openTool({ kind: 'merge', customerId: ANN.id, otherId: BEA.id });
  screen = await onPage(<MergeDialog customerId={ANN.id} otherId={BEA.id} />, ['manage-customers']);
  await until(() => expect(text()).toContain('Customer 8 was merged into Cora (9).'));
  await press('Choose another');
  await until(() => expect(text()).toContain('Find the other customer'));
});

it('lists merges, and offers to undo those that can be undone to those who may', async () => {
  merges = [
    MERGE,
    { ...MERGE, id: 4, merged_name: 'Old', undo_until: '2026-01-01T00:00:00.000Z' },
    { ...MERGE, id: 3, merged_name: 'Done', undo_until: null, undone_at: '2026-11-21T15:00:00.000Z' },
    { ...MERGE, id: 2, merged_name: 'Gone', undo_until: null },
  ];
  screen = await onPage(<Merges customer={ANN} />, ['manage-customers']);
  await until(() => expect(screen.text()).toContain('Merged accounts'));
  expect(screen.all('li').map((one) => /\. (.*)$/.exec(one.textContent)?.[1])).toEqual([
    expect.stringMatching(/^Can be undone until .*\.Undo$/),
    `Older than ${MERGE_UNDO_DAYS} days: cannot be undone.`,
    'Undone on Nov 21, 2026.',
    'Cannot be undone, because one of the customers was deleted.',
  ]);
  await screen.leave();
  screen = await onPage(<Merges customer={ANN} />, []);
  await until(() => expect(screen.text()).toContain('Merged accounts'));
  expect(screen.all('button')).toEqual([]);
});

it('asks at once when its row of the audit trail led here, and only about a merge that can be undone', async () => {
  const heard: unknown[] = [];
  const deaf = on('showInView', (shown) => heard.push(shown));
  askToUndoMerge(MERGE.id, ANN.id);
  deaf();
  expect(heard).toEqual([{ view: 'customers', recordId: ANN.id }]);
  screen = await onPage(<Merges customer={ANN} />, ['manage-customers']);
  expect(await answerQuestion('Cancel')).toContain('Undo the merge of Bea Lee');
  expect(sent).toEqual([]);
  await screen.leave();
  queryClient.clear();
  merges = [{ ...MERGE, undo_until: null, undone_at: '2026-11-21T15:00:00.000Z' }];
  askToUndoMerge(MERGE.id, ANN.id);
  screen = await onPage(<Merges customer={ANN} />, ['manage-customers']);
  await until(() => expect(screen.text()).toContain('Undone on'));
  expect(useMergeWish.getState().undo).toBeNull();
  expect(document.querySelector('[role=alertdialog]')).toBeNull();
  expect(useCustomersState.getState().banner).toBe('Merge of Bea Lee: Undone on Nov 21, 2026.');
});

it('says why it does not ask, and does not ask later', async () => {
  askToUndoMerge(MERGE.id, ANN.id);
  screen = await onPage(<Merges customer={ANN} />, []);
  await until(() => expect(useCustomersState.getState().banner).toBe('You may not undo the merge of Bea Lee.'));
  await screen.leave();
  queryClient.clear();
  merges = [];
  askToUndoMerge(MERGE.id, ANN.id);
  screen = await onPage(<Merges customer={ANN} />, ['manage-customers']);
  await until(() =>
    expect(useCustomersState.getState().banner).toBe('The merge to undo is not among those of this customer.'),
  );
  expect(useMergeWish.getState().undo).toBeNull();
  await screen.leave();
  queryClient.clear();
  showBanner(null);
  merges = [MERGE];
  // The customer did not open then, and is opened for something else now.
  useMergeWish.setState({ undo: { mergeId: MERGE.id, keptId: ANN.id, askedAtMs: Date.now() - 3_600_000 } });
  screen = await onPage(<Merges customer={ANN} />, ['manage-customers']);
  await until(() => expect(useMergeWish.getState().undo).toBeNull());
  expect(document.querySelector('[role=alertdialog]')).toBeNull();
  expect(useCustomersState.getState().banner).toBeNull();
});

it('says that a merge was undone elsewhere, and shows it as undone', async () => {
  screen = await onPage(<Merges customer={ANN} />, ['manage-customers']);
  await until(() => expect(screen.text()).toContain('Can be undone until'));
  answer = () => {
    merges = [{ ...MERGE, undo_until: null, undone_at: '2026-11-21T15:00:00.000Z' }];
    return refused(409, 'status_conflict', 'This merge was undone already.');
  };
  await screen.press(screen.button('Undo the merge of Bea Lee'));
  expect(await answerQuestion('Undo merge')).toContain('Later sales and changes stay with this customer.');
  await until(() => expect(useCustomersState.getState().banner).toContain('This merge was undone already.'));
  await until(() => expect(screen.text()).toContain('Undone on Nov 21, 2026.'));
});

it('says before and after an undoing that the kept account has spent points that go back', async () => {
  merges = [{ ...MERGE, points: 100 }];
  answer = () => done({ data: { ...MERGE, undo_until: null }, points_balance: -1095 });
  screen = await onPage(
    <>
      <Merges customer={ANN} />
      <Toaster />
    </>,
    ['manage-customers'],
  );
  await until(() => expect(screen.text()).toContain('Can be undone until'));
  await screen.press(screen.button('Undo the merge of Bea Lee'));
  expect(await answerQuestion('Undo merge')).toContain(
    'This customer has 5 points now, fewer than go back: the balance may then be below zero.',
  );
  await until(() =>
    expect(document.querySelector('[aria-label=Notifications]')?.textContent).toContain(
      'Merge undone. The customer who was kept has -1,095 points now.',
    ),
  );
  expect([maybeBelowZeroWords(MERGE, 1), maybeBelowZeroWords({ points: -3 }, -5)]).toEqual(['', '']);
  expect([undoneWords(0), undoneWords(undefined)]).toEqual(['Merge undone', 'Merge undone']);
});

it('says that an e-mail address did not go back, because another account has it', async () => {
  answer = () => done({ data: { ...MERGE, undo_until: null }, points_balance: 0, not_returned: ['email'] });
  screen = await onPage(<Merges customer={ANN} />, ['manage-customers']);
  await until(() => expect(screen.text()).toContain('Can be undone until'));
  await screen.press(screen.button('Undo the merge of Bea Lee'));
  await answerQuestion('Undo merge');
  await until(() =>
    expect(useCustomersState.getState().banner).toBe(
      'The e-mail address of Bea Lee did not go back to them: another account has it by now.',
    ),
  );
});

it('says in words what moves, what is left out and until when it can be undone', () => {
  const nothing = { orders: 0, points: 0, notes: 0 };
  expect([
    movedWords(nothing),
    movedWords({ ...nothing, points: -20 }),
    movedWords({ orders: 1, points: 2, notes: 1 }),
  ]).toEqual(['no orders, points or notes', '-20 points', '1 order, 2 points and 1 note']);
  const lines = mergeLines({ kept: ANN, merged: BEA, result: { ...ANN, groups: ['VIP'] } }, 'UTC');
  expect(lines.filter(isLeftOut).map(({ name }) => name)).toEqual(['Name', 'Full name', 'Phone']);
  expect(mergeState(MERGE, new Date('2026-11-21'), 'UTC').open).toBe(true);
  expect(mergeState(MERGE, new Date('2127-01-01'), 'UTC').open).toBe(false);
});

it('keeps the two that were chosen while another window merges two others', async () => {
  await open();
  let finish: (reply: Response) => void = () => {};
  answer = () => new Promise((resolve) => (finish = resolve));
  await act(() =>
    commands.send(mergeCommand, {
      subject: MERGE_SUBJECT,
      title: 'Merge',
      memo: { keptId: BEA.id, mergedId: ANN.id },
      params: { id: '8' },
      body: { merge_id: 7, expected_version: 3, merge_version: 3 },
    }),
  );
  await until(() => expect(text()).toContain('Merging...'));
  const key = commands.openOf('customer-merge', MERGE_SUBJECT)?.key ?? '';
  commands.store.setState(({ elsewhere }) => ({ elsewhere: new Set(elsewhere).add(key) }));
  await act(async () => finish(refused(409, 'customer_changed', 'Somebody changed this customer.')));
  await until(() => expect(text()).not.toContain('Merging...'));
  expect(text()).not.toContain('Nothing was merged');
  await press('Merge');
  await until(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject(['POST /api/customers/7/merge', { merge_id: 8 }]);
  await act(async () => finish(done({ data: MERGE, customer: ANN })));
  await until(() => expect(useTool.getState().tool).toBeNull());
});
