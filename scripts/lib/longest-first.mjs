import { readFileSync } from 'node:fs';
import { BaseSequencer } from 'vitest/node';

/**
 * Test files that take longer than ten seconds beside the browser tests, the longest first. A long one that begins last
 * leaves the other worker with nothing to do. Update it from `test-results/vitest.json`.
 */
const LONGEST = [
  'src/server/hostile-input.test.ts',
  'src/server/access-matrix.test.ts',
  'src/server/http/openapi/examples.test.ts',
  'src/server/crash.test.ts',
  'src/server/main.test.ts',
  'src/web/shell/commands/matrix.served.test.ts',
  'src/server/modules/auth/approvals.test.ts',
  'src/server/backup/evidence.test.ts',
  'src/server/modules/assistant/answers.test.ts',
  'src/server/http/serve/reading.test.ts',
  'src/server/db/embedded.test.ts',
  'src/server/books/forger.test.ts',
  'src/server/modules/assistant/drafts/drafts.test.ts',
  'src/server/backup/backup.test.ts',
  'src/server/modules/orders/sale/sale-taxes.test.ts',
  'src/web/features/menus/menus-view.test.tsx',
];

/** @param {import('vitest/node').TestSpecification} file */
function placeOf({ moduleId }) {
  const place = LONGEST.findIndex((name) => moduleId.endsWith(name));
  return place === -1 ? LONGEST.length : place;
}

/** True for a file that runs with a document. @param {import('vitest/node').TestSpecification} file */
const hasDocument = ({ moduleId }) => readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment');

/**
 * A fresh clone knows no times of a run before, so the files that are known to be long are named here. Files that need
 * the same kind of worker stand together, because another kind begins anew.
 */
export class LongestFirst extends BaseSequencer {
  /** @override @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((own) => {
      const ordered = sorted.filter(({ project }) => project === own).toSorted((a, b) => placeOf(a) - placeOf(b));
      return [...ordered.filter(hasDocument), ...ordered.filter((file) => !hasDocument(file))];
    });
  }
}
