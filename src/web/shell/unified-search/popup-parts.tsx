import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { cx } from '#web/ui/cx.ts';
import { NOT_ASSIGNED } from '#web/ui/status/panels.tsx';
import { LIST_ID, openOption, optionId, pickOption, pressPart } from './option-list.ts';
import { useUnifiedSearch } from './use-unified-search.ts';

/** One line that can be chosen. The focus stays in the search box; keys and pointer find the line by its index. */
export function Option({
  index,
  selected = false,
  className,
  keys,
  children,
}: {
  /** Its index among all options of the popup. */
  index: number;
  /** Marks the current choice. */
  selected?: boolean;
  className?: string;
  /** Keys that do something with it beside choosing it. */
  keys?: string | undefined;
  children: ReactNode;
}) {
  const highlighted = useUnifiedSearch((search) => search.highlighted === index);
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (highlighted) line.current?.scrollIntoView({ block: 'nearest' });
  }, [highlighted]);
  return (
    <div
      ref={line}
      id={optionId(index)}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-keyshortcuts={keys}
      data-option={index}
      data-highlighted={highlighted || undefined}
      className={cx(
        'flex min-h-touch cursor-pointer items-center gap-3 rounded-md px-3 outline-none select-none data-highlighted:bg-press',
        className,
      )}
    >
      {children}
    </div>
  );
}

function placeOf(target: EventTarget | null): number | null {
  const place = target instanceof Element ? target.closest<HTMLElement>('[data-option]')?.dataset['option'] : undefined;
  return place === undefined ? null : Number(place);
}

/**
 * Lets the pointer highlight options, and pick them, open them by their `data-open`, or press their parts (`data-part`),
 * without moving the focus.
 */
export function usePointer(pane: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = pane.current;
    if (!element) return;
    // React to real movement only. Rows that scroll under a resting pointer are not pointed at.
    const point = ({ target, pointerType }: PointerEvent) => {
      const place = placeOf(target);
      const { highlighted, highlight } = useUnifiedSearch.getState();
      if (pointerType === 'mouse' && place !== null && place !== highlighted) highlight(place);
    };
    const keepFocus = (event: MouseEvent) => event.preventDefault();
    const press = ({ target }: MouseEvent) => {
      const place = placeOf(target);
      // A part says itself what it is for: the options may be others than when its index was read.
      const part = target instanceof Element && target.closest<HTMLElement>('[data-part]')?.dataset['part'];
      if (part) return pressPart(part);
      const opens = target instanceof Element && target.closest('[data-open]') !== null;
      if (place !== null) (opens ? openOption : pickOption)(place);
    };
    element.addEventListener('pointermove', point);
    element.addEventListener('mousedown', keepFocus);
    element.addEventListener('click', press);
    return () => {
      element.removeEventListener('pointermove', point);
      element.removeEventListener('mousedown', keepFocus);
      element.removeEventListener('click', press);
    };
  }, [pane]);
}

/**
 * Scrolls to the top when another list is shown.
 * @param listKey names the list that is shown
 */
function useFromTheTop(pane: RefObject<HTMLElement | null>, listKey: string): void {
  const last = useRef(listKey);
  useLayoutEffect(() => {
    // A list that has just opened is at its top. Scrolling it would force a layout before the rest is ready.
    if (last.current !== listKey) pane.current?.scrollTo({ top: 0 });
    last.current = listKey;
  }, [pane, listKey]);
}

/**
 * The scrolling list under the search box.
 * @param listKey another list begins at its top
 */
export function OptionPane({
  label,
  listKey,
  className,
  children,
}: {
  label: string;
  listKey: string;
  className?: string;
  children: ReactNode;
}) {
  const pane = useRef<HTMLDivElement>(null);
  usePointer(pane);
  useFromTheTop(pane, listKey);
  return (
    <div
      ref={pane}
      id={LIST_ID}
      role="listbox"
      // Browsers make scrolling panes Tab stops, but the keys of this pane work in the search box.
      tabIndex={-1}
      aria-label={label}
      className={cx('max-h-[min(60vh,34rem)] scroll-py-1 overflow-y-auto overscroll-contain p-1', className)}
    >
      {children}
    </div>
  );
}

/** Shown in place of the list when nothing was found. */
export function NothingFound({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-32 flex-col items-center justify-center gap-1 px-6 py-6 text-center wrap-anywhere">
      <p className="text-base font-medium">{title}</p>
      {hint && <p className="text-base text-ink-2">{hint}</p>}
      {children}
    </div>
  );
}

/** Staff without a location have no stock to look at. */
export function NoLocation() {
  return <NothingFound title="No location" hint={NOT_ASSIGNED} />;
}

/** Tells screen readers what the popup found. */
export function Announce({ text }: { text: string }) {
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
