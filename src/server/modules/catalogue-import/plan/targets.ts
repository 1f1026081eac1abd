import { type Problem, quote } from '../findings.ts';
import { type Item, type ParentReference, type ProductItem, skuKey, type VariationItem } from '../read/items.ts';
import type { PlannedProduct, Snapshot, StoredProduct, StoredVariation } from './import-plan.ts';
import { describeParent } from '../read/read-file.ts';
import type { RowIdentity } from '../read/read-row.ts';

/** The item that a row of the file stands for here: an existing or a new one. */
export interface Target<T> {
  readonly stored: T | null;
  /** null for a new item that cannot keep the file's number. */
  readonly id: number | null;
  /** The source's number is known to stand for it. */
  readonly isLinked: boolean;
}

/** The file's number is kept below this; above it the numbers that are given out next would run short. */
const MAX_KEPT_ID = 1_000_000_000;

type Stored = { kind: 'product'; row: StoredProduct } | { kind: 'variation'; row: StoredVariation };

/**
 * Says which item a row is: the one its number was imported as before, else the one with its SKU, else a new one, with
 * the file's number when nobody has it. Two possible answers are a problem, never a guess.
 * Rule: catalogue/import-finds-its-product.
 */
export class Targets {
  readonly #byLink = new Map<number, Stored>();
  readonly #bySku = new Map<string, Stored[]>();
  readonly #taken = new Set<number>();
  readonly #identityById = new Map<number, RowIdentity>();
  readonly #identityBySku = new Map<string, RowIdentity>();
  readonly #claimed = new Map<number, number>();

  constructor(identities: readonly RowIdentity[], snapshot: Snapshot) {
    const byId = new Map<number, Stored>();
    for (const row of snapshot.products) byId.set(row.id, { kind: 'product', row });
    for (const row of snapshot.variations) byId.set(row.id, { kind: 'variation', row });
    for (const [id, stored] of byId) {
      this.#taken.add(id);
      if (stored.row.sku === null) continue;
      const key = skuKey(stored.row.sku);
      this.#bySku.set(key, [...(this.#bySku.get(key) ?? []), stored]);
    }
    for (const { source_id, product_id, variation_id } of snapshot.links) {
      const stored = byId.get(variation_id ?? product_id);
      if (stored !== undefined) this.#byLink.set(source_id, stored);
    }
    for (const identity of identities) {
      if (identity.sourceId !== null) this.#identityById.set(identity.sourceId, identity);
      if (identity.sku !== null) this.#identityBySku.set(skuKey(identity.sku), identity);
    }
  }

  ofProduct(item: ProductItem): Target<StoredProduct> | readonly Problem[] {
    const found = this.#find(item);
    if ('problem' in found) return [found.problem];
    if (found.stored === null) return this.#newTarget(item);
    if (found.stored.kind === 'variation') return [wrongKind(item, found.stored, `a ${item.type} product`)];
    const { row } = found.stored;
    if (row.type !== item.type && item.type === 'variable' && row.has_own_stock) {
      return [problem(item, 'Type', 'makes variations of a product that has stock of its own; set that to 0 first')];
    }
    if (row.type !== item.type && item.type === 'simple' && row.has_variations) {
      return [problem(item, 'Type', 'is simple, and the product here has variations')];
    }
    return { stored: row, id: row.id, isLinked: found.isLinked };
  }

  ofVariation(item: VariationItem): Target<StoredVariation> | readonly Problem[] {
    const found = this.#find(item);
    if ('problem' in found) return [found.problem];
    if (found.stored === null) return this.#newTarget(item);
    if (found.stored.kind === 'product') return [wrongKind(item, found.stored, 'a variation')];
    return { stored: found.stored.row, id: found.stored.row.id, isLinked: found.isLinked };
  }

  /**
   * The product a variation belongs to: a row of the file, else one that is here. Reports no problem if that row already
   * has one.
   */
  parentOf(
    item: VariationItem,
    planned: ReadonlyMap<number, PlannedProduct>,
  ): { readonly id: number | null } | readonly Problem[] {
    const row = this.#rowOf(item.parent);
    if (row !== undefined) return planned.get(row.line) ?? [];
    const [stored, another] =
      'sku' in item.parent
        ? (this.#bySku.get(skuKey(item.parent.sku)) ?? [])
        : [this.#byLink.get(item.parent.sourceId)].filter((each) => each !== undefined);
    const name = describeParent(item.parent);
    if (stored === undefined) return [problem(item, 'Parent', `${name} is neither in the file nor in the shop`)];
    if (another !== undefined)
      return [problem(item, 'Parent', `${name} may be ${describe(stored)} or ${describe(another)}`)];
    if (stored.kind === 'variation' || stored.row.type !== 'variable') {
      return [problem(item, 'Parent', `${name} is ${describe(stored)}, which is not a variable product`)];
    }
    return { id: stored.row.id };
  }

  #rowOf(parent: ParentReference): RowIdentity | undefined {
    return 'sku' in parent ? this.#identityBySku.get(skuKey(parent.sku)) : this.#identityById.get(parent.sourceId);
  }

  #find(item: Item): { stored: Stored | null; isLinked: boolean } | { problem: Problem } {
    const linked = item.sourceId === null ? undefined : this.#byLink.get(item.sourceId);
    const [bySku, another] = item.sku === undefined ? [] : (this.#bySku.get(skuKey(item.sku)) ?? []);
    if (bySku !== undefined && another !== undefined) {
      return { problem: problem(item, 'SKU', `is that of ${describe(bySku)} and of ${describe(another)}`) };
    }
    if (linked !== undefined && bySku !== undefined && linked !== bySku) {
      const reason = `is that of ${describe(bySku)}, but ID ${item.sourceId} was imported as ${describe(linked)}`;
      return { problem: problem(item, 'SKU', reason) };
    }
    if (linked !== undefined && bySku === undefined && item.exportedAs === undefined && isAnother(item, linked)) {
      const reason = `${item.sourceId} was imported as ${describe(linked)}, which has another SKU and name; a file of another store needs a --source of its own`;
      return { problem: problem(item, 'ID', reason) };
    }
    const stored = linked ?? bySku ?? null;
    if (stored === null) return { stored, isLinked: false };
    const line = this.#claimed.get(stored.row.id);
    if (line !== undefined) {
      return { problem: problem(item, null, `is ${describe(stored)}, and so is line ${line}`) };
    }
    this.#claimed.set(stored.row.id, item.line);
    return { stored, isLinked: linked !== undefined };
  }

  #newTarget(item: Item): Target<never> {
    const { sourceId } = item;
    const canKeep = sourceId !== null && sourceId <= MAX_KEPT_ID && !this.#taken.has(sourceId);
    return { stored: null, id: canKeep ? sourceId : null, isLinked: false };
  }
}

/** Neither the SKU nor the name is the one the number stood for. */
function isAnother(item: Item, { row }: Stored): boolean {
  return (
    item.sku !== undefined &&
    row.sku !== null &&
    item.name !== undefined &&
    row.name !== null &&
    item.name.toLowerCase() !== row.name.toLowerCase()
  );
}

function problem(item: Item, column: string | null, reason: string): Problem {
  return { line: item.line, column, reason };
}

function wrongKind(item: Item, stored: Stored, wanted: string): Problem {
  return problem(item, 'Type', `makes it ${wanted}, but it is ${describe(stored)} here`);
}

function describe({ kind, row }: Stored): string {
  return `${kind} ${row.id} ${quote(row.name ?? row.sku ?? '')}`;
}
