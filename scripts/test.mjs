// Everything that must hold, on a fresh clone too: checks, unit and integration tests, browser tests.
// Usage: node scripts/test.mjs [files]; with files only those run, and no checks.
import './lib/require-node.mjs';

const { runSuite } = await import('./lib/suite.mjs');

process.exitCode = await runSuite(process.argv.slice(2));
