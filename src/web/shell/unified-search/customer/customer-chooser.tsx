import { counted } from '#domain/counted.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { DirectoryEntry } from '#contract/customers.ts';
import { useMay } from '#web/api/session/session.ts';
import { ErrorPanel } from '#web/ui/status/panels.tsx';
import { scrollFor, useEvenRows } from '#web/ui/rows/row-window.ts';
import { PlaceLeft } from '#web/ui/rows/scrolled-pane.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';
import type { ViewId } from '#web/shell/views/views.ts';
import { CustomerLine, type Line, NewCustomerLine, WaitingLines } from './customer-lines.tsx';
import { useCustomers } from '#web/entities/customer/customer-list.ts';
import {
  type CartCustomer,
  certain,
  emptyMessage,
  offersGuest,
  toCartCustomer,
} from '#web/entities/customer/customer-words.ts';
import { LIST_ID, useOptionList } from '../option-list.ts';
import { Announce, NothingFound, usePointer } from '../popup-parts.tsx';
import { useUnifiedSearch } from '../use-unified-search.ts';

/** Rules: customers/search-popup, customers/auto-select. */
const DEBOUNCE_MS = 100;
const AUTO_SELECT_MS = 300;
/** Rule: display/endless-lists. */
const NEAR_END_PX = 100;
const ROW_PX = 56;
const ABOVE_PX = 4;

/** The customers that the server finds, with the guest and who bought here last first. Rule: customers/search-popup. */
export function CustomerChooser({
  view,
  search,
  onChoose,
  onOpen,
  onNew,
}: {
  view: ViewId;
  search: string;
  onChoose: (customer: CartCustomer | null) => void;
  /** Leads to the customer's own view. */
  onOpen: (id: number) => void;
  onNew: () => void;
}) {
  const wanted = useDebounced(search.trim(), DEBOUNCE_MS);
  const found = useCustomers(wanted, true);
  const mayCreate = useMay('edit-customers');
  const customers = found.data?.customers ?? [];
  // The former search's list stays on the screen while the next one is fetched, but nothing can be chosen from it.
  const fresh = wanted === search.trim() && !found.isPlaceholderData && found.data !== undefined;
  const lines: Line[] = [
    ...(offersGuest(wanted) ? [{ kind: 'guest' } as const] : []),
    ...customers.map((entry) => ({ kind: 'customer', entry }) as const),
  ];
  const choose = (line: Line | undefined) => {
    if (line) onChoose(line.kind === 'guest' ? null : toCartCustomer(line.entry));
  };
  const newIndex = mayCreate ? lines.length : null;
  // Without a match Enter leads to the form, which begins with the typed text.
  const sole = fresh && wanted !== '' ? (lines.length === 1 ? 0 : lines.length === 0 ? newIndex : null) : null;
  const count = lines.length + (mayCreate ? 1 : 0);
  const pick = (index: number) => (index === newIndex ? onNew() : choose(lines[index]));
  const enteredEarly = useRef(false);
  useOptionList({
    count,
    sole,
    pick,
    pickLate: fresh
      ? undefined
      : () => {
          enteredEarly.current = true;
          return true;
        },
    open: (index) => {
      const line = lines[index];
      if (line?.kind === 'customer') onOpen(line.entry.id);
    },
  });
  // Enter that was pressed before the answer to this text is taken with it, unless something else is typed first.
  useEffect(
    () => () => {
      enteredEarly.current = false;
    },
    [search],
  );
  useEffect(() => {
    if (!fresh || !enteredEarly.current) return;
    enteredEarly.current = false;
    if (sole !== null) pick(sole);
  });
  useAutoSelect(fresh && found.data ? certain(found.data, search) : null, search, (entry) =>
    onChoose(toCartCustomer(entry)),
  );

  if (found.isError && customers.length === 0) {
    return <ErrorPanel title="Failed to load customers data" error={found.error} onRetry={found.refetch} />;
  }
  return (
    <>
      <Pane
        listKey={found.isPlaceholderData ? null : wanted}
        count={lines.length}
        busy={!fresh}
        onNearEnd={() => {
          if (found.hasNextPage && !found.isFetchingNextPage && !found.isPlaceholderData) void found.fetchNextPage();
        }}
        render={(index) => {
          const line = lines[index];
          return line && <CustomerLine index={index} view={view} line={line} />;
        }}
        foot={
          <>
            {found.isPending && <WaitingLines />}
            {!found.isPending && customers.length === 0 && (wanted === '' || lines.length === 0) && (
              <NothingFound title={emptyMessage(wanted)} />
            )}
            {newIndex !== null && <NewCustomerLine index={newIndex} />}
          </>
        }
      />
      <Announce text={fresh ? countText(found.data?.total ?? 0) : ''} />
    </>
  );
}

