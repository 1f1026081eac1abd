import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/lib/longest-first.mjs';
import { keepTemporaryFilesInMemory } from './scripts/lib/memory-tmp.mjs';

keepTemporaryFilesInMemory();

/** Tests of the web app against the whole server; they need its database. */
const WITH_SERVER = 'src/web/**/*.served.test.ts';
const setupFiles = ['./src/testing/fail-on-console.ts'];

export default defineConfig({
  test: {
    allowOnly: false,
    pool: 'forks',
    // Tests wait for locks, processes and clocks a third of their time; a third worker uses it.
    maxWorkers: 3,
    // Files share what they import, which saves a sixth of the run; what one leaves behind would show in the next.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // A second is short beside the browser tests.
    expect: { poll: { timeout: 10_000 } },
    // The same holds for the usual five seconds: a random test of half a second took longer there, and a start of the server more
    // than a minute. A timing is no test.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    projects: [
      {
        extends: true,
        test: { name: 'domain', include: ['src/domain/**/*.test.ts', 'src/contract/**/*.test.ts'], setupFiles },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts', WITH_SERVER],
          setupFiles,
          // Starts the one database of the run; skipped when no server test is among those run.
          globalSetup: ['./src/server/testing/global-setup.ts'],
        },
      },
      {
        extends: true,
        // The web app's stores are of a page, and one file's person must not meet the next: each file is a new page. A
        // worker for each would cost twice as much.
        test: {
          name: 'web',
          pool: 'threads',
          include: ['src/web/**/*.test.ts', 'src/web/**/*.test.tsx', 'src/artifact-frame/**/*.test.ts'],
          exclude: [WITH_SERVER],
          setupFiles: ['./src/testing/fresh-page.ts', ...setupFiles],
          sequence: { setupFiles: 'list' },
        },
      },
    ],
  },
});
