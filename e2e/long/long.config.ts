import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/**
 * What takes too long for every run: the matrix of commands and faults, and tills killed at random instants. Each
 * worker has a server of its own, so that its cells go on beside those of the others.
 */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.long.ts',
  outputDir: '../../test-results/long',
  globalSetup: '../global-setup.ts',
  fullyParallel: true,
  timeout: 120_000,
  use: { actionTimeout: 30_000 },
});
