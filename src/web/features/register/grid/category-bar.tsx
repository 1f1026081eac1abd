import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { blueprintLabel } from '#domain/blueprint-fields.ts';
import { cx } from '#web/ui/cx.ts';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { useSideScroll } from './use-side-scroll.ts';
import { FAVOURITES } from '#web/entities/catalogue/grid-filter.ts';
import type { CountedCategory } from '#web/entities/catalogue/wire-products.ts';

export interface BlueprintFilter {
  readonly field: string;
  readonly value: string | null;
}

/**
 * The categories of the products, each with the number that the search and the filter leave; then the active blueprint
 * filter, and at the end the tools for the cards.
 */
export function CategoryBar({
  categories,
  total,
  pending,
  categoryId,
  blueprint,
  onCategory,
  onClearBlueprint,
  tools,
}: {
  categories: readonly CountedCategory[];
  total: number;
  pending: boolean;
  categoryId: number | null;
  blueprint: BlueprintFilter | null;
  onCategory: (categoryId: number | null) => void;
  onClearBlueprint: () => void;
  tools: ReactNode;
}) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A choice made elsewhere (search, another visit) may be out of sight.
    bar.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [categoryId, pending]);

  const { left, right, inTwo, move } = useSideScroll(bar, categories);

  return (
    <div className="flex min-h-14 shrink-0 items-center border-b border-line">
      <div role="group" aria-label="Categories" className="relative min-w-0 grow">
        <div
          ref={bar}
          className={cx(
            'base-ui-disable-scrollbar flex items-center gap-x-0.5 overflow-x-auto px-2 scroll-px-14',
            // All categories at one press are worth a second row.
            inTwo ? 'flex-wrap py-1' : 'h-14',
            left && 'mask-l-from-[calc(100%-72px)] mask-l-to-[calc(100%-44px)]',
            right && 'mask-r-from-[calc(100%-72px)] mask-r-to-[calc(100%-44px)]',
          )}
        >
          {pending ? (
            [56, 84, 72, 112, 80, 104, 88].map((widthPx) => (
              <span key={widthPx} style={{ width: widthPx }} className="shrink-0 px-1">
                <Skeleton className="h-7" />
              </span>
            ))
          ) : (
            <>
              {blueprint && <BlueprintChip blueprint={blueprint} onClear={onClearBlueprint} />}
              <CategoryChip
                name="Favourites"
                pressed={categoryId === FAVOURITES}
                onPress={() => onCategory(categoryId === FAVOURITES ? null : FAVOURITES)}
              />
              <CategoryChip
                name="All"
                count={total}
                nameOnly={inTwo}
                pressed={categoryId === null}
                onPress={() => onCategory(null)}
              />
              {categories.map(({ id, name, count }) => (
                <CategoryChip
                  key={id}
                  name={name}
                  count={count}
                  nameOnly={inTwo}
                  pressed={id === categoryId}
                  onPress={() => onCategory(id === categoryId ? null : id)}
                />
              ))}
            </>
          )}
        </div>
        {left && <Onward way={-1} onPress={move} />}
        {right && <Onward way={1} onPress={move} />}
      </div>
      <div className="flex shrink-0 items-center gap-1 border-l border-line px-2">{tools}</div>
    </div>
  );
}

/** A button that scrolls the bar, for pointers only: Tab brings every category into sight by itself. */
function Onward({ way, onPress }: { way: 1 | -1; onPress: (way: 1 | -1) => void }) {
  const Arrow = way === 1 ? ChevronRight : ChevronLeft;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      onClick={() => onPress(way)}
      className={cx(
        'absolute top-1.5 grid size-touch place-items-center rounded-md text-ink-2 transition-colors hover:bg-hover hover:text-ink',
        way === 1 ? 'right-0' : 'left-0',
      )}
    >
      <Arrow aria-hidden className="size-5" />
    </button>
  );
}

function CategoryChip({
  name,
  count,
  nameOnly = false,
  pressed,
  onPress,
}: {
  name: string;
  count?: number;
  nameOnly?: boolean;
  pressed: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={cx(
        // Where not all categories fit, the numbers wrap out of sight before a category does.
        'flex h-touch min-w-min flex-wrap items-center justify-center gap-x-1.5 overflow-hidden rounded-md px-2.5 text-base font-medium whitespace-nowrap transition-colors -outline-offset-2 select-none *:leading-(--spacing-touch)',
        pressed ? 'bg-accent-soft text-accent-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
        count === 0 && !pressed && 'text-ink-3',
      )}
    >
      <span className="min-w-6 text-center normal-nums">{name}</span>
      {count !== undefined && (
        <span className={nameOnly ? 'sr-only' : cx('text-sm font-normal', !pressed && 'text-ink-3')}>
          {count.toLocaleString('en-US')}
        </span>
      )}
    </button>
  );
}

function BlueprintChip({ blueprint: { field, value }, onClear }: { blueprint: BlueprintFilter; onClear: () => void }) {
  const text = value === null ? blueprintLabel(field) : `${blueprintLabel(field)}: ${value}`;
  return (
    <button
      type="button"
      onClick={onClear}
      aria-label={`Remove filter ${text}`}
      className="mr-1 flex h-touch shrink-0 items-center gap-1.5 rounded-md border border-accent bg-accent-soft px-3 text-base font-medium whitespace-nowrap text-accent-ink -outline-offset-2 select-none"
    >
      {text}
      <X aria-hidden className="size-4" />
    </button>
  );
}
