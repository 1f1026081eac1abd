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
    state: z.enum(['waiting', 'running', 'done', 'failed']).describe('State.'),
    asked_by: z.string().nullable().describe('Person who asked for it; null for the schedule.'),
    asked_at: instant.describe('Time of the request.'),
    finished_at: instant.nullable().describe('Time of the end; null until then.'),
    file: z.string().nullable().describe('Path of the archive on the server; null until there is one.'),
    removed: z.boolean().describe('True if the archive was removed because newer ones were made.'),
    bytes: z.number().nullable().describe('Size of the archive.'),
    rows: z.number().nullable().describe('Rows in it.'),
    checks: z.int().nullable().describe('Rules of the books that a rehearsal checked.'),
    broken: z.int().nullable().describe('Number of these rules that were broken.'),
    error: z.string().nullable().describe('Reason for the failure; null without one.'),
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
  .meta({ description: 'Number of archives to keep.', examples: [14] });
const warnAfterHours = z
  .int()
  .min(1)
  .max(8760)
  .nullable()
  .meta({ description: 'Administrators are warned when the newest backup is older; null for never.', examples: [48] });

const settings = z
  .object({
    is_daily: z.boolean().describe('True if the server makes a backup every day.'),
    at_time: atTime,
    keep,
    warn_after_hours: warnAfterHours,
    version: z.int().describe('Grows with every change.'),
  })
  .meta({
    id: 'BackupSettings',
    description: 'Settings for the time of backups and for the warning about missing ones.',
  });
export type BackupSettings = z.output<typeof settings>;

const last = run.nullable().describe('The newest complete backup; null for none yet.');

export const backupsRoute = route({
  name: 'backups',
  method: 'GET',
  path: '/api/manage/backups',
  access: 'configure',
  summary: 'Backups',
  description: 'The newest fifty backups and rehearsals, and the settings.',
  tags: TAGS,
  reply: success({
    data: z.array(run).describe('Newest first.'),
    last,
    settings,
    folder: z.string().describe('Folder in which this server writes archives.'),
    is_beside_data: z
      .boolean()
      .describe('True if that folder is inside the data folder. A disk failure would then destroy both.'),
    is_signed: z.boolean().describe('True if archives are signed (`BACKUP_KEY`).'),
    time_zone: z
      .string()
      .meta({ description: 'Time zone in which the time of the day counts.', examples: ['America/New_York'] }),
  }),
});

export const backupStateRoute = route({
  name: 'backupState',
  method: 'GET',
  path: '/api/manage/backups/state',
  access: 'configure',
  summary: 'Check for an overdue backup',
  description: '`overdue` is true if the newest complete backup is older than `warn_after_hours` of the settings.',
  tags: TAGS,
  reply: success({
    overdue: z.boolean().describe('True if a warning is due.'),
    last_at: instant.nullable().describe('Time of the newest complete backup; null for none.'),
  }),
});

export const askBackupRoute = route({
  name: 'askBackup',
  method: 'POST',
  path: '/api/manage/backups',
  access: 'configure',
  summary: 'Back up now, or rehearse a restore',
  description:
    'A job does it while the shop sells. If one is in progress, that one is answered instead. A rehearsal loads the newest archive into a separate database, checks the books there and drops the database.',
  tags: TAGS,
  body: z.object({ kind: z.enum(['backup', 'rehearsal']).describe('Kind of run.') }),
  reply: success({ data: run }),
  example: { body: { kind: 'backup' } },
});

export const changeBackupSettingsRoute = route({
  name: 'changeBackupSettings',
  method: 'PUT',
  path: '/api/manage/backups/settings',
  access: 'configure',
  summary: 'Change the backup settings',
  description: 'Fields left out stay unchanged.',
  tags: TAGS,
  body: z.object({
    is_daily: z.boolean().optional().describe('True if the server makes a backup every day.'),
    at_time: atTime.optional(),
    keep: keep.optional(),
    warn_after_hours: warnAfterHours.optional(),
    version: z
      .int()
      .optional()
      .describe(
        'The version that the caller saw. If it has changed, 409 `changed_meanwhile` answers the `current` one.',
      ),
  }),
  reply: success({ data: settings }),
  refusals: ['changed_meanwhile', 'nothing_to_do'],
  example: { body: { keep: 30 } },
});
