import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { blueprintLabel } from '#domain/blueprint-fields.ts';
import { cx } from '#web/ui/cx.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { CountedCategory } from '#web/api/wire-products.ts';

export interface BlueprintFilter {
  readonly field: string;
  readonly value: string | null;
}

/** The categories that products are in, with their numbers, and the blueprint filter that is on. */
export function CategoryBar({
  categories,
  total,
  pending,
  categoryId,
  blueprint,
  onCategory,
  onClearBlueprint,
}: {
  categories: readonly CountedCategory[];
  total: number;
  pending: boolean;
  categoryId: number | null;
  blueprint: BlueprintFilter | null;
  onCategory: (categoryId: number | null) => void;
  onClearBlueprint: () => void;
}) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A choice made elsewhere (search, another visit) may be out of sight.
    bar.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [categoryId, pending]);

  return (
    <div role="group" aria-label="Categories" className="shrink-0 border-b border-line">
      <div
        ref={bar}
        className="base-ui-disable-scrollbar flex h-14 items-center gap-1 overflow-x-auto mask-x-from-[calc(100%-12px)] mask-x-to-100% px-3 scroll-px-4"
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
            <CategoryChip name="All" count={total} pressed={categoryId === null} onPress={() => onCategory(null)} />
            {categories.map(({ id, name, count }) => (
              <CategoryChip
                key={id}
                name={name}
                count={count}
                pressed={id === categoryId}
                onPress={() => onCategory(id === categoryId ? null : id)}
              />
            ))}
          </>
        )}
      </div>
    </div>
  );
}

function CategoryChip({
  name,
  count,
  pressed,
  onPress,
}: {
  name: string;
  count: number;
  pressed: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={cx(
        'flex h-touch shrink-0 items-center gap-1.5 rounded-md px-3 text-base font-medium whitespace-nowrap transition-colors -outline-offset-2 select-none',
        pressed ? 'bg-press text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
      )}
    >
      <span className="normal-nums">{name}</span>
      <span className={cx('text-sm font-normal', pressed ? 'text-ink-2' : 'text-ink-3')}>
        {count.toLocaleString('en-US')}
      </span>
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
