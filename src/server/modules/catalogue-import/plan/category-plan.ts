import { accept, refuse, type Result } from '#domain/result.ts';
import { freeSlug, slugOf } from '#domain/slug.ts';
import { quote } from '../findings.ts';

/** A category that exists, or is about to: `id` is null until it is written. */
export interface PlannedCategory {
  id: number | null;
  readonly name: string;
  readonly slug: string;
  readonly parent: PlannedCategory | null;
}

export interface CategoryRow {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly parent_id: number | null;
}

interface CategoryRefused {
  code: 'category_ambiguous';
  reason: string;
}

/** Names of the shop's own kinds of goods, as people spell them; each is one category however it is written. */
const SHARED_SPELLINGS: readonly (readonly string[])[] = [
  ['flower', 'flowers'],
  ['vape', 'vapes'],
  ['concentrate', 'concentrates'],
  ['edible', 'edibles'],
  ['moonwater', 'moonwaters', 'moon water'],
  ['pre-roll', 'pre-rolls', 'preroll', 'prerolls', 'pre roll', 'pre rolls'],
];
const SHARED = new Map(SHARED_SPELLINGS.flatMap((names) => names.map((name) => [name, names[0] ?? name] as const)));

function keyOf(name: string): string {
  return name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

/**
 * Finds the category of each path in the file, or plans a new one. A path is matched from the top down by name, then
 * slug, then the shop's own spellings ("Flowers" is Flower). A path whose last name is one of the shop's own kinds
 * ("Flowers > Pre-Roll") shares that top category when it has no place under its parent.
 */
export class CategoryPlan {
  readonly created: PlannedCategory[] = [];
  readonly #children = new Map<PlannedCategory | null, PlannedCategory[]>();
  readonly #slugs = new Set<string>();
  readonly #resolved = new Map<string, Result<PlannedCategory, CategoryRefused>>();

  constructor(rows: readonly CategoryRow[]) {
    const byId = new Map(rows.map((row) => [row.id, row]));
    const made = new Map<number, PlannedCategory>();
    const make = (row: CategoryRow): PlannedCategory => {
      const known = made.get(row.id);
      if (known !== undefined) return known;
      const above = row.parent_id === null ? undefined : byId.get(row.parent_id);
      const category = { id: row.id, name: row.name, slug: row.slug, parent: above === undefined ? null : make(above) };
      made.set(row.id, category);
      this.#add(category);
      return category;
    };
    for (const row of rows) make(row);
  }

  resolve(path: readonly string[]): Result<PlannedCategory, CategoryRefused> {
    const key = JSON.stringify(path.map(keyOf));
    const known = this.#resolved.get(key);
    if (known !== undefined) return known;
    const result = this.#walk(path);
    this.#resolved.set(key, result);
    return result;
  }

  #walk(path: readonly string[]): Result<PlannedCategory, CategoryRefused> {
    let at: PlannedCategory | null = null;
    for (const [depth, name] of path.entries()) {
      const found = this.#find(at, name);
      if (!found.ok) return found;
      const shared: PlannedCategory | null =
        found.value === null && depth > 0 && depth === path.length - 1 ? this.#sharedTop(name) : null;
      at = found.value ?? shared ?? this.#create(at, name);
    }
    return at === null ? refuse({ code: 'category_ambiguous', reason: 'has no name' }) : accept(at);
  }

  #find(parent: PlannedCategory | null, name: string): Result<PlannedCategory | null, CategoryRefused> {
    const siblings = this.#children.get(parent) ?? [];
    const key = keyOf(name);
    const slug = slugOf(name);
    const ways = [
      (each: PlannedCategory) => keyOf(each.name) === key,
      (each: PlannedCategory) => slug !== '' && each.slug === slug,
      (each: PlannedCategory) => SHARED.has(key) && SHARED.get(keyOf(each.name)) === SHARED.get(key),
    ];
    for (const way of ways) {
      const matches = siblings.filter(way);
      if (matches.length > 1) {
        return refuse({
          code: 'category_ambiguous',
          reason: `${quote(name)} may be any of ${matches.length} categories`,
        });
      }
      if (matches[0] !== undefined) return accept(matches[0]);
    }
    return accept(null);
  }

  #sharedTop(name: string): PlannedCategory | null {
    if (!SHARED.has(keyOf(name))) return null;
    const top = this.#find(null, name);
    return top.ok ? top.value : null;
  }

  #create(parent: PlannedCategory | null, name: string): PlannedCategory {
    const category = { id: null, name, slug: this.#freeSlug(parent, name), parent };
    this.#add(category);
    this.created.push(category);
    return category;
  }

  #freeSlug(parent: PlannedCategory | null, name: string): string {
    const plain = slugOf(name) || 'category';
    if (!this.#slugs.has(plain)) return plain;
    return freeSlug(parent === null ? plain : `${parent.slug}-${plain}`, (slug) => this.#slugs.has(slug));
  }

  #add(category: PlannedCategory): void {
    const siblings = this.#children.get(category.parent);
    if (siblings === undefined) this.#children.set(category.parent, [category]);
    else siblings.push(category);
    this.#slugs.add(category.slug);
  }
}

/** The categories of a product in order: those the file names first, then those above them, each once. */
export function withAncestors(named: readonly PlannedCategory[]): PlannedCategory[] {
  const above: PlannedCategory[] = [];
  for (const category of named) {
    for (let at = category.parent; at !== null; at = at.parent) above.push(at);
  }
  return [...new Set([...named, ...above])];
}
