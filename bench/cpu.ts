import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Shop } from './shop.ts';

const NS_PER_MS = 1_000_000;

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process is gone.
    return '';
  }
}

/** CPU time of a process with all its threads, in ms. */
function cpuOf(pid: string): number {
  let threads: string[] = [];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    return 0;
  }
  return threads.reduce(
    (sum, thread) => sum + Number(textOf(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0] ?? 0) / NS_PER_MS,
    0,
  );
}

/**
 * CPU time in ms that the server and its database have used so far. It is the one figure that other work on the machine
 * does not change. Null without `/proc`.
 */
export function cpuSpent({ server, dataDir }: Shop): number | null {
  if (process.platform !== 'linux') return null;
  const postmaster = textOf(join(dataDir, 'postgres', 'data', 'postmaster.pid')).split('\n')[0] ?? '';
  const workers = readdirSync('/proc').filter((pid) => {
    const [, fields = ''] = /^\d+$/.test(pid) ? textOf(`/proc/${pid}/stat`).split(') ') : [];
    return postmaster !== '' && fields.split(' ')[1] === postmaster;
  });
  return [String(server.child.pid), ...workers].reduce((sum, pid) => sum + cpuOf(pid), 0);
}
