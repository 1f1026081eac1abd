import { existsSync, readdirSync } from 'node:fs';
import process from 'node:process';
import { run } from './processes.mjs';
import { fromRoot, root } from './root.mjs';
import { brokenRules } from './rules.mjs';

/**
 * @typedef {{ ok: boolean, output: string }} Outcome
 * @typedef {{ name: string, ok: boolean, output: string, seconds: number }} CheckResult
 */

const TYPE_PROJECTS = ['domain', 'server', 'web', 'tools'];

/**
 * Runs a tool from node_modules by its script. Two tools run at a time, so none spreads over the cores: a compiler that
 * does checks most files' types in each of its threads. @param {string} script @param {readonly string[]} [args] @returns
 * {Promise<Outcome>}
 */
async function tool(script, args = []) {
  const { code, output } = await run(process.execPath, [fromRoot(`node_modules/${script}`), ...args], {
    cwd: root,
    capture: true,
    env: { ...process.env, GOMAXPROCS: '1' },
  });
  return { ok: code === 0, output };
}

/** TypeScript files that the import rules must have seen. @param {string} folder @returns {string[]} */
function modulesUnder(folder) {
  if (!existsSync(fromRoot(folder))) return [];
  return readdirSync(fromRoot(folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `${folder}/${path}`);
}

/**
 * The rules hold, and hold for every module there is: a cruise that read nothing finds nothing. @returns
 * {Promise<Outcome>}
 */
async function importRules() {
  const folders = ['src', 'e2e', 'bench', 'scripts'].filter((folder) => existsSync(fromRoot(folder)));
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders];
  const cruise = await tool('dependency-cruiser/bin/dependency-cruise.mjs', args);
  let report;
  try {
    report = JSON.parse(cruise.output);
  } catch {
    return { ok: false, output: cruise.output };
  }
  const seen = new Set(report.modules.map((/** @type {{ source: string }} */ { source }) => source));
  const unseen = folders.flatMap(modulesUnder).filter((path) => !seen.has(path));
  const broken = report.summary.violations.map(
    (/** @type {{ rule: { name: string }, from: string, to: string }} */ { rule, from, to }) =>
      `${rule.name}: ${from} -> ${to}`,
  );
  const output = [...broken, ...unseen.map((path) => `not cruised: ${path}`)].join('\n');
  return { ok: output === '', output };
}

/** The four projects, one after the other. @returns {Promise<Outcome>} */
async function types() {
  const outcomes = [];
  for (const project of TYPE_PROJECTS) {
    const args = ['--project', `tsconfig.${project}.json`, '--pretty', 'false', '--checkers', '1'];
    outcomes.push(await tool('@typescript/native/bin/tsc', args));
  }
  return { ok: outcomes.every(({ ok }) => ok), output: outcomes.map(({ output }) => output).join('') };
}

/** Rules are cited by ids that exist, see docs/rules. @returns {Promise<Outcome>} */
async function rules() {
  const output = brokenRules();
  return { ok: output === '', output };
}

/** @returns {Promise<Outcome>} */
async function lock() {
  const { code, output } = await run(process.execPath, [fromRoot('scripts/fix-lock.mjs'), '--check'], {
    cwd: root,
    capture: true,
  });
  return { ok: code === 0, output };
}

/** Texts in the code of the camera that reads cards. A till that scans no card fetches none of it. */
const CAMERA = ['getUserMedia', 'frame-worker'];

/** Checks the JavaScript that a browser fetches in the current build. @param {string[]} args @returns {Promise<Outcome>} */
async function bundle(...args) {
  const { code, output } = await run(process.execPath, [fromRoot('scripts/bundle-size.mjs'), ...args], {
    cwd: root,
    capture: true,
  });
  return { ok: code === 0, output };
}

/** @param {string[]} args @returns {Promise<Outcome>} */
const knip = (...args) => tool('knip/bin/knip.js', ['--no-progress', '--no-config-hints', ...args]);

/** @type {readonly { name: string, check: () => Promise<Outcome> }[]} */
const CHECKS = [
  { name: 'format', check: () => tool('oxfmt/bin/oxfmt', ['--check']) },
  { name: 'lint', check: () => tool('oxlint/bin/oxlint', ['--format=unix']) },
  { name: 'types', check: types },
  { name: 'imports', check: importRules },
  { name: 'dead code', check: () => knip() },
  { name: 'code of tests alone', check: () => knip('--production', '--include', 'files,exports,types') },
  { name: 'lock', check: lock },
  { name: 'rules', check: rules },
];

const OF_THE_BUILD = [
  { name: 'size of the display', check: () => bundle('--display') },
  { name: 'first screens have no camera', check: () => bundle(...CAMERA.flatMap((text) => ['--without', text])) },
];

/**
 * Format, lint, types, import rules, dead code, code that only tests use, lock and rules, two at a time; prints a line each and the findings.
 * @param {{ built?: boolean }} [given] whether there is a build of these sources, to be measured
 * @returns {Promise<CheckResult[]>}
 */
export async function runChecks({ built = false } = {}) {
  const waiting = [...CHECKS, ...(built ? OF_THE_BUILD : [])];
  /** @type {CheckResult[]} */ const results = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const started = Date.now();
      const outcome = await next.check();
      const result = { name: next.name, ...outcome, seconds: (Date.now() - started) / 1000 };
      console.log(`${result.ok ? '✓' : '✗'} ${result.name} (${result.seconds.toFixed(1)} s)`);
      if (!result.ok) console.log(result.output.trimEnd().replace(/^/gm, '    '));
      results.push(result);
    }
  };
  await Promise.all([work(), work()]);
  return results;
}
