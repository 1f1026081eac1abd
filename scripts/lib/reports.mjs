import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number, secondTry?: string[] }} Tally */

/** @param {string} file @returns {any} the report, or null when the runner wrote none */
function reportIn(file) {
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  } catch {
    return null;
  }
}

/**
 * The report of the runner, never better than its exit code: no report, no tests, or a bad end without a
 * failed test (an error outside any test) is one failure.
 * @param {Tally | null} tally @param {number} code
 * @returns {Tally}
 */
function honest(tally, code) {
  if (tally === null) return { passed: 0, failed: 1, skipped: 0 };
  const quietly = tally.failed === 0 && (code !== 0 || tally.passed === 0);
  return quietly ? { ...tally, failed: 1 } : tally;
}

/**
 * Counts of vitest's JSON report. A file that could not be loaded has no tests in it and counts as one failure.
 * @param {string} file @param {number} code exit code of the runner
 */
export function vitestTally(file, code) {
  const report = reportIn(file);
  if (report === null) return honest(null, code);
  const unloaded = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ { status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  ).length;
  return honest(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloaded,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    code,
  );
}

/**
 * @param {any} suite of Playwright's report @returns {string[]} titles of the tests in it that failed first and passed
 * then
 */
function passedAtSecondTry(suite) {
  const here = suite.specs
    .filter((/** @type {any} */ spec) => spec.tests.some((/** @type {any} */ { status }) => status === 'flaky'))
    .map((/** @type {any} */ spec) => `${spec.file}: ${spec.title}`);
  return [...here, ...(suite.suites ?? []).flatMap(passedAtSecondTry)];
}

/**
 * Counts of Playwright's JSON report; an error outside any test counts as one failure. A test that passed only at its
 * second try is passed, and named: a race is still to be found.
 * @param {string} file @param {number} code exit code of the runner
 */
export function playwrightTally(file, code) {
  const report = reportIn(file);
  if (report === null) return honest(null, code);
  const { expected, unexpected, flaky, skipped } = report.stats;
  const secondTry = report.suites.flatMap(passedAtSecondTry);
  return honest({ passed: expected + flaky, failed: unexpected + report.errors.length, skipped, secondTry }, code);
}
