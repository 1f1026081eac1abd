import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import type { Category } from './category-queries.ts';

export interface PlacedCategory {
  readonly category: Category;
  /** 0 at the top level. */
  readonly depth: number;
  /** Ids of the categories above it. */
  readonly above: readonly number[];
}

/** The categories as a tree: each is followed by those below it, in the given order. */
export function inTree(categories: readonly Category[]): PlacedCategory[] {
  const known = new Set(categories.map(({ id }) => id));
  const parentOf = ({ parent_id: parent }: Category) => (parent !== null && known.has(parent) ? parent : null);
  const placed: PlacedCategory[] = [];
  function place(below: number | null, above: readonly number[]) {
    for (const category of categories.filter((one) => parentOf(one) === below)) {
      placed.push({ category, depth: above.length, above });
      place(category.id, [...above, category.id]);
    }
  }
  place(null, []);
  return placed;
}

/** A long list opens where the first chosen category is. */
function showChosen(list: HTMLUListElement | null): void {
  const chosen = list?.querySelector(':checked, [aria-checked=true]')?.closest('li');
  if (list && chosen && chosen.offsetTop + chosen.offsetHeight > list.offsetTop + list.clientHeight)
    list.scrollTop = chosen.offsetTop - list.offsetTop - chosen.offsetHeight;
}

/** Chooses categories from their tree. */
export function CategoryChoice({
  label,
  categories,
  chosen,
  disabled,
  takesBelow = false,
  onChange,
}: {
  label: string;
  /** Undefined while they are fetched. */
  categories: readonly Category[] | undefined;
  chosen: readonly number[];
  disabled: boolean;
  /** True if choosing a category also chooses those below it. */
  takesBelow?: boolean;
  onChange: (chosen: number[]) => void;
}) {
  if (!categories) return <Skeleton className="h-16" />;
  if (categories.length === 0) return <p className="text-sm text-ink-3">There are no categories.</p>;
  return (
    <ul ref={showChosen} aria-label={label} className="max-h-72 overflow-y-auto rounded-md border border-line py-1.5">
      {inTree(categories).map(({ category: { id, name, count }, depth, above }) => {
        const isBelowChosen = takesBelow && above.some((one) => chosen.includes(one));
        return (
          <li
            key={id}
            className="flex min-h-row items-center gap-3 px-3"
            style={{ paddingLeft: `${0.75 + depth * 1.5}rem` }}
          >
            <Checkbox
              label={name}
              checked={isBelowChosen || chosen.includes(id)}
              disabled={disabled || isBelowChosen}
              onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
              className="min-w-0 grow"
            />
            <span className="shrink-0 text-xs text-ink-3 tabular-nums">
              {count.toLocaleString('en-US')} {count === 1 ? 'product' : 'products'}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
