import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import process from 'node:process';
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { runChecks } from './checks.mjs';
import { ensureInstalled } from './install.mjs';
import { run, Stop } from './processes.mjs';
import { playwrightTally, vitestTally } from './reports.mjs';
import { fromRoot, root } from './root.mjs';

/** @typedef {import('./reports.mjs').Tally & { name: string, seconds: number }} Part */

const VITEST_REPORT = 'test-results/vitest.json';
const PLAYWRIGHT_REPORT = 'test-results/browser.json';

/** @param {string} name @param {() => Promise<import('./reports.mjs').Tally>} part @returns {Promise<Part>} */
async function timed(name, part) {
  const started = Date.now();
  console.log(`\n== ${name}`);
  const tally = await part();
  return { name, ...tally, seconds: (Date.now() - started) / 1000 };
}

async function checks() {
  const results = await runChecks();
  const passed = results.filter(({ ok }) => ok).length;
  return { passed, failed: results.length - passed, skipped: 0 };
}

/** @param {readonly string[]} args files or options for vitest */
async function unitAndIntegration(args) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`];
  const cli = fromRoot('node_modules/vitest/vitest.mjs');
  const { code } = await run(process.execPath, [cli, 'run', ...reporters, ...args], { cwd: root });
  return vitestTally(fromRoot(VITEST_REPORT), code);
}

/** @param {readonly string[]} args files or options for Playwright */
async function inBrowser(args) {
  const env = {
    ...process.env,
    CHROMIUM_PATH: await ensureBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: fromRoot(PLAYWRIGHT_REPORT),
  };
  const cli = fromRoot('node_modules/@playwright/test/cli.js');
  const { code } = await run(process.execPath, [cli, 'test', ...args], { cwd: root, env });
  return playwrightTally(fromRoot(PLAYWRIGHT_REPORT), code);
}

/** @param {string} file as given on the command line */
const isBrowserTest = (file) => relative(root, resolve(file)).startsWith('e2e');

/**
 * The parts of a run: everything, or only the runners that the named files belong to.
 * @param {readonly string[]} files
 */
function partsFor(files) {
  const browser = files.filter(isBrowserTest).map((file) => relative(root, resolve(file)));
  const other = files.filter((file) => !isBrowserTest(file));
  const all = files.length === 0;
  return [
    ...(all ? [() => timed('Checks', checks)] : []),
    ...(all || other.length > 0 ? [() => timed('Unit and integration tests', () => unitAndIntegration(other))] : []),
    ...(all || browser.length > 0 ? [() => timed('Browser tests', () => inBrowser(browser))] : []),
  ];
}

/**
 * Prepares what is missing, runs checks and tests one part after the other, and closes with the sum of what the
 * runners reported, as the last line: `N passed, N failed`. A step that could not run at all is a failure.
 * @param {readonly string[]} files only these; none for everything
 * @returns {Promise<number>} the exit code
 */
export async function runSuite(files) {
  /** @type {Part[]} */ const parts = [];
  let broken = 0;
  try {
    rmSync(fromRoot('test-results'), { recursive: true, force: true });
    mkdirSync(fromRoot('test-results'), { recursive: true });
    await ensureInstalled({ dev: true });
    // Unit and integration tests run from the sources.
    if (files.length === 0 || files.some(isBrowserTest)) await ensureBuilt();
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error);
    broken += 1;
  }
  for (const part of broken > 0 ? [] : partsFor(files)) {
    try {
      parts.push(await part());
    } catch (error) {
      console.error(error instanceof Stop ? error.message : error);
      broken += 1;
    }
  }
  return summarise(parts, broken);
}

/** @param {readonly Part[]} parts @param {number} broken parts that could not run */
function summarise(parts, broken) {
  console.log('');
  for (const { name, passed, failed, skipped, seconds } of parts) {
    const left = skipped > 0 ? `, ${skipped} skipped` : '';
    console.log(`${name}: ${passed} passed, ${failed} failed${left} (${seconds.toFixed(0)} s)`);
  }
  for (const test of parts.flatMap(({ secondTry }) => secondTry ?? [])) {
    console.log(`Passed only when run again, so look for a race: ${test}`);
  }
  const passed = parts.reduce((sum, part) => sum + part.passed, 0);
  const failed = parts.reduce((sum, part) => sum + part.failed, broken);
  const line = `${passed} passed, ${failed} failed`;
  mkdirSync(fromRoot('test-results'), { recursive: true });
  writeFileSync(fromRoot('test-results/summary.txt'), `${line}\n`);
  console.log(line);
  return failed > 0 || passed === 0 ? 1 : 0;
}
