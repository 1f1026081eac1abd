import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/**
 * Tests that take too long for every run: the matrix of commands and faults, and tills killed at random times. Each
 * worker has a server of its own, so that its cells are independent of the others.
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
