// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import type { LabelPrintJob } from '#contract/label-printers.ts';
import type { OnScreen } from '#testing/on-screen.tsx';
import { done, onPage, serve, until } from '#testing/served-page.tsx';
import { defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { PrintJobs } from './print-jobs.tsx';
import { settleJobCommand, usePrintQueue } from './printers.ts';

defineCommands({ 'label-job-settle': () => Promise.resolve(settleJobCommand) });

const JOB: LabelPrintJob = {
  id: 7,
  location_id: 20,
  printer_id: 3,
  printer: 'Zebra',
  title: 'Blue Ridge Mist',
  copies: 10,
  printed: 0,
  state: 'unsure',
  reason: 'The printer cut the connection.',
  cancelling: false,
  version: 4,
  created_by: 'Sam Staff',
  queued_at: '2026-11-20T15:04:05.000Z',
  finished_at: null,
};

let screen: OnScreen;
let job: LabelPrintJob;
let sent: unknown[];

function Queue() {
  const { data } = usePrintQueue();
  return data ? <PrintJobs label="Print queue" jobs={data} /> : null;
}

async function show(part: Partial<LabelPrintJob>): Promise<void> {
  queryClient.clear();
  job = { ...JOB, ...part };
  sent = [];
  serve((call, body) => {
    if (call.startsWith('GET')) return done({ data: [job] });
    if (!call.startsWith('POST /api/labels/')) return null;
    sent.push([call, body]);
    job = { ...job, state: 'done', reason: null, version: 5 };
    return done({ data: job });
  });
  screen = await onPage(<Queue />, ['see-stock']);
  await until(() => expect(screen.text()).toContain('Blue Ridge Mist'));
}
afterEach(async () => {
  await screen.leave();
  vi.unstubAllGlobals();
  queryClient.clear();
});

const buttons = (): string[] => screen.all('button').map(({ textContent }) => textContent);

it('asks whether labels came out, and says so once', async () => {
  await show({});
  expect(screen.text()).toContain('Did it print?');
  expect(screen.text()).toContain('The printer cut the connection.');
  await screen.press(screen.button('They came out: Blue Ridge Mist'));
  await until(() => expect(screen.text()).toContain('Done'));
  expect(sent).toEqual([['POST /api/labels/queue/7', { action: 'printed', expected_version: 4 }]]);
  expect(buttons()).toEqual([]);
});

it('offers of each print what can be done about it', async () => {
  await show({ state: 'waiting', reason: 'It is out of labels. Put a new roll in.' });
  expect(buttons()).toEqual(['Cancel']);
  await screen.leave();
  await show({ state: 'failed' });
  expect(buttons()).toEqual(['Retry', 'Cancel']);
  await screen.leave();
  await show({ state: 'failed', stale: true });
  expect(screen.text()).toContain('more than 12 hours old');
  expect(buttons()).toEqual(['Cancel']);
  await screen.leave();
  await show({ state: 'printing', cancelling: true });
  expect(screen.text()).toContain('Cancelling');
  expect(buttons()).toEqual([]);
  await screen.leave();
  await show({ cancelling: true });
  expect(buttons()).toEqual(['They came out', 'Print again', 'Cancel']);
});

it('says how far a print is, and how much came out of one that ended early', async () => {
  await show({ state: 'printing', reason: null, printed: 3 });
  expect(screen.text()).toContain('3 of 10 labels, Zebra');
  await screen.leave();
  await show({ state: 'cancelled', printed: 4 });
  expect(screen.text()).toContain('4 of 10 labels');
  await screen.leave();
  await show({ state: 'waiting', reason: null });
  expect(screen.text()).not.toContain('of 10 labels');
});
