// Runs the tests that take too long for every run: a shop killed repeatedly, random tests twenty times as often, each
// command under each fault in browsers, and tills killed at random instants. Usage: node scripts/long.mjs [files or
// options for Playwright]; KILLS=1000 and CRASH_ROUNDS=200 for more kills, KILLS_SEED=7 for other instants,
// TEST_TIMES=100 for more repetitions.
import './lib/require-node.mjs';

const { runLong } = await import('./lib/suite.mjs');

process.exitCode = await runLong(process.argv.slice(2));
