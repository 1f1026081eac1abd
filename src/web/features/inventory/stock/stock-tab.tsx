import { PackageSearch } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { stockKey } from '#domain/stock.ts';
import { useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { type GridFilter, isFiltered } from '#web/entities/catalogue/grid-filter.ts';
import { useCountWish } from '#web/entities/stock/count-wish.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { ScanFlash } from '#web/ui/scan/scan-flash.tsx';
import { AppliedAuditBar } from '../audit/applied-audit.tsx';
import { CountSheet } from '../audit/count-sheet.tsx';
import { CreateAuditModal } from '../audit/create-audit-modal.tsx';
import { PurchaseOrderModal } from '../restock/purchase-order-modal.tsx';
import { useFinishKey } from './open-in-search.ts';
import { PendingBar } from '../pending/pending-bar.tsx';
import { usePending } from '../pending/pending-store.ts';
import { StockControls } from './stock-controls.tsx';
import { StockGrid, type StockGridHandle } from './stock-grid.tsx';
import { stockAddress, useStockView } from './stock-view-state.ts';
import { MovingDialogs } from '../transfers/moving.tsx';
import { useCountScanner } from './use-count-scanner.ts';
import { useStockList } from './use-stock-list.ts';

/** The part of the view's remembered state that the stock tab uses. */
export interface StockState extends GridFilter {
  /** Audit when null. */
  readonly stockMode: 'audit' | 'restock' | null;
}

export interface StockTabProps {
  state: StockState;
  update: (change: Partial<StockState>) => void;
}

const EVERYTHING: GridFilter = { search: '', categoryId: null, blueprintField: null, blueprintValue: null };

/** The stock tab: counts and restocks of the own location. Rule: inventory/modes. */
export function StockTab({ state, update }: StockTabProps) {
  const mode = state.stockMode ?? 'audit';
  const catalogue = useCatalogue();
  const grid = useRef<StockGridHandle>(null);
  useWishedCount();
  const { rows, listKey, relist, startOver } = useStockList(catalogue, state, mode);
  const { announced, unknown } = useCountScanner(catalogue, mode, grid, relist);
  const entry = usePending((pending) => pending.entry);
  const blind = usePending((pending) => pending.blind);
  const [printing, setPrinting] = useState(false);
  const [modal, setModal] = useState<'audit' | 'order' | null>(null);
  const byCategory = stockAddress.use().sort === 'catalogue';
  useFinishKey(mode);
  const adjusting = mode === 'restock' ? 'restock' : entry;

  if (catalogue.error && catalogue.products.length === 0) {
    return <ErrorPanel title="Failed to fetch products" error={catalogue.error} onRetry={catalogue.refetch} />;
  }
  return (
    <section aria-label="Stock" className="relative flex h-full min-h-0 flex-col">
      <StockControls mode={mode} onMode={(stockMode) => update({ stockMode })} onPrint={() => setPrinting(true)} />
      <AppliedAuditBar />
      <div className="min-h-0 grow">
        {catalogue.isPending ? (
          <LoadingPanel label="Loading stock..." />
        ) : rows.length === 0 ? (
          <NothingListed state={state} mode={mode} onClear={() => update(EVERYTHING)} />
        ) : (
          <StockGrid
            rows={rows}
            adjusting={adjusting}
            blind={blind && mode === 'audit'}
            byCategory={byCategory}
            listKey={listKey}
            handle={grid}
          />
        )}
      </div>
      <PendingBar mode={mode} onCreateAudit={() => setModal('audit')} onCreateOrder={() => setModal('order')} />
      <p role="status" className="sr-only">
        {announced}
      </p>
      <ScanFlash count={unknown} />
      <MovingDialogs />
      {printing && <CountSheet rows={rows} blind={blind} onPrinted={() => setPrinting(false)} />}
      <CreateAuditModal
        open={modal === 'audit'}
        onClose={() => setModal(null)}
        onCreated={() => {
          setModal(null);
          startOver();
        }}
      />
      <PurchaseOrderModal
        open={modal === 'order'}
        onClose={() => setModal(null)}
        onCreated={() => {
          setModal(null);
          startOver();
        }}
      />
    </section>
  );
}

/** Lists all items that another view asked to be counted, including those without stock. */
function useWishedCount(): void {
  const wished = useCountWish((state) => state.wished);
  const setIncludeZero = usePending((pending) => pending.setIncludeZero);
  useEffect(() => {
    if (wished === null) return;
    setIncludeZero(true);
    useStockView.setState({ selected: new Set(wished.map(stockKey)), onlySelected: true });
    useCountWish.setState({ wished: null });
  }, [wished, setIncludeZero]);
}

/** Rule: inventory/nothing-found. */
function NothingListed({
  state,
  mode,
  onClear,
}: {
  state: StockState;
  mode: 'audit' | 'restock';
  onClear: () => void;
}) {
  const includeZero = usePending((pending) => pending.includeZero);
  const setIncludeZero = usePending((pending) => pending.setIncludeZero);
  const onlySelected = useStockView((view) => view.onlySelected);
  const search = state.search.trim();
  const offersZero = mode === 'audit' && !includeZero && !onlySelected;
  return (
    <EmptyPanel
      icon={<PackageSearch aria-hidden />}
      title="No products found for adjustments"
      hint={
        search !== ''
          ? `No results for "${search}"${offersZero ? ' in stock' : ''}`
          : offersZero
            ? 'Nothing is in stock here.'
            : 'Try adjusting your filters'
      }
      action={
        <div className="flex gap-2">
          {offersZero && <Button onClick={() => setIncludeZero(true)}>Include zero stock</Button>}
          {isFiltered(state) && <Button onClick={onClear}>Show all products</Button>}
        </div>
      }
    />
  );
}
