import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ManagedCategory } from '#contract/managed-categories.ts';
import { cx } from '#web/ui/cx.ts';
import { focusAtOnce } from '#web/ui/layers/hand-focus.ts';
import { dropAt, familyOf, type Move, moveByKey, moved, placeInWords, rowsOf } from './category-tree.ts';

/** The indent of each level, in px. */
const STEP_PX = 24;
/** A press that moves less than this, in px, is not a drag. */
const SLACK_PX = 4;

interface Dragged {
  readonly id: number;
  readonly fromX: number;
  readonly fromY: number;
  /** Null until the pointer has moved far enough. */
  readonly drop: ReturnType<typeof dropAt> | null;
}

/**
 * The category tree. A category is dragged by its handle, or moved with the arrow keys while the handle has the focus.
 * The categories below it move along.
 */
export function CategoryList({
  tree,
  openId,
  blueprintOf,
  onOpen,
  onMove,
}: {
  tree: readonly ManagedCategory[];
  openId: number | null;
  blueprintOf: (id: number | null) => string;
  onOpen: (id: number) => void;
  onMove: (move: Move) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const hint = useId();
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [said, setSaid] = useState('');
  const drop = dragged?.drop ?? null;
  const shown = drop ? moved(tree, drop.move) : tree;
  const family = drop ? familyOf(shown, drop.move.id) : null;
  const keyed = useRef<number | null>(null);
  // A row may lose the focus when it changes its place.
  useLayoutEffect(() => {
    if (keyed.current !== null) focusAtOnce(list.current?.querySelector<HTMLElement>(`[data-move="${keyed.current}"]`));
    keyed.current = null;
  }, [tree]);

  function go(move: Move | null) {
    if (!move) return;
    onMove(move);
    setSaid(placeInWords(moved(tree, move), move.id));
  }

  function onKey(event: KeyboardEvent, id: number) {
    if (event.key === 'Escape') return setDragged(null);
    if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
    keyed.current = id;
    go(moveByKey(tree, id, event.key));
  }

  function follow(event: PointerEvent, { id, fromX, fromY, drop: before }: Dragged) {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-category]') ?? [])];
    const [first] = rows;
    if (!first || (before === null && Math.hypot(event.clientX - fromX, event.clientY - fromY) < SLACK_PX)) return;
    const { top, height } = first.getBoundingClientRect();
    // All rows have the same height. The dragged rows do not count.
    const all = rowsOf(tree);
    const own = familyOf(tree, id);
    const above = Math.min(Math.max(Math.round((event.clientY - top) / height), 0), all.length);
    const gap = rowsOf(shown)
      .slice(0, above)
      .filter(({ category }) => !own.has(category.id)).length;
    const depth = all.find(({ category }) => category.id === id)?.depth ?? 0;
    const wanted = depth + Math.round((event.clientX - fromX) / STEP_PX);
    setDragged({ id, fromX, fromY, drop: dropAt(tree, id, gap, wanted) });
  }

  return (
    <div className="min-h-0 grow overflow-auto border-t border-line">
      <p id={hint} className="sr-only">
        Arrow up and down move the category among those beside it. Arrow right puts it below the one above it, arrow
        left takes it out again.
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div
        aria-hidden
        className="sticky top-0 z-10 flex h-9 items-center border-b border-line bg-panel pr-6 pl-14 max-[640px]:pr-4 text-xs font-medium text-ink-3"
      >
        <span className="grow">Category</span>
        <span className="w-44 px-2.5 max-[640px]:hidden">Slug</span>
        <span className="w-36 px-2.5 max-[640px]:hidden">Blueprint</span>
        <span className="w-24 pl-2.5 text-right">Products</span>
      </div>
      {/* Rows change places during a drag, so the list follows the pointer. */}
      <ul
        ref={list}
        aria-label="Categories"
        className="min-[641px]:min-w-2xl bg-rows text-sm"
        onPointerMove={(event) => dragged && follow(event, dragged)}
        onPointerUp={() => {
          if (drop && JSON.stringify(rowsOf(shown)) !== JSON.stringify(rowsOf(tree))) go(drop.move);
          setDragged(null);
        }}
        onPointerCancel={() => setDragged(null)}
      >
        {rowsOf(shown).map(({ category, depth }) => (
          // Keyboard users have the button with the name.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
          <li
            key={category.id}
            data-category={category.id}
            onClick={() => onOpen(category.id)}
            className={cx(
              'flex h-10 cursor-default items-center border-b border-line pr-6 max-[640px]:pr-4 transition-colors',
              family?.has(category.id) || category.id === openId ? 'bg-accent-soft' : 'hover:bg-hover',
            )}
          >
            <button
              type="button"
              data-move={category.id}
              aria-label={`Move ${category.name}`}
              aria-describedby={hint}
              className="ml-3 grid size-9 shrink-0 cursor-grab touch-none place-items-center rounded-md text-ink-3 hover:text-ink active:cursor-grabbing"
              onClick={(event) => event.stopPropagation()}
              onKeyDown={(event) => onKey(event, category.id)}
              onPointerDown={(event) => {
                if (event.button !== 0) return;
                list.current?.setPointerCapture(event.pointerId);
                setDragged({ id: category.id, fromX: event.clientX, fromY: event.clientY, drop: null });
              }}
            >
              <GripVertical aria-hidden className="size-4" />
            </button>
            <span className="flex min-w-0 grow items-center" style={{ paddingLeft: depth * STEP_PX }}>
              <button
                type="button"
                data-row={category.id}
                onClick={(event) => {
                  event.stopPropagation();
                  onOpen(category.id);
                }}
                className="min-w-0 truncate rounded-sm px-2.5 text-left font-medium text-ink"
              >
                {category.name}
              </button>
            </span>
            <span className="w-44 shrink-0 truncate px-2.5 max-[640px]:hidden text-ink-2">{category.slug}</span>
            <span className="w-36 shrink-0 truncate px-2.5 max-[640px]:hidden text-ink-2">
              {blueprintOf(category.blueprint_id)}
            </span>
            <span className="w-24 shrink-0 pl-2.5 text-right text-ink-2 tabular-nums">
              {category.products.toLocaleString('en-US')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
