import process from 'node:process';
import { defineConfig } from '@playwright/test';
import { CAMERA_FLAGS } from './e2e/support/browser/camera-flags.ts';
import type { BrowserProject, NetworkOptions } from './e2e/support/faults/losses.ts';
import { installedBrowser } from './scripts/lib/browser.mjs';
import { keepTemporaryFilesInMemory } from './scripts/lib/memory-tmp.mjs';

keepTemporaryFilesInMemory();

/** Every run leaves these out; `npm run test:long` does not, nor does a run of files that are named. */
const LEFT_OUT = process.env['WHOLE_FILES'] === undefined ? /@long/ : [];

/**
 * Features of the browser that are turned off. The last of two such switches counts, so Playwright's own list is here too.
 * The popup of an address bar that nobody sees is two pages more for every test: a quarter of the whole work.
 */
const WITHOUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

const executablePath = process.env['CHROMIUM_PATH'] ?? installedBrowser();

const chromium: BrowserProject = {
  name: 'chromium',
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    trace: 'off',
    screenshot: 'only-on-failure',
    // To draw what fades and slides is a tenth of the work, and tests would wait for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // A page that stays open keeps what is compiled for the next one, see `KeptWindows`.
        '--process-per-site',
        // A camera that shows a file. With flags of its own a test would need a worker, and so a server, of its own.
        ...CAMERA_FLAGS,
        // A process less to talk to; tried on Linux only.
        ...(process.platform === 'linux' ? ['--in-process-gpu'] : []),
        `--disable-features=${WITHOUT.join(',')}`,
      ],
    },
  },
};

export default defineConfig<NetworkOptions>({
  testDir: './e2e',
  testMatch: '**/*.spec.ts',
  outputDir: './test-results/browser',
  globalSetup: './e2e/global-setup.ts',
  forbidOnly: true,
  // Each worker has a shop of its own, so that tests of one file may run side by side as well.
  fullyParallel: true,
  // A busy machine gets a second try; the summary names who needed it. `--retries=0` to look for races.
  retries: 1,
  workers: 2,
  // For a slow machine, and for commands that are repeated because they were lost: what is fast is measured by the bench.
  timeout: 180_000,
  expect: { timeout: 40_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? 'test-results/browser.json' }],
  ],
  // A flow of each kind of command runs behind losses; `npm run test:lossy` has all tests so.
  projects: [{ ...chromium, use: { ...chromium.use, losesTagged: true }, grepInvert: LEFT_OUT }],
});
