import process from 'node:process';
import type { KnipConfig } from 'knip';

const ENTRIES = [
  'src/server/main.ts',
  'src/server/programs/*.ts',
  'src/server/http/pdf/pdf-worker.js',
  'src/artifact-frame/{frame.ts,react.tsx,chart.tsx,mermaid.ts}',
  'src/web/display/main.tsx',
  'src/web/display/service-worker.ts',
];
const SOURCES = 'src/**/*.{ts,tsx,js,css}';

const all: KnipConfig = {
  entry: [
    ...ENTRIES,
    'bench/*.ts',
    'bench/load/load-process.ts',
    'bench/browser/page-probe.mjs',
    'bench/yardsticks/plain-server.mjs',
    'scripts/*.{mjs,ts}',
    'e2e/lossy.config.ts',
    'e2e/lossy-setup.ts',
    'e2e/long/long.config.ts',
    'e2e/long/*.long.ts',
  ],
  project: [SOURCES, 'e2e/**/*.ts', 'bench/**/*.{ts,mjs}', 'scripts/**/*.{mjs,ts}'],
  ignoreExportsUsedInFile: { interface: true, type: true },
  ignoreDependencies: [
    '@typescript/native',
    'dependency-cruiser',
    'kysely-codegen',
    'openapi-fetch',
    'oxlint',
    'oxlint-tsgolint',
  ],
};

/**
 * `--production` reads no unit test: it finds what only they use. Its patterns end in "!". An export that its own file
 * uses may be there for a test.
 */
const withoutTests: KnipConfig = {
  entry: [...ENTRIES, 'src/web/main.tsx', '{e2e,bench,scripts}/**/*.{ts,mjs}', '*.config.ts'].map((path) => `${path}!`),
  project: [SOURCES, '!src/**/*.{test,testing}.{ts,tsx}', '!src/**/testing/**'].map((path) => `${path}!`),
  ignoreExportsUsedInFile: true,
};

export default process.argv.includes('--production') ? withoutTests : all;
