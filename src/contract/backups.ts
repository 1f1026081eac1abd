import { z } from 'zod';
import { route } from './route.ts';
import { instant, success } from './wire.ts';

const TAGS = ['Backups'];

const run = z
  .object({
    id: z.int().describe('Id of the run.'),
    kind: z
      .enum(['backup', 'rehearsal'])
      .describe('A backup, or a rehearsal that loads one into a database of its own and checks the books.'),
    state: z.enum(['waiting', 'running', 'done', 'failed']).describe('How far it is.'),
    asked_by: z.string().nullable().describe('Who asked for it; null for the schedule.'),
    asked_at: instant.describe('When it was asked for.'),
    finished_at: instant.nullable().describe('When it ended; null until then.'),
    file: z.string().nullable().describe('Path of the archive on the server; null until there is one.'),
    removed: z.boolean().describe('Whether the archive was removed, because newer ones were made.'),
    bytes: z.number().nullable().describe('Size of the archive.'),
    rows: z.number().nullable().describe('Rows in it.'),
    checks: z.int().nullable().describe('Rules of the books that a rehearsal checked.'),
    broken: z.int().nullable().describe('How many of them were broken.'),
    error: z.string().nullable().describe('Why it failed; null when it did not.'),
  })
  .meta({ id: 'BackupRun', description: 'A backup, or the rehearsal of a restore.' });
export type BackupRun = z.output<typeof run>;

const atTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'is not a time like 03:00')
  .meta({ description: 'Time of the day, by the clock of most locations.', examples: ['03:00'] });
const keep = z
  .int()
  .min(1)
  .max(365)
  .meta({ description: 'How many archives are kept.', examples: [14] });
const warnAfterHours = z
  .int()
  .min(1)
  .max(8760)
  .nullable()
  .meta({ description: 'Administrators are warned when the newest backup is older; null for never.', examples: [48] });

const settings = z
  .object({
    is_daily: z.boolean().describe('Whether the server backs the shop up every day.'),
    at_time: atTime,
    keep,
    warn_after_hours: warnAfterHours,
    version: z.int().describe('Grows with every change.'),
  })
  .meta({ id: 'BackupSettings', description: 'When backups are made, and when their lack is told.' });
export type BackupSettings = z.output<typeof settings>;

const last = run.nullable().describe('The newest backup that was made whole; null for none yet.');

export const backupsRoute = route({
  name: 'backups',
  method: 'GET',
  path: '/api/manage/backups',
  access: 'configure',
  summary: 'Backups',
  description: 'The newest fifty backups and rehearsals, and what is set.',
  tags: TAGS,
  reply: success({
    data: z.array(run).describe('Newest first.'),
    last,
    settings,
    folder: z.string().describe('Where this server writes archives.'),
    is_beside_data: z.boolean().describe('Whether that is inside the data folder: a broken disk would take both.'),
    is_signed: z.boolean().describe('Whether archives are signed (`BACKUP_KEY`).'),
    time_zone: z
      .string()
      .meta({ description: 'Whose clock the time of the day follows.', examples: ['America/New_York'] }),
  }),
});

export const backupStateRoute = route({
  name: 'backupState',
  method: 'GET',
  path: '/api/manage/backups/state',
  access: 'configure',
  summary: 'Whether a backup is overdue',
  description: 'As the owner said: `overdue` when the newest whole one is older than `warn_after_hours`.',
  tags: TAGS,
  reply: success({
    overdue: z.boolean().describe('Whether to warn.'),
    last_at: instant.nullable().describe('When the newest whole backup was made; null for never.'),
  }),
});

export const askBackupRoute = route({
  name: 'askBackup',
  method: 'POST',
  path: '/api/manage/backups',
  access: 'configure',
  summary: 'Back up now, or rehearse a restore',
  description:
    'A job does it while the shop sells; one that goes on is answered instead. A rehearsal loads the newest archive into a database of its own, checks the books there and drops it.',
  tags: TAGS,
  body: z.object({ kind: z.enum(['backup', 'rehearsal']).describe('What to do.') }),
  reply: success({ data: run }),
  example: { body: { kind: 'backup' } },
});

export const changeBackupSettingsRoute = route({
  name: 'changeBackupSettings',
  method: 'PUT',
  path: '/api/manage/backups/settings',
  access: 'configure',
  summary: 'Change when backups are made',
  description: 'Parts that are left out stay.',
  tags: TAGS,
  body: z.object({
    is_daily: z.boolean().optional().describe('Whether the server backs the shop up every day.'),
    at_time: atTime.optional(),
    keep: keep.optional(),
    warn_after_hours: warnAfterHours.optional(),
    version: z
      .int()
      .optional()
      .describe('The version that was seen: with another one, 409 `changed_meanwhile` tells the `current` one.'),
  }),
  reply: success({ data: settings }),
  refusals: ['changed_meanwhile', 'nothing_to_do'],
  example: { body: { keep: 30 } },
});
