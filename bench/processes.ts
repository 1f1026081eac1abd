import { type ChildProcess, type ForkOptions, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const STOP_WITHIN_MS = 15_000;
const running = new Set<ChildProcess>();

export const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Keeps an eye on a child, so that it is ended with the bench however that ends. */
function watched(child: ChildProcess): ChildProcess {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

export function startNode(
  args: readonly string[],
  { env, output }: { env?: NodeJS.ProcessEnv; output: 'pipe' | number },
): ChildProcess {
  const options = { cwd: fromRoot(''), env: env ?? process.env, stdio: ['ignore', output, output] as const };
  return watched(spawn(process.execPath, args, { ...options, stdio: [...options.stdio] }));
}

/** A TypeScript program of ours with a message channel. */
export function startTalking(path: string, options: ForkOptions = {}): ChildProcess {
  return watched(fork(fromRoot(path), { execArgv: ['--import', 'tsx'], serialization: 'advanced', ...options }));
}

/** Ends a child by its id: asked first, then made to. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const late = sleep(STOP_WITHIN_MS, 'late' as const, { ref: false });
  if ((await Promise.race([gone, late])) === 'late') {
    child.kill('SIGKILL');
    await gone;
  }
}

export async function endAll(): Promise<void> {
  await Promise.all([...running].map(endProcess));
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}

/** The first line a child writes. */
export async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the child has no output to read');
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return chunk.toString().trim();
}
