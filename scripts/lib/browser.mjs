import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { requireInstall, run, Stop } from './processes.mjs';
import { root } from './root.mjs';

/** The headless shell first: it needs less than half the processor time of a whole Chromium for the same pages. */
const COMMANDS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
];
const MAC_APPS = ['Google Chrome', 'Chromium', 'Google Chrome for Testing', 'Microsoft Edge'];

const folders = () => (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);

const HOW_TO =
  'No browser for the browser tests: install Chrome or Chromium, or set CHROMIUM_PATH to one, and run npm test again.';

/** @param {string} path A downloaded browser that lacks system libraries does not start. */
const starts = (path) => spawnSync(path, ['--version'], { timeout: 30_000, stdio: 'ignore' }).status === 0;

/** Chrome or Chromium as this machine has it installed. @returns {string | undefined} */
export function installedBrowser() {
  const macs = ['/Applications', join(process.env['HOME'] ?? '', 'Applications')];
  const candidates = [
    ...COMMANDS.flatMap((command) => folders().map((folder) => join(folder, command))),
    ...MAC_APPS.flatMap((app) => macs.map((folder) => join(folder, `${app}.app/Contents/MacOS/${app}`))),
  ];
  return candidates.find((path) => existsSync(path));
}

/** The browser that Playwright downloaded earlier. @returns {Promise<string | undefined>} */
async function downloadedBrowser() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

/**
 * A browser that starts: the one named by CHROMIUM_PATH, an installed one, Playwright's own (downloaded if need be),
 * or Debian's as root.
 * @returns {Promise<string>} its path
 * @throws Stop with one sentence on what to do
 */
export async function ensureBrowser() {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (!existsSync(named)) throw new Stop(`CHROMIUM_PATH names ${named}, and there is no such file.`);
    return named;
  }
  for (const find of [installedBrowser, downloadedBrowser]) {
    const found = await find();
    if (found !== undefined && starts(found)) return found;
  }

  const why = 'because the browser tests need a browser and none that starts was found';
  requireInstall(`a browser, ${why}`);
  console.log(`Downloading Chromium with Playwright, ${why}; INSTALL=0 forbids it ...`);
  const quiet = { cwd: root, capture: true };
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  await run(process.execPath, [cli, 'install', '--no-shell', 'chromium'], { ...quiet, timeoutMs: 240_000 });
  const downloaded = await downloadedBrowser();
  if (downloaded !== undefined && starts(downloaded)) return downloaded;

  if (process.getuid?.() === 0 && folders().some((folder) => existsSync(join(folder, 'apt-get')))) {
    console.log(`Installing chromium-headless-shell with apt-get as root, ${why}; INSTALL=0 forbids it ...`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { ...quiet, env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], {
      ...quiet,
      env,
    });
    const found = installedBrowser();
    if (found !== undefined && starts(found)) return found;
  }
  throw new Stop(HOW_TO);
}
