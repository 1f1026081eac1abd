import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type Ref,
  Suspense,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { cx } from '#web/ui/cx.ts';
import { addOrOpen } from '../card/add-product.ts';
import { isAuditing, useAuditMode } from '../audit/audit-mode.ts';
import { AuditCard } from '../audit/audit-parts.ts';
import { rowPxOf } from './card-heights.ts';
import { echoesAdd, noteOpen } from '../double-press.ts';
import { type CardStyle, type GridLayout, HEADER_PX, useGridLayout, COLUMNS } from './grid-layout.ts';
import { buildRows, cardAfter, type CardsRow, type GroupOf, type HeaderRow, isMoveKey } from './grid-rows.ts';
import { GridSkeleton } from './grid-states.tsx';
import { offsetsOf, rowsToDraw, windowAt } from './grid-window.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { scrollFor, useRowWindow } from '#web/ui/rows/row-window.ts';
import { type PaneView, PlaceLeft } from '#web/ui/rows/scrolled-pane.ts';
import { ProductCard } from '../card/product-card.tsx';
import { clearSelection, select, useSelection } from '../card/selection.ts';
import { showsAllTiers } from '../card/tier-chips.ts';
import { useCardFocus } from './card-focus.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';

export interface ProductGridHandle {
  /** Brings a product's card into sight, and focuses it if asked; false if it is not listed. */
  show: (productId: number, focus: boolean) => boolean;
}

const CardMenu = lazyPart(async () => (await import('../card/card-menu.tsx')).CardMenu);

interface GridProps {
  products: readonly RegisterProduct[];
  byId: ReadonlyMap<number, RegisterProduct>;
  /** Names the list; another list begins at its top. */
  listKey: string;
  /** The groups under headers; by category if left out. */
  groupOf?: GroupOf | undefined;
  handle: Ref<ProductGridHandle>;
}

/**
 * Products under their category headers, as cards in columns. Draws only the rows in sight. Their heights are
 * calculated, so that scrolling measures nothing. Arrows move between cards, Enter adds or opens, Escape clears.
 */
export function ProductGrid({ pending, cards, ...grid }: GridProps & { pending: boolean; cards: CardStyle }) {
  const pane = useRef<HTMLDivElement>(null);
  const layout = useGridLayout(pane, cards);
  return (
    <div ref={pane} className="h-full overflow-y-auto bg-ground [scrollbar-gutter:stable]" tabIndex={-1}>
      {layout && pending && <GridSkeleton layout={layout} />}
      {layout && !pending && (
        <Suspense fallback={<GridSkeleton layout={layout} />}>
          <Cards pane={pane} layout={layout} {...grid} />
        </Suspense>
      )}
      <Suspense>
        <CardMenu pane={pane} byId={grid.byId} />
      </Suspense>
    </div>
  );
}

const left = new PlaceLeft();

const NONE_OPENED: ReadonlySet<number> = new Set();

