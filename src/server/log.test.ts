import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import process from 'node:process';
import { expect, it } from 'vitest';

const PROGRAM = `
  import { setTimeout as sleep } from 'node:timers/promises';
  import { bufferedOutput, createLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)};
  const log = createLog('info', bufferedOutput());
  log.info('one');
  await sleep(600);
  log.fatal('two');
  process.exit(7);
`;

/** @returns how a program that logs ends, and its output */
async function logging(stdout: 'pipe' | number): Promise<{ code: unknown; text: string }> {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', PROGRAM];
  const child = spawn(process.execPath, args, { stdio: ['ignore', stdout, 'ignore'], timeout: 20_000 });
  let text = '';
  child.stdout?.on('data', (part: Buffer) => (text += part.toString()));
  const [code] = (await once(child, 'close')) as unknown[];
  return { code, text };
}

it('writes every line before the process ends', async () => {
  const { code, text } = await logging('pipe');
  expect([
    code,
    ...text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { msg: string }).msg),
  ]).toEqual([7, 'one', 'two']);
});

it.skipIf(process.platform !== 'linux')('holds nothing up while the disk of the log is full', async () => {
  const full = openSync('/dev/full', 'w');
  try {
    expect(await logging(full)).toEqual({ code: 7, text: '' });
  } finally {
    closeSync(full);
  }
});
