import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import process from 'node:process';
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { runChecks } from './checks.mjs';
import { ensureInstalled } from './install.mjs';
import { run, Stop } from './processes.mjs';
import { playwrightTally, vitestTally } from './reports.mjs';
import { fromRoot, root } from './root.mjs';

/** @typedef {import('./reports.mjs').Tally & { name: string, seconds: number }} Part */
/** @typedef {() => Promise<Part>} Step */

export const LOSSY = 'e2e/lossy.config.ts';
const LONG = 'e2e/long/long.config.ts';
const VITEST_REPORT = 'test-results/vitest.json';

/** @param {string} name @param {() => Promise<import('./reports.mjs').Tally>} part @returns {Promise<Part>} */
async function timed(name, part) {
  const started = Date.now();
  console.log(`\n== ${name}`);
  const tally = await part();
  return { name, ...tally, seconds: (Date.now() - started) / 1000 };
}

async function checks() {
  // These checks run after all tests, when the web app has been built.
  const results = await runChecks({ built: true });
  const passed = results.filter(({ ok }) => ok).length;
  return { passed, failed: results.length - passed, skipped: 0 };
}

/** @param {readonly string[]} args files or options for vitest @param {NodeJS.ProcessEnv} [more] settings of the tests */
async function unitAndIntegration(args, more = {}) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`];
  const cli = fromRoot('node_modules/vitest/vitest.mjs');
  const { code } = await run(process.execPath, [cli, 'run', ...reporters, ...args], {
    cwd: root,
    env: { ...process.env, ...more },
  });
  return vitestTally(fromRoot(VITEST_REPORT), code);
}

/**
 * @param {readonly string[]} args files or options for Playwright @param {string} [config] another suite than the usual one
 * @param {NodeJS.ProcessEnv} [more] settings of the tests
 */
async function inBrowser(args, config = 'playwright.config.ts', more = {}) {
  const report = fromRoot(`test-results/${basename(config, '.config.ts')}.json`);
  const env = { ...process.env, ...more, CHROMIUM_PATH: await ensureBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const cli = fromRoot('node_modules/@playwright/test/cli.js');
  const { code } = await run(process.execPath, [cli, 'test', '--config', config, ...args], { cwd: root, env });
  return playwrightTally(report, code);
}

/** @param {string} file as given on the command line */
const isBrowserTest = (file) => relative(root, resolve(file)).startsWith('e2e');

/**
 * The parts of a run, in lanes that run side by side: everything, or only the runners that the named files belong to.
 * Tests wait much of their time, for the disk, for a page and for an instant; another lane fills it.
 * @param {readonly string[]} files
 * @returns {Step[][]}
 */
function lanesFor(files) {
  const browser = files.filter(isBrowserTest).map((file) => relative(root, resolve(file)));
  const other = files.filter((file) => !isBrowserTest(file));
  const all = files.length === 0;
  const whole = all ? {} : { WHOLE_FILES: '1' };
  return [
    [
      ...(all ? [() => timed('Checks', checks)] : []),
      ...(all || other.length > 0
        ? [() => timed('Unit and integration tests', () => unitAndIntegration(other, whole))]
        : []),
    ],
    all || browser.length > 0 ? [() => timed('Browser tests', () => inBrowser(browser, undefined, whole))] : [],
  ];
}

/**
 * Prepares what is missing, runs checks and tests, and closes with the sum of what the runners reported, as the last
 * line: `N passed, N failed`. A step that could not run at all is a failure.
 * @param {readonly string[]} files only these; none for everything
 * @returns {Promise<number>} the exit code
 */
export async function runSuite(files) {
  // Unit and integration tests run from the sources.
  return runLanes(lanesFor(files), { build: files.length === 0 || files.some(isBrowserTest) });
}

/**
 * Runs a browser suite of its own in the same way.
 * @param {string} name @param {string} config @param {readonly string[]} args files or options for Playwright
 * @returns {Promise<number>} the exit code
 */
export async function runBrowserSuite(name, config, args) {
  return runLanes([[() => timed(name, () => inBrowser(args, config))]], { build: true });
}

/** The test files that repeat something as often as `TEST_TIMES` says. */
const repeating = () =>
  readdirSync(fromRoot('src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => join('src', file))
    .filter((file) => readFileSync(fromRoot(file), 'utf8').includes("'#testing/times.ts'"));

/**
 * Runs the tests that take too long for every run: the long browser tests, a shop that is killed repeatedly, and the
 * random tests with many more repetitions.
 * @param {readonly string[]} args files or options for Playwright; with any, only browser tests run
 * @returns {Promise<number>} the exit code
 */
export async function runLong(args) {
  const rounds = { CRASH_ROUNDS: process.env['CRASH_ROUNDS'] ?? '100' };
  const crash = () => timed('Crash test', () => unitAndIntegration(['src/server/crash.test.ts'], rounds));
  const times = { TEST_TIMES: process.env['TEST_TIMES'] ?? '20' };
  const random = () =>
    timed('Random tests', () => unitAndIntegration([...repeating(), '--testTimeout=3600000'], times));
  const browser = () => timed('Long browser tests', () => inBrowser(args, LONG));
  return runLanes([args.length === 0 ? [crash, random, browser] : [browser]], { build: true });
}

/** @param {readonly Step[][]} lanes @param {{ build: boolean }} needs */
async function runLanes(lanes, { build }) {
  /** @type {Part[]} */ const parts = [];
  let broken = 0;
  /** @param {unknown} error */
  const tell = (error) => {
    console.error(error instanceof Stop ? error.message : error);
    broken += 1;
  };
  try {
    rmSync(fromRoot('test-results'), { recursive: true, force: true });
    mkdirSync(fromRoot('test-results'), { recursive: true });
    await ensureInstalled({ dev: true });
    if (build) await ensureBuilt();
  } catch (error) {
    tell(error);
  }
  const drive = async (/** @type {readonly Step[]} */ steps) => {
    for (const step of steps) {
      try {
        parts.push(await step());
      } catch (error) {
        tell(error);
      }
    }
  };
  if (broken === 0) await Promise.all(lanes.map(drive));
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
