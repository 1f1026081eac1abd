import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** What takes too long for every run: the matrix of commands and faults, and tills killed at random instants. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.long.ts',
  outputDir: '../../test-results/long',
  globalSetup: '../global-setup.ts',
  timeout: 120_000,
});
