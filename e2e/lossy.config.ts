import process from 'node:process';
import { defineConfig } from '@playwright/test';
import base from '../playwright.config.ts';
import type { NetworkOptions } from './staff.ts';

/** Loses something else with every seed, and the same with the same one. */
export const lossySeed = process.env['LOSSY_SEED'] ?? '1';

/**
 * The whole browser suite behind a proxy that loses 10 % of the requests and the replies to 20 % of the writes. What
 * is lost is asked for again after 1, 2 and 4 s, hence the longer limits. A test tagged `@lossless` is left out and
 * says why; it may only be one that plays the network itself.
 */
export default defineConfig<NetworkOptions>({
  ...(base as object),
  testDir: '.',
  outputDir: '../test-results/lossy',
  globalSetup: './lossy-setup.ts',
  grepInvert: /@lossless/,
  timeout: 180_000,
  expect: { timeout: 40_000 },
  use: { network: 'lossy', lossySeed },
});
