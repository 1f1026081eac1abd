// Tests too long for every run: each command under each fault in browsers, and tills killed at random instants.
// Usage: node scripts/long.mjs [files or options for Playwright]; KILLS=1000 for more of those, KILLS_SEED=7 for others.
import './lib/require-node.mjs';

const { LONG, runBrowserSuite } = await import('./lib/suite.mjs');

process.exitCode = await runBrowserSuite('Long browser tests', LONG, process.argv.slice(2));
