import { defineConfig } from '@playwright/test';
import base from '../playwright.config.ts';
import { withLosses, type NetworkOptions } from './support/faults/losses.ts';

/** The whole browser suite with losses. */
export default defineConfig<NetworkOptions>({
  ...(base as object),
  testDir: '.',
  outputDir: '../test-results/lossy',
  globalSetup: './lossy-setup.ts',
  projects: (base.projects ?? []).filter(({ name }) => name === 'chromium').map(withLosses),
});
