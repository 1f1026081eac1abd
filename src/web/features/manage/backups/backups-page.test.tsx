// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BackupRun } from '#contract/backups.ts';
import type { OnScreen } from '#testing/on-screen.tsx';
import { done, onPage, serve, until } from '#testing/served-page.tsx';
import { defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { askBackupCommand } from './backup-queries.ts';
import { BackupsPage } from './backups-page.tsx';

defineCommands({ 'backup-ask': () => Promise.resolve(askBackupCommand) });

const BACKUP: BackupRun = {
  id: 1,
  kind: 'backup',
  state: 'done',
  asked_by: 'Ada',
  asked_at: '2026-11-20T15:00:00.000Z',
  finished_at: '2026-11-20T15:01:00.000Z',
  file: '/backups/one.tar',
  removed: false,
  bytes: 1_240_000,
  rows: 12_345,
  checks: null,
  broken: null,
  error: null,
};
const REHEARSAL: BackupRun = { ...BACKUP, id: 2, kind: 'rehearsal', file: null, bytes: null, checks: 41, broken: 0 };

let screen: OnScreen;
let runs: BackupRun[];
let sent: unknown[];

beforeEach(() => {
  sent = [];
  serve((call, body) => {
    if (call === 'POST /api/manage/backups') {
      sent.push(body);
      runs = [{ ...REHEARSAL, id: 3, state: 'waiting', finished_at: null, rows: null, checks: null }, ...runs];
      return done({ data: runs[0] });
    }
    if (call !== 'GET /api/manage/backups') return null;
    return done({
      data: runs,
      last: runs.find(({ kind }) => kind === 'backup') ?? null,
      settings: { is_daily: true, at_time: '03:00', keep: 14, warn_after_hours: 48, version: 1 },
      folder: '/backups',
      is_beside_data: false,
      is_signed: false,
      time_zone: 'America/New_York',
    });
  });
});
afterEach(async () => {
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

async function open(...listed: BackupRun[]): Promise<void> {
  runs = listed;
  screen = await onPage(<BackupsPage />, ['configure']);
  await until(() => expect(screen.text()).toContain('Back up now'));
}
const rows = () => screen.all('tbody tr').map((row) => row.textContent);

it('tells of backups and rehearsals what came of them', async () => {
  await open(
    REHEARSAL,
    { ...REHEARSAL, id: 4, broken: 2 },
    { ...BACKUP, id: 5, state: 'failed', error: 'The disk is full.' },
    BACKUP,
  );
  expect(screen.text()).toContain('Last backup Nov 20, 2026');
  expect(rows()).toEqual([
    expect.stringContaining('Books right12,345 rows restored; 41 rules hold'),
    expect.stringContaining('Books broken12,345 rows restored; 2 of 41 rules are broken'),
    expect.stringContaining('The disk is full.'),
    expect.stringContaining('Made1.2 MB12,345 rows'),
  ]);
});

it('rehearses a restore of the newest backup, and none without one', async () => {
  await open();
  expect(screen.text()).toContain('The shop has not been backed up yet.');
  expect(screen.button('Rehearse a restore').disabled).toBe(true);
  await screen.leave();
  queryClient.clear();
  await open(BACKUP);
  await screen.press(screen.button('Rehearse a restore'));
  await until(() => expect(sent).toEqual([{ kind: 'rehearsal' }]));
});