/** The server stops counting at a limit. */
function countText(total: number): string {
  if (total > 1000) return 'More than 1,000 customers';
  return counted(total, 'customer');
}

/** Rule: customers/auto-select. */
function useAutoSelect(entry: DirectoryEntry | null, search: string, select: (entry: DirectoryEntry) => void): void {
  const latest = useRef(select);
  useEffect(() => {
    latest.current = select;
  });
  const id = entry?.id ?? null;
  const one = useRef(entry);
  useEffect(() => {
    one.current = entry;
  });
  useEffect(() => {
    if (id === null) return;
    const timer = window.setTimeout(() => one.current && latest.current(one.current), AUTO_SELECT_MS);
    return () => window.clearTimeout(timer);
  }, [id, search]);
}

/** A list of any length. Only the rows in sight are in the page. */
function Pane({
  listKey,
  count,
  busy,
  onNearEnd,
  render,
  foot,
}: {
  /** The search that these customers were found by; null while they are those of the former search. */
  listKey: string | null;
  count: number;
  busy: boolean;
  onNearEnd: () => void;
  render: (index: number) => ReactNode;
  foot: ReactNode;
}) {
  const pane = useRef<HTMLDivElement>(null);
  usePointer(pane);
  const [shownKey, setShownKey] = useState(listKey);
  if (listKey !== null && listKey !== shownKey) setShownKey(listKey);
  const highlighted = useUnifiedSearch((state) => state.highlighted);
  const [place] = useState(() => new PlaceLeft());
  const { first, end } = useEvenRows(pane, place, shownKey ?? '', count, ROW_PX);

  useEffect(() => {
    if (highlighted === null || highlighted >= count || !pane.current) return;
    const startPx = ABOVE_PX + highlighted * ROW_PX;
    const view = { scrollPx: pane.current.scrollTop, heightPx: pane.current.clientHeight };
    // The entry for a new customer covers the bottom of the pane.
    const endPx = startPx + 2 * ROW_PX + ABOVE_PX;
    pane.current.scrollTo({ top: scrollFor({ startPx, endPx }, view, ABOVE_PX) });
  }, [highlighted, count]);

  return (
    <div
      ref={pane}
      id={LIST_ID}
      role="listbox"
      // Browsers make scrolling panes Tab stops, but the keys of this pane work in the search box.
      tabIndex={-1}
      aria-label="Customers"
      aria-busy={busy}
      className="max-h-[min(60vh,30rem)] overflow-y-auto overscroll-contain"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        if (scrollTop + clientHeight >= scrollHeight - NEAR_END_PX) onNearEnd();
      }}
    >
      <div role="presentation" className="relative" style={{ height: ABOVE_PX + count * ROW_PX }}>
        {Array.from({ length: end - first }, (_, at) => first + at).map((index) => (
          <div
            key={index}
            role="presentation"
            className="absolute inset-x-1 top-0"
            style={{ height: ROW_PX, transform: `translateY(${ABOVE_PX + index * ROW_PX}px)` }}
          >
            {render(index)}
          </div>
        ))}
      </div>
      {foot}
    </div>
  );
}
