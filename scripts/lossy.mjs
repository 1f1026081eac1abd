// The whole browser suite once more behind a proxy that loses requests and replies. Usage: node scripts/lossy.mjs
// [files or options for Playwright]; LOSSY_SEED=7 loses something else, and the same each time.
import './lib/require-node.mjs';

const { LOSSY, runBrowserSuite } = await import('./lib/suite.mjs');

process.exitCode = await runBrowserSuite('Browser tests with losses', LOSSY, process.argv.slice(2));
