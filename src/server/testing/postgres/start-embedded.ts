// Starts the embedded database of a folder and stays: a server process for tests to kill.
import { startEmbedded } from '#server/db/embedded.ts';
import { createLog } from '#server/log.ts';

const [, , dataDir = ''] = process.argv;
await startEmbedded({ dataDir, log: createLog('silent'), durable: false });
process.stdout.write('running\n');
setInterval(() => undefined, 60_000);
