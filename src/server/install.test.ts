import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IS_LONG } from '#testing/times.ts';

const ROOT = join(import.meta.dirname, '../..');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillwright-install-'));
  mkdirSync(join(folder, 'bin'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a function of the scripts on a machine that has the programs of `folder/bin` only, and no network. */
function ask(what: string, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', what], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: join(folder, 'bin'),
      HOME: folder,
      PLAYWRIGHT_BROWSERS_PATH: join(folder, 'browsers'),
      PLAYWRIGHT_DOWNLOAD_HOST: 'http://127.0.0.1:1',
      ...env,
    },
  });
  return { status, said: stdout + stderr };
}

const imported = (script: string, call: string, root = ROOT): string => `
  const { fail } = await import(${JSON.stringify(join(root, 'scripts/lib/processes.mjs'))});
  const scripts = await import(${JSON.stringify(join(root, 'scripts/lib', script))});
  await scripts.${call}.then((answer) => console.log('answer', answer), fail);`;

describe('what the tests need', () => {
  const browser = imported('browser.mjs', 'ensureBrowser()');

  it.runIf(IS_LONG && process.getuid?.() === 0)('is installed with a word on what and why', () => {
    const shell = join(folder, 'bin/chromium-headless-shell');
    const apt = join(folder, 'bin/apt-get');
    writeFileSync(apt, `#!/bin/sh\necho "$@" >> ${folder}/asked\n/bin/cp ${apt} ${shell}\n`);
    chmodSync(apt, 0o755);
    const { status, said } = ask(browser);
    expect(status, said).toBe(0);
    expect(said).toContain(
      'Installing chromium-headless-shell with apt-get as root, because the browser tests need a browser and none that starts was found; INSTALL=0 forbids it',
    );
    expect(said).toContain(`answer ${shell}`);
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toMatch(/^update .*\ninstall .* chromium-headless-shell\n/);
  });

  it('is not installed with INSTALL=0, which names what is missing', () => {
    const apt = join(folder, 'bin/apt-get');
    writeFileSync(apt, `#!/bin/sh\necho "$@" >> ${folder}/asked\n`);
    chmodSync(apt, 0o755);
    const { status, said } = ask(browser, { INSTALL: '0' });
    expect([status, said.trim()]).toEqual([
      1,
      'INSTALL=0 forbids installing a browser, because the browser tests need a browser and none that starts was found.',
    ]);
    expect(() => readFileSync(join(folder, 'asked'))).toThrow('ENOENT');
  });

  it('is neither installed with npm', () => {
    cpSync(join(ROOT, 'scripts'), join(folder, 'scripts'), { recursive: true });
    for (const file of ['package.json', 'package-lock.json']) symlinkSync(join(ROOT, file), join(folder, file));
    const { status, said } = ask(imported('install.mjs', 'ensureInstalled({ dev: true })', folder), { INSTALL: '0' });
    expect([status, said.trim()]).toEqual([1, 'INSTALL=0 forbids installing packages (not installed yet).']);
  });
});
