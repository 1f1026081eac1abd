import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/**
 * Tests that take too long for every run: the matrix of commands and faults, tills killed at random times, faults and
 * sizes beyond those of every run; and all other browser tests, with the accessibility of both themes. Each worker has a server of its own, so that
 * its cells are independent of the others.
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
  projects: (base.projects ?? [])
    .filter(({ name }) => name === 'chromium')
    // Here all run as they are, also those that run with losses otherwise.
    .map((project) => ({ ...project, use: { ...project.use, losesTagged: false }, grepInvert: [] }))
    .flatMap((chromium) => [
      chromium,
      {
        ...chromium,
        name: 'both themes',
        testDir: '..',
        testMatch: '**/*.spec.ts',
        metadata: { bothThemes: true },
      },
    ]),
});
