import { type CSSProperties, type RefObject, Suspense, useEffect, useRef } from 'react';
import { cx } from '#web/ui/cx.ts';
import { isPlain, useHotkeys } from '#web/ui/layers/layers.ts';
import { ErrorBoundary } from '#web/ui/status/error-boundary.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { LoadingPanel } from '#web/ui/status/panels.tsx';
import { useViewState } from '../views/view-memory.ts';
import type { ViewId } from '../views/views.ts';
import { POPUPS, preloadPopups } from './popups.ts';
import { PANE_MARK, SearchBox } from './search-box.tsx';
import { useSearchKeys } from './search-keys.ts';
import type { CustomerPane } from './search-state.ts';
import { noteOrigin, SEARCH_BOX_ID, useUnifiedSearch } from './use-unified-search.ts';
import { VIEW_SEARCH } from './view-search.ts';

const WarmIndex = lazyPart(async () => (await import('./warm-index.tsx')).WarmIndex);

/** The search of the top bar: the box, and the popup of its mode. Rule: search/one-mode. */
export function UnifiedSearch({ view }: { view: ViewId }) {
  const { mode, pane, query, listed, close } = useUnifiedSearch();
  const state = useViewState(view);
  const text = mode === null ? state.search : query;
  // The product popup stays closed until something is typed.
  const idle = mode === null || (mode.startsWith('product') && text.trim() === '');
  const shown = idle ? null : mode;
  const Popup = shown && POPUPS[shown];
  useSearchKeys(view);
  usePreloadedPopups();
  useEffect(() => () => close(false), [view, close]);
  const region = useRef<HTMLDivElement>(null);
  // A press outside must not close a half-filled form.
  useRegion(region, pane === 'list');
  useAlone(region);
  const form = pane === 'list' ? null : PANE_MARK[pane];

  // The customer is chosen where the customer of the cart stands, not across the screen from it.
  const atCart = view === 'products' && mode === 'customer';
  return (
    <div
      ref={region}
      id={SEARCH_BOX_ID}
      role="search"
      className={cx(atCart ? 'search-at-cart' : 'relative', form && 'search-alone')}
      // The cart begins below the bars, of which there may be several.
      style={atCart ? ({ '--cart-top': `${cartTopPx()}px` } as CSSProperties) : undefined}
    >
      {form && <div className="search-backdrop" />}
      <SearchBox view={view} text={pane === 'list' ? text : ''} expanded={listed > 0 && pane === 'list'} />
      {VIEW_SEARCH[view].typing !== null && (
        <Suspense fallback={null}>
          <WarmIndex />
        </Suspense>
      )}
      {Popup && shown && (
        <div className="search-popup" {...(form && { role: 'dialog', 'aria-modal': true, 'aria-label': form })}>
          <ErrorBoundary name="The search" level="light" resetKey={shown}>
            <Suspense fallback={<LoadingPanel label="Loading search..." />}>
              <Popup view={view} text={text} />
            </Suspense>
          </ErrorBoundary>
        </div>
      )}
    </div>
  );
}

function cartTopPx(): number {
  return document.querySelector('aside[aria-label=Cart]')?.getBoundingClientRect().top ?? 0;
}

function usePreloadedPopups(): void {
  useEffect(() => {
    const timer = window.setTimeout(preloadPopups, 1500);
    return () => window.clearTimeout(timer);
  }, []);
}

/**
 * Keeps everything else of the page from being pressed while a form is open, as a dialog does. It hears the state itself,
 * because the focus returns to the page in the same moment in which the form closes.
 */
function useAlone(region: RefObject<HTMLElement | null>): void {
  useHotkeys((event) => {
    const { pane, showPane } = useUnifiedSearch.getState();
    const { key, target, defaultPrevented } = event;
    // A list of the form floats elsewhere and has the focus: Escape there closes only the list.
    const isOurs = target === document.body || (target instanceof Node && region.current?.contains(target) === true);
    if (pane === 'list' || key !== 'Escape' || defaultPrevented || !isPlain(event) || !isOurs) return false;
    showPane('list');
    return true;
  }, region);
  useEffect(() => {
    let others: HTMLElement[] = [];
    const follow = ({ pane }: { pane: CustomerPane }) => {
      for (const other of others) other.inert = false;
      others = pane === 'list' ? [] : besides(region.current);
      for (const other of others) other.inert = true;
    };
    // Parts of the page may load while the form is open.
    const loaded = new MutationObserver(() => follow(useUnifiedSearch.getState()));
    for (let at = region.current?.parentElement; at && at !== document.body; at = at.parentElement) {
      loaded.observe(at, { childList: true });
    }
    follow(useUnifiedSearch.getState());
    const stop = useUnifiedSearch.subscribe(follow);
    return () => {
      loaded.disconnect();
      stop();
      follow({ pane: 'list' });
    };
  }, [region]);
}

/** Everything that stands beside an element or beside what it is in. Notes and dialogs are further out. */
function besides(element: HTMLElement | null): HTMLElement[] {
  const parent = element?.parentElement;
  if (!parent || parent === document.body) return [];
  const near = [...parent.children].filter((one) => one instanceof HTMLElement && one !== element && !one.inert);
  return [...(near as HTMLElement[]), ...besides(parent)];
}

/** Remembers where the focus came from, and closes the popup when the focus or a press goes elsewhere. */
function useRegion(region: RefObject<HTMLDivElement | null>, closes: boolean): void {
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const leave = (to: EventTarget | null) => {
      const { mode, close } = useUnifiedSearch.getState();
      if (closes && mode !== null && to instanceof Element && !element.contains(to)) close(false);
    };
    const entered = ({ relatedTarget }: FocusEvent) => {
      noteOrigin(relatedTarget instanceof Element ? relatedTarget : null);
    };
    const left = ({ relatedTarget }: FocusEvent) => leave(relatedTarget);
    const pressed = ({ target }: PointerEvent) => leave(target);
    element.addEventListener('focusin', entered);
    element.addEventListener('focusout', left);
    window.addEventListener('pointerdown', pressed, true);
    return () => {
      element.removeEventListener('focusin', entered);
      element.removeEventListener('focusout', left);
      window.removeEventListener('pointerdown', pressed, true);
    };
  }, [region, closes]);
}
