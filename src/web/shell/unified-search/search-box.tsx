import { Search, SlidersHorizontal, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { MAX_SEARCH_LENGTH } from '#contract/wire.ts';
import { emit } from '#web/api/events.ts';
import { cx } from '#web/ui/cx.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Kbd } from '#web/ui/controls/kbd.tsx';
import { updateView, useViewState } from '../views/view-memory.ts';
import { searchPlaceholder, type ViewId } from '../views/views.ts';
import { MODES } from './modes.ts';
import { LIST_ID, moveHighlight, openMeant, optionId, pickMeant } from './option-list.ts';
import { focusSearch, SEARCH_INPUT_ID, useUnifiedSearch } from './use-unified-search.ts';
import { hasFilters, VIEW_SEARCH } from './view-search.ts';

/**
 * The search box: filter button, mode, input, clear button. The focus stays in the input while keys move through the
 * popup's options.
 * @param expanded whether the popup shows options
 */
export function SearchBox({ view, text, expanded }: { view: ViewId; text: string; expanded: boolean }) {
  const {
    mode,
    pane,
    highlighted,
    close,
    type,
    highlight,
    showPane,
    openFilterMode,
    openProductMode,
    openProductOnlyMode,
    openCustomerMode,
  } = useUnifiedSearch();
  const filtered = useViewState(view);
  const { typing } = VIEW_SEARCH[view];
  const filters = hasFilters(view, filtered);
  const mark = mode && MODES[mode].mark;
  const listing = pane === 'list';
  const placeholder = mark && mode ? MODES[mode].placeholder : searchPlaceholder(view, filtered);
  const input = useRef<HTMLInputElement>(null);
  useFocusBack(input, listing);
  const activeFilters = Number(Boolean(filtered.categoryId)) + Number(filtered.blueprintField !== null);

  function change(next: string): void {
    if (mode === null && typing === 'product-only') openProductOnlyMode();
    else if (mode === null && typing === 'customer') openCustomerMode();
    else if (mode === null && typing === 'product') openProductMode();
    if (mode !== null && mode !== 'product') return type(next);
    if (typing === 'product-only' || typing === 'customer') return type(next);
    // The text filters the view's own list.
    if (mode === null && typing === null) return updateView(view, { search: next, productId: null });
    type(next);
    // Nothing is searched any longer, so nothing narrows the cards either.
    if (next.trim() === '') updateView(view, { search: '', productId: null });
  }

  /** Closes the popup. What was typed stays, and narrows the cards of the view. Rule: search/grid-stays. */
  function closeWithText(returnFocus = true): void {
    if (mode === 'product' && text.trim() !== '') updateView(view, { search: text, productId: null });
    close(returnFocus);
  }

  function clear(): void {
    change('');
    focusSearch();
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.altKey && event.key === 'Enter' && openMeant()) return event.preventDefault();
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    const narrowsList = mode === null && typing === null;
    // `/` leads here. Pressed again in an empty box it is not a search text.
    if (event.key === '/' && isFree(event.currentTarget)) return event.preventDefault();
    if (narrowsList && (step === 1 || event.key === 'Enter')) {
      event.preventDefault();
      // The view's own list shows the matches, so the arrow goes on to its first row.
      emit('enterList');
    } else if (step !== null) {
      event.preventDefault();
      // The popup is closed but a text is left: open it with its first option highlighted.
      if (mode === null && text.trim() !== '') {
        change(text);
        highlight(0);
      } else moveHighlight(step);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (!pickMeant() && mode === 'product') closeWithText(false);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      closeWithText();
    } else if (event.key === 'Backspace' && text === '' && mark) {
      event.preventDefault();
      close(false);
    }
  }

  return (
    <div
      className={cx(
        'flex h-touch items-center rounded-md border bg-raised transition-colors',
        'has-[input:focus]:border-focus has-[input:focus]:outline-1 has-[input:focus]:outline-focus',
        mode === null || !listing ? 'border-edge hover:border-ink-3' : 'border-focus',
      )}
    >
      {filters ? (
        <IconButton
          label={activeFilters === 0 ? 'Filter' : `Filter (${activeFilters} active)`}
          tooltipSide="bottom"
          size="touch"
          disabled={!listing}
          aria-expanded={mode === 'filter'}
          icon={<FilterIcon active={activeFilters > 0} open={mode === 'filter'} />}
          className="-my-px -ml-px rounded-r-none"
          onClick={() => (mode === 'filter' ? close() : openFilterMode())}
        />
      ) : (
        <Search aria-hidden className="mx-3.5 size-4.5 shrink-0 text-ink-3" />
      )}
      {filters && <span aria-hidden className="h-5 w-px shrink-0 bg-line-strong" />}
      {mark && (
        <ModeMark text={listing ? mark : PANE_MARK[pane]} onLeave={() => (listing ? close() : showPane('list'))} />
      )}
      <input
        ref={input}
        id={SEARCH_INPUT_ID}
        type="text"
        role="combobox"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={MAX_SEARCH_LENGTH}
        aria-label={mark && mode ? `${mark}: ${placeholder}` : placeholder}
        aria-expanded={expanded}
        aria-controls={expanded ? LIST_ID : undefined}
        aria-autocomplete="list"
        aria-activedescendant={expanded && highlighted !== null ? optionId(highlighted) : undefined}
        placeholder={listing ? placeholder : ''}
        disabled={!listing}
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => change(event.target.value)}
        onKeyDown={press}
        className="h-full min-w-0 grow bg-transparent px-3 text-base text-ink outline-none! disabled:cursor-default"
      />
      {text === '' ? (
        mode === null && (
          <span aria-hidden className="mr-3 flex [@media(pointer:coarse)]:hidden">
            <Kbd>/</Kbd>
          </span>
        )
      ) : (
        <IconButton
          label="Clear search"
          tooltipSide="bottom"
          size="touch"
          className="-my-px -mr-px"
          icon={<X className="size-4.5" />}
          onClick={clear}
        />
      )}
    </div>
  );
}

