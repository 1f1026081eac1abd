import { MapPinOff } from 'lucide-react';
import {
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { lookupCode } from '#domain/barcode.ts';
import { useUser } from '#web/api/session/session.ts';
import { isDialogOpen } from '#web/ui/layers/layers.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyPanel, ErrorPanel } from '#web/ui/status/panels.tsx';
import { SidePanelLayout } from '#web/ui/layers/side-panel.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { addOrOpen, useAnnounced } from './card/add-product.ts';
import { useCart } from './cart/state/cart-store.ts';
import { searchIndexOf, useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { useCompactCards } from './grid/card-density.ts';
import { CategoryBar } from './grid/category-bar.tsx';
import { favouritesIn, groupsOf, useFavourites } from '#web/entities/catalogue/favourites.ts';
import { FAVOURITES, filterProducts, type GridFilter } from '#web/entities/catalogue/grid-filter.ts';
import { NoProducts } from './grid/grid-states.tsx';
import { GridTools } from './grid/grid-tools.tsx';
import { ProductGrid, type ProductGridHandle } from './grid/product-grid.tsx';
import { ScanFlash } from '#web/ui/scan/scan-flash.tsx';
import { useScanner } from '#web/ui/scan/scanner.ts';
import { useSelectionClearing } from './card/selection.ts';
import { TillPanel } from './till-panel.tsx';
import { TillSummary } from './till-summary.tsx';
import { AuditBar } from './audit/audit-parts.ts';
import { useAudit, useListed } from './audit/use-audit.ts';
import { categoriesOf, type RegisterProduct } from '#web/entities/catalogue/wire-products.ts';

/** The part of a view's remembered state that the register uses. */
interface RegisterState extends GridFilter {
  readonly productId: number | null;
  readonly stockMode: 'audit' | 'restock' | null;
}

interface RegisterViewProps {
  state: RegisterState;
  update: (change: Partial<RegisterState>) => void;
}

const NO_FILTER: GridFilter = { search: '', categoryId: null, blueprintField: null, blueprintValue: null };

/** The register: the products, and beside them the cart with its checkout. */
export function RegisterView({ state, update }: RegisterViewProps) {
  const { location_id: locationId } = useUser();
  const isPaying = useCart(({ stage }) => stage === 'checkout');
  const isEmpty = useCart(({ lines, sold }) => lines.length === 0 && sold === null);
  return (
    <SidePanelLayout label="Cart" panel={<TillPanel />} summary={<TillSummary />} wanted={isPaying} ended={isEmpty}>
      {locationId === null ? (
        <EmptyPanel
          icon={<MapPinOff aria-hidden />}
          title="No location"
          hint="You are not assigned to a location, so nothing can be sold. Ask an administrator to assign you to one."
        />
      ) : (
        <Products key={locationId} state={state} update={update} />
      )}
    </SidePanelLayout>
  );
}

function Products({ state, update }: RegisterViewProps) {
  const user = useUser();
  const catalogue = useCatalogue();
  const grid = useRef<ProductGridHandle>(null);
  const compact = useCompactCards(catalogue);
  const audit = useAudit(state.stockMode, update);
  const filter = useDeferredValue(state);
  const { categoryId } = filter;
  const found = useFound(catalogue.products, filter);
  const listed = useListed(found, audit.on);
  const categories = useMemo(() => countedIn(listed, catalogue), [listed, catalogue]);
  const favourites = useFavourites(categoryId === FAVOURITES);
  const { list } = favourites;
  const shown = useMemo(
    () => (list ? favouritesIn(listed, list) : inCategory(listed, categoryId)),
    [listed, list, categoryId],
  );
  const groupOf = useMemo(() => list && groupsOf(list), [list]);
  const unknownCodes = useCodes(catalogue, grid, (productId) => update({ ...NO_FILTER, productId }));
  useShownProduct(state.productId, shown, grid);
  useSelectionClearing(`${user.id} ${user.location_id}`);
  useFreshSearch(update);

  if (catalogue.error && catalogue.products.length === 0) {
    return (
      <ErrorPanel
        title="Products did not load. Your cart is safe."
        details="Failed to fetch products"
        error={catalogue.error}
        onRetry={catalogue.refetch}
      />
    );
  }
  const isPending = catalogue.isPending || favourites.isPending;
  const nothing = !isPending && shown.length === 0 && (catalogue.isComplete || catalogue.products.length > 0);
  return (
    <section
      aria-label="Product grid"
      data-focus-home
      tabIndex={-1}
      className="relative flex h-full min-h-0 flex-col -outline-offset-2"
    >
      <CategoryBar
        categories={categories}
        total={listed.length}
        pending={catalogue.isPending}
        categoryId={state.categoryId}
        blueprint={state.blueprintField === null ? null : { field: state.blueprintField, value: state.blueprintValue }}
        onCategory={(next) => update({ categoryId: next })}
        onClearBlueprint={() => update({ blueprintField: null, blueprintValue: null })}
        tools={<GridTools compact={compact} audit={audit.offered} />}
      />
      {audit.on && (
        <Suspense fallback={<div className="h-13 shrink-0 border-b border-line bg-yellow-soft" />}>
          <AuditBar onLeave={() => update({ stockMode: null })} />
        </Suspense>
      )}
      <UnderPayment>
        {favourites.error ? (
          <ErrorPanel title="Favourites did not load." error={favourites.error} onRetry={favourites.refetch} />
        ) : nothing ? (
          <NoProducts filter={filter} onClear={() => update(NO_FILTER)} />
        ) : (
          <ProductGrid
            products={shown}
            byId={catalogue.byId}
            listKey={JSON.stringify([filter.search, categoryId, filter.blueprintField, filter.blueprintValue])}
            groupOf={groupOf}
            pending={isPending}
            cards={audit.on ? 'audit' : compact ? 'compact' : 'roomy'}
            handle={grid}
          />
        )}
      </UnderPayment>
      <Announcer />
      <ScanFlash count={unknownCodes} />
    </section>
  );
}

/**
 * Covers the cards while a payment is open, because nothing can be added then. They are dimmed, keys do not reach them,
 * and a note on them says why. Rule: register/open-payment.
 */
function UnderPayment({ children }: { children: ReactNode }) {
  const isPaying = useCart(({ stage }) => stage === 'checkout');
  return (
    <div className="relative min-h-0 grow">
      {isPaying && <PaymentCover />}
      <div className="h-full" inert={isPaying}>
        {children}
      </div>
    </div>
  );
}

function PaymentCover() {
  const isSent = useCart(({ sent }) => sent !== null);
  const closeCheckout = useCart((cart) => cart.closeCheckout);
  return (
    <div className="absolute inset-0 z-30 grid place-items-center bg-backdrop">
      <div className="flex items-center gap-3 rounded-lg bg-raised py-2 pr-2 pl-4 text-base font-medium shadow-float">
        {isSent ? 'The sale is being saved' : 'Payment open'}
        {!isSent && (
          <Button size="touch" onClick={closeCheckout}>
            Back to cart
          </Button>
        )}
      </div>
    </div>
  );
}

/** Clears the search after a sale, because the next customer wants other products. */
function useFreshSearch(update: RegisterViewProps['update']): void {
  const clear = useEffectEvent(() => update({ search: '', productId: null }));
  useEffect(
    () =>
      useCart.subscribe(({ sold }, { sold: before }) => {
        if (sold !== null && before === null) clear();
      }),
    [],
  );
}

/** The products that match the search and the blueprint filter, in any category. */
function useFound(
  products: readonly RegisterProduct[],
  { search, blueprintField, blueprintValue }: GridFilter,
): readonly RegisterProduct[] {
  return useMemo(
    () =>
      filterProducts(products, { search, categoryId: null, blueprintField, blueprintValue }, () =>
        searchIndexOf(products),
      ),
    [products, search, blueprintField, blueprintValue],
  );
}

function inCategory(products: readonly RegisterProduct[], categoryId: number | null): readonly RegisterProduct[] {
  if (categoryId === null) return products;
  return products.filter(({ categories }) => categories.some(({ id }) => id === categoryId));
}

/** All categories of the catalogue, each with the number of its listed products. */
function countedIn(listed: readonly RegisterProduct[], catalogue: ReturnType<typeof useCatalogue>) {
  if (listed === catalogue.products) return catalogue.categories;
  const counts = new Map(categoriesOf(listed).map(({ id, count }) => [id, count]));
  return catalogue.categories.map((category) => ({ ...category, count: counts.get(category.id) ?? 0 }));
}

type GridRef = React.RefObject<ProductGridHandle | null>;

/** Sells scanned items, or in audit mode goes to their stock. Returns the number of unknown codes. */
function useCodes(
  { byCode, isComplete }: ReturnType<typeof useCatalogue>,
  grid: GridRef,
  reveal: (productId: number) => void,
): number {
  const [unknown, setUnknown] = useState(0);
  useScanner((code) => {
    if (isDialogOpen()) {
      toast.info(`Not added: ${code}. Close the open dialog first, then scan again.`);
      setUnknown((count) => count + 1);
      return;
    }
    const hit = byCode.get(lookupCode(code));
    if (hit) {
      // A product whose options have to be chosen must be in sight, even if a category or a search hides it.
      if (addOrOpen(hit.product, hit.variant) && !grid.current?.show(hit.product.id, false)) reveal(hit.product.id);
      return;
    }
    setUnknown((count) => count + 1);
    toast.error(
      isComplete
        ? `No product has the code ${code}. Nothing was added.`
        : `${code} is not among the products loaded so far. Scan it again in a moment.`,
    );
  });
  return unknown;
}

/** Brings a product that was chosen in the search into sight, once, as soon as it is listed. */
function useShownProduct(productId: number | null, shown: readonly RegisterProduct[], grid: GridRef): void {
  const done = useRef<number | null>(null);
  useEffect(() => {
    if (productId === null) done.current = null;
    else if (done.current !== productId && grid.current?.show(productId, false)) done.current = productId;
  }, [productId, shown, grid]);
}

function Announcer() {
  const text = useAnnounced((announced) => announced.text);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