function Cards({
  pane,
  layout,
  products,
  byId,
  listKey,
  groupOf,
  handle,
}: GridProps & { pane: React.RefObject<HTMLDivElement | null>; layout: GridLayout }) {
  const opened = useAuditMode((mode) => (mode.on ? mode.opened : NONE_OPENED));
  const built = useMemo(() => buildRows(products, layout.columns, groupOf), [products, layout.columns, groupOf]);
  const { rows, rowOf } = built;
  const offsets = useMemo(() => offsetsOf(rows, (row) => rowPxOf(row, layout, opened)), [rows, layout, opened]);
  const at = useCallback(
    (view: PaneView, exactly?: boolean) => windowAt(rows, offsets, view, exactly),
    [rows, offsets],
  );
  const inSight = useRowWindow(pane, left, listKey, at);
  const [activeId, setActiveId] = useState<number | null>(null);
  const focusWanted = useRef<number | null>(null);
  const activeRow = activeId === null ? undefined : rowOf.get(activeId);
  const indexes = rowsToDraw(inSight, rows.length, activeRow);

  function show(productId: number, focus: boolean): boolean {
    const row = rowOf.get(productId);
    const element = pane.current;
    if (row === undefined || !element) return false;
    setActiveId(productId);
    const drawn = cellOf(element, productId);
    if (focus && drawn) drawn.focus({ preventScroll: true });
    focusWanted.current = focus && !drawn ? productId : null;
    const extent = { startPx: offsets[row] ?? 0, endPx: offsets[row + 1] ?? 0 };
    const view = { scrollPx: element.scrollTop, heightPx: element.clientHeight };
    element.scrollTo({ top: scrollFor(extent, view, HEADER_PX) });
    return true;
  }
  useLayoutEffect(() => {
    if (focusWanted.current === null) return;
    cellOf(pane.current, focusWanted.current)?.focus({ preventScroll: true });
    focusWanted.current = null;
  }, [pane, activeId]);
  const keepsFocus = useCardFocus(pane, products, listKey, (productId) => show(productId, true));
  useImperativeHandle(handle, () => ({ show }));

  function press(event: KeyboardEvent<HTMLDivElement>): void {
    if (!(event.target instanceof HTMLElement) || event.ctrlKey || event.altKey || event.metaKey) return;
    const cell = event.target.closest<HTMLElement>('[data-product]');
    const productId = Number(cell?.dataset['product']);
    if (!cell || !productId) return;
    if (event.key === 'Escape' && useSelection.getState().productId !== null) {
      event.stopPropagation();
      cell.focus();
      clearSelection();
      return;
    }
    if (event.target !== cell) {
      // Inside an open card its fields handle keys. An Enter still held from the search must not add anything.
      if (event.key === 'Enter' && event.repeat) event.preventDefault();
      // Arrows continue after a press: the card opens with the pressed tier.
      if (useSelection.getState().inPlace && isMoveKey(event.key)) {
        event.preventDefault();
        select(productId, { byKey: true });
      }
      return;
    }
    const product = byId.get(productId);
    if (event.key === 'Enter' && product) {
      event.preventDefault();
      addOrOpen(product);
    } else if (isMoveKey(event.key)) {
      event.preventDefault();
      const next = cardAfter(built, productId, event.key);
      if (next !== null) show(next, true);
    }
  }

  function choose(press: MouseEvent): void {
    const { target } = press;
    if (isAuditing() || !(target instanceof Element)) return;
    if (target.closest('button, label, input') || echoesAdd(press)) return;
    const productId = Number(target.closest<HTMLElement>('[data-product]')?.dataset['product']);
    if (!productId) return;
    if (useSelection.getState().productId !== productId) noteOpen(press);
    const product = byId.get(productId);
    select(productId, { inPlace: product !== undefined && showsAllTiers(product, layout) });
  }

  const tabStop = activeRow === undefined ? products[0]?.id : activeId;
  return (
    <div
      role="grid"
      aria-label="Products"
      aria-rowcount={rows.length}
      aria-colcount={layout.columns}
      // A held finger opens the menu of a card and marks no text.
      className="relative w-full select-none [-webkit-touch-callout:none]"
      tabIndex={-1}
      style={{ height: offsets.at(-1) }}
      onClick={choose}
      onKeyDown={press}
      onBlur={keepsFocus.onBlur}
      onFocus={(event) => {
        keepsFocus.onFocus(event);
        const id = Number(event.target.closest<HTMLElement>('[data-product]')?.dataset['product']);
        if (id) setActiveId(id);
      }}
    >
      {indexes.map((index) => {
        const row = rows[index];
        const startPx = offsets[index] ?? 0;
        if (row?.kind === 'header') {
          const sticks = index === inSight.sticky;
          return (
            <Header key={row.key} row={row} index={index} columns={layout.columns} startPx={sticks ? null : startPx} />
          );
        }
        if (!row) return null;
        const activeHere = row.products.some(({ id }) => id === tabStop) ? (tabStop ?? null) : null;
        const heightPx = (offsets[index + 1] ?? startPx) - startPx;
        return (
          <Row
            key={row.key}
            row={row}
            index={index}
            layout={layout}
            startPx={startPx}
            heightPx={heightPx}
            activeId={activeHere}
          />
        );
      })}
    </div>
  );
}

function cellOf(pane: HTMLElement | null, productId: number | null): HTMLElement | null {
  return pane?.querySelector<HTMLElement>(`[data-product="${productId}"]`) ?? null;
}

/** @param startPx null for the header that sticks to the top */
const Header = memo(function Header({
  row,
  index,
  columns,
  startPx,
}: {
  row: HeaderRow;
  index: number;
  columns: number;
  startPx: number | null;
}) {
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      // Only the header at the top is drawn above an open card, which may be longer than its row.
      className={cx('w-full bg-ground pr-1 pl-4', startPx === null ? 'sticky z-20' : 'absolute')}
      style={{ height: HEADER_PX, top: startPx ?? 0 }}
    >
      <div role="rowheader" aria-colspan={columns} className="flex h-full items-center gap-2">
        <h2 className="truncate text-base font-semibold normal-nums">{row.name}</h2>
        <span className="text-sm text-ink-3">
          {row.count.toLocaleString('en-US')}
          <span className="sr-only">{row.count === 1 ? ' product' : ' products'}</span>
        </span>
      </div>
    </div>
  );
});

const Row = memo(function Row({
  row,
  index,
  layout,
  startPx,
  heightPx,
  activeId,
}: {
  row: CardsRow;
  index: number;
  layout: GridLayout;
  startPx: number;
  heightPx: number;
  activeId: number | null;
}) {
  // An open card may be longer than its row.
  const onTop = useSelection(({ productId }) => row.products.some(({ id }) => id === productId));
  const Card = layout.style === 'audit' ? AuditCard : ProductCard;
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      className={cx(
        'absolute grid w-full gap-3 pt-1 pb-2 pl-4',
        // The overflow of a contained row could not be scrolled to.
        onTop ? 'z-10' : 'contain-strict',
        COLUMNS[layout.columns],
      )}
      style={{ height: heightPx, paddingRight: layout.endPx, top: startPx }}
    >
      {row.products.map((product) => (
        <Card key={product.id} product={product} layout={layout} active={product.id === activeId} />
      ))}
    </div>
  );
});
