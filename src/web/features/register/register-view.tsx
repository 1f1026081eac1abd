import { MapPinOff } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { lookupCode } from '#domain/barcode.ts';
import { useUser } from '#web/api/session.ts';
import { EmptyPanel, ErrorPanel } from '#web/ui/panels.tsx';
import { SidePanelLayout } from '#web/ui/side-panel.tsx';
import { toast } from '#web/ui/toast.tsx';
import { addOrOpen, useAnnounced } from './add-product.ts';
import { useCart } from './cart-store.ts';
import { searchIndexOf, useCatalogue } from '#web/api/catalogue.ts';
import { CategoryBar } from './category-bar.tsx';
import { filterProducts, type GridFilter } from '#web/api/grid-filter.ts';
import { NoProducts } from './grid-states.tsx';
import { ProductGrid, type ProductGridHandle } from './product-grid.tsx';
import { ScanFlash } from '#web/ui/scan-flash.tsx';
import { useScanner } from '#web/ui/scanner.ts';
import { useSelectionClearing } from './selection.ts';
import { TillPanel } from './till-panel.tsx';
import { TillSummary } from './till-summary.tsx';

/** The part of what the workspace remembers of a view that the register uses. */
interface RegisterViewProps {
  state: GridFilter & { readonly productId: number | null };
  update: (change: Partial<GridFilter & { productId: number | null }>) => void;
}

const NO_FILTER: GridFilter = { search: '', categoryId: null, blueprintField: null, blueprintValue: null };

/** The register: products to pick from, the till beside them. Source: spec §2. */
export default function RegisterView({ state, update }: RegisterViewProps) {
  const { location_id: locationId } = useUser();
  const isPaying = useCart(({ stage }) => stage === 'checkout');
  return (
    <SidePanelLayout label="Cart" panel={<TillPanel />} summary={<TillSummary />} wanted={isPaying}>
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
  const catalogue = useCatalogue();
  const grid = useRef<ProductGridHandle>(null);
  const filter = useDeferredValue(state);
  const { search, categoryId, blueprintField, blueprintValue } = filter;
  const shown = useMemo(
    () =>
      filterProducts(catalogue.products, { search, categoryId, blueprintField, blueprintValue }, () =>
        searchIndexOf(catalogue.products),
      ),
    [catalogue.products, search, categoryId, blueprintField, blueprintValue],
  );
  const unknownCodes = useCodes(catalogue, grid);
  useShownProduct(state.productId, catalogue.isPending, grid);
  useSelectionClearing();

  if (catalogue.error && catalogue.products.length === 0) {
    return <ErrorPanel title="Failed to fetch products" error={catalogue.error} onRetry={catalogue.refetch} />;
  }
  const nothing = !catalogue.isPending && shown.length === 0 && (catalogue.isComplete || catalogue.products.length > 0);
  return (
    <section aria-label="Product grid" className="relative flex h-full min-h-0 flex-col">
      <CategoryBar
        categories={catalogue.categories}
        total={catalogue.products.length}
        pending={catalogue.isPending}
        categoryId={state.categoryId}
        blueprint={state.blueprintField === null ? null : { field: state.blueprintField, value: state.blueprintValue }}
        onCategory={(next) => update({ categoryId: next })}
        onClearBlueprint={() => update({ blueprintField: null, blueprintValue: null })}
      />
      <div className="min-h-0 grow">
        {nothing ? (
          <NoProducts filter={filter} onClear={() => update(NO_FILTER)} />
        ) : (
          <ProductGrid
            products={shown}
            byId={catalogue.byId}
            listKey={JSON.stringify([search, categoryId, blueprintField, blueprintValue])}
            pending={catalogue.isPending}
            handle={grid}
          />
        )}
      </div>
      <Announcer />
      <ScanFlash count={unknownCodes} />
    </section>
  );
}

type GridRef = React.RefObject<ProductGridHandle | null>;

/** Sells what is scanned; counts the codes nobody knows. */
function useCodes({ byCode, isComplete }: ReturnType<typeof useCatalogue>, grid: GridRef): number {
  const [unknown, setUnknown] = useState(0);
  useScanner((code) => {
    if (document.querySelector('[role="dialog"], [role="alertdialog"]')) {
      toast.info(`Not added: ${code}. Close the open dialog first, then scan again.`);
      setUnknown((count) => count + 1);
      return;
    }
    const hit = byCode.get(lookupCode(code));
    if (hit) {
      if (addOrOpen(hit.product, hit.variant)) grid.current?.show(hit.product.id, false);
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

/** A product chosen elsewhere (the search) is brought into sight. */
function useShownProduct(productId: number | null, pending: boolean, grid: GridRef): void {
  useEffect(() => {
    if (productId !== null && !pending) grid.current?.show(productId, false);
  }, [productId, pending, grid]);
}

function Announcer() {
  const text = useAnnounced((announced) => announced.text);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
