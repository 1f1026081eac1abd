import { relative } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { askBackupRoute, backupsRoute, backupStateRoute, changeBackupSettingsRoute } from '#contract/backups.ts';
import { serve, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import {
  askForRun,
  backupState,
  backupTimeZone,
  changeSettings,
  lastBackup,
  listRuns,
  readSettings,
} from './service.ts';

/** Backups that the server makes by itself, for administrators. Rule: running/backups. */
export function registerBackups(app: FastifyInstance): void {
  const { config, secrets } = app.deps;
  const isBesideData = !relative(config.dataDir, config.backupDir).startsWith('..');

  serve(app, backupsRoute, async ({ db }) =>
    success({
      data: await listRuns(db),
      last: await lastBackup(db),
      settings: await readSettings(db),
      folder: config.backupDir,
      is_beside_data: isBesideData,
      is_signed: config.backupKey !== undefined,
      time_zone: await backupTimeZone(db),
    }),
  );

  serve(app, backupStateRoute, async ({ db }) => success(await backupState(db)));

  serveWrite(app, askBackupRoute, async ({ tx, staff, body, emit }) => {
    const data = await askForRun(tx, staff, secrets, body.kind);
    emit({ type: 'backups' });
    return success({ data });
  });

  serveWrite(app, changeBackupSettingsRoute, async ({ tx, staff, body, emit }) => {
    const data = await changeSettings(tx, staff, body);
    emit({ type: 'backups' });
    return success({ data });
  });
}
