// Format, lint, types, imports, dead code, lock, then all tests. Usage: node scripts/validate.mjs [--fast]
// With --fast no tests and no build.
import './lib/require-node.mjs';

const { runChecks } = await import('./lib/checks.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { fail } = await import('./lib/processes.mjs');
const { runSuite } = await import('./lib/suite.mjs');

if (process.argv.includes('--fast')) {
  try {
    await ensureInstalled({ dev: true });
    const results = await runChecks();
    process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
  } catch (error) {
    fail(error);
  }
} else {
  process.exitCode = await runSuite([]);
}
