import { isCostKey } from '#domain/product-costs.ts';
import type { Problem } from './findings.ts';
import type { ImportPlan } from './plan/import-plan.ts';
import { headerOfMeta } from './read/columns.ts';
import type { CatalogueFile } from './read/read-file.ts';

const NO_COSTS = 'is about costs, which your role keeps from you: take this column out';

/** The file for somebody who may not see costs: one that has any is not compared, because a preview shows what is here. */
export function withoutCosts(file: CatalogueFile): CatalogueFile {
  const keys = new Set(file.items.flatMap(({ meta }) => [...meta.keys()].filter(isCostKey)));
  if (keys.size === 0) return file;
  const problems = [...keys].map((key) => {
    const column = headerOfMeta(file.header, key) ?? key;
    return { line: 1, column, reason: NO_COSTS };
  });
  return { ...file, items: [], problems: [...file.problems, ...problems] };
}

/** The rows that would set stock. A new item without any is no count. */
export function stockProblems({ products, variations }: ImportPlan): Problem[] {
  return [...products, ...variations]
    .filter(({ change, stockMilli }) => stockMilli !== null && (change !== 'create' || stockMilli !== 0))
    .map(({ line }) => ({ line, column: 'Stock', reason: 'would change, and your role may not count stock' }));
}
