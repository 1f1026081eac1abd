// Writes the table types of the query builder: migrates a scratch database and reads it back.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { createLog } from '#server/log.ts';
import { projectRoot } from '#server/paths.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'tillwright-types-'));
const log = createLog('warn');
const embedded = await startEmbedded({ dataDir, log, durable: false });
try {
  const { connection } = embedded;
  if (typeof connection === 'string') throw new Error('the embedded database is reached by its socket');
  await migrate(connection, log);
  const url = `postgresql://tillwright@localhost/tillwright?host=${encodeURIComponent(connection.host)}&port=${connection.port}`;
  const generated = spawnSync(
    process.execPath,
    [
      join(projectRoot, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      ...['--dialect', 'postgres', '--url', url, '--out-file', join(projectRoot, 'src/server/db/schema.d.ts')],
      // As the type parsers of src/server/db/pool/type-parsers.ts read them.
      ...['--date-parser', 'string', '--numeric-parser', 'string', '--type-mapping', '{"int8":"number"}'],
    ],
    { stdio: 'inherit' },
  );
  process.exitCode = generated.status ?? 1;
} finally {
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}