/** The box is empty, or all of its text is selected and about to be replaced. */
function isFree({ value, selectionStart, selectionEnd }: HTMLInputElement): boolean {
  return value === '' || (selectionStart === 0 && selectionEnd === value.length);
}

/**
 * Returns the focus to the box when a pane closes. The box is disabled while a pane has the keys, so this waits until
 * it is enabled again.
 */
function useFocusBack(input: RefObject<HTMLInputElement | null>, listing: boolean): void {
  const wasListing = useRef(listing);
  useEffect(() => {
    const isBack = listing && !wasListing.current;
    wasListing.current = listing;
    if (isBack && useUnifiedSearch.getState().mode !== null) input.current?.focus();
  }, [input, listing]);
}

function FilterIcon({ active, open }: { active: boolean; open: boolean }) {
  return (
    <span className="relative">
      <SlidersHorizontal className={cx('size-4.5', (open || active) && 'text-accent-ink')} />
      {active && <span className="absolute -top-1 -right-1 size-2 rounded-full bg-accent ring-2 ring-(--raised)" />}
    </span>
  );
}

export const PANE_MARK = { 'new-customer': 'New customer', 'id-scan': 'ID scan' } as const;

/** Shows the mode of the box and leaves it. */
function ModeMark({ text, onLeave }: { text: string; onLeave: () => void }) {
  return (
    <span className="ml-2 flex h-7 shrink-0 items-center rounded-sm bg-accent-soft pl-2 text-sm font-medium text-accent-ink">
      {text}
      <button
        type="button"
        aria-label={`Leave ${text}`}
        onClick={onLeave}
        className="relative grid size-7 place-items-center rounded-sm before:absolute before:-inset-2 hover:bg-press"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}
