import { EllipsisVertical, FileDown, FileUp, Package, Pencil, Plus, Search, X } from 'lucide-react';
import { Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { MAX_BULK_PRODUCTS } from '#contract/bulk-products.ts';
import { exportProductsRoute } from '#contract/catalogue-files.ts';
import { belowFloor, displayMargin } from '#domain/margin.ts';
import { useMay } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FilterBar } from '#web/ui/controls/filter-bar.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextInput } from '#web/ui/fields/text-field.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { ColumnMenu } from '#web/ui/grid/column-menu.tsx';
import { Menu, MenuItem } from '#web/ui/layers/menu.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { focusFirstRow } from '#web/ui/rows/row-keys.ts';
import { downloadFrom } from '#web/ui/save-file.ts';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { useMargins } from '../edit/margins.tsx';
import { inTree } from '../edit/category-choice.tsx';
import { useCategories } from '../edit/category-queries.ts';
import { columnsFor, productColumns } from './list/product-columns.tsx';
import { BulkEdit } from './bulk/bulk-edit.tsx';
import { ProductEditor } from './form/product-editor.tsx';
import { filtered } from './list/product-filter.ts';
import { STATUS_LABEL } from './product-words.ts';
import { addProduct, openProduct, productsAddress, type StatusFilter } from './products-address.ts';
import { useManagedProducts } from './products-queries.ts';
import { useBlueprints } from '../blueprints/blueprint-commands.ts';
import { clearSelection, useSelectedProducts } from './products-state.ts';
import { ProductsTable } from './list/products-table.tsx';

const ImportDialog = lazyPart(async () => (await import('./files/import-dialog.tsx')).ImportDialog);

/** All products of the shop, with the editor of one. Rule: catalogue/managed-products. */
export function ProductsPage() {
  const { open, adding } = productsAddress.use();
  if (adding) return <ProductEditor key="new" id={null} />;
  if (open !== null) return <ProductEditor key={open} id={open} />;
  return <ProductList />;
}

/** A category with all categories below it. */
function useFamily(category: number | null): ReadonlySet<number> | null {
  const { data } = useCategories();
  return useMemo(() => {
    if (category === null) return null;
    const below = inTree(data ?? []).filter(({ above }) => above.includes(category));
    return new Set([category, ...below.map(({ category: { id } }) => id)]);
  }, [category, data]);
}

/** The products whose margin is below the floor; null where all are asked for. */
function useLowMargins(isAsked: boolean): ReadonlySet<number> | null {
  const margins = useMargins();
  return useMemo(() => {
    if (!isAsked) return null;
    const low = [...(margins?.ofProduct ?? [])].filter(
      ([, { margin }]) => belowFloor(margin, margins?.floor ?? null) !== null,
    );
    return new Set(low.map(([id]) => id));
  }, [isAsked, margins]);
}

function ProductList() {
  const products = useManagedProducts();
  const { search, status, category, blueprint, priceClass, lowMargin: isLowAsked } = productsAddress.use();
  const lowMargin = useLowMargins(isLowAsked);
  const categories = useFamily(category);
  // The field shows each key at once. The table follows in a later frame.
  const words = useDeferredValue(search);
  const found = useMemo(
    () => filtered(products.data ?? [], { search: words, status, categories, blueprint, priceClass, lowMargin }),
    [products.data, words, status, categories, blueprint, priceClass, lowMargin],
  );
  const [bulk, setBulk] = useState(false);
  const [importing, setImporting] = useState(false);
  const selected = useSelectedProducts();
  const chosen = useMemo(() => products.data?.filter(({ id }) => selected.has(id)) ?? [], [products.data, selected]);
  const [presses, setPresses] = useState(0);
  const entering = useRef<'rows' | 'only' | null>(null);
  // The person leaves the search for the results, perhaps before the table is up to date.
  useEffect(() => {
    if (entering.current === null || words !== search || !products.isComplete) return;
    const [only, another] = found;
    if (entering.current === 'only' && only && !another) openProduct(only.id);
    else focusFirstRow(document.querySelector('[role=grid]'));
    entering.current = null;
  }, [presses, words, search, found, products.isComplete]);
  const isNarrowed =
    search !== '' ||
    status !== 'listed' ||
    category !== null ||
    blueprint !== null ||
    priceClass !== null ||
    isLowAsked;
  return (
    <div className="flex h-full flex-col">
      <Controls
        found={products.data && found.length}
        isComplete={products.isComplete}
        onBulk={() => setBulk(true)}
        onImport={() => setImporting(true)}
        onEnter={(into) => {
          entering.current = into;
          setPresses(presses + 1);
        }}
      />
      {importing && (
        <Suspense fallback={null}>
          <ImportDialog onClose={() => setImporting(false)} />
        </Suspense>
      )}
      {bulk && <BulkEdit products={chosen} onClose={() => setBulk(false)} />}
      <div className="min-h-0 grow">
        {!products.data ? (
          products.error ? (
            <ErrorPanel title="Error Loading Products" error={products.error} onRetry={() => products.refetch()} />
          ) : (
            <LoadingPanel label="Loading products..." />
          )
        ) : found.length === 0 && !products.isComplete ? (
          <LoadingPanel label="Loading products..." />
        ) : found.length === 0 ? (
          <NoProducts narrowed={isNarrowed} />
        ) : (
          <ProductsTable
            products={found}
            listKey={JSON.stringify([words, status, category, blueprint, priceClass, isLowAsked])}
          />
        )}
      </div>
    </div>
  );
}

const STATUSES: { value: StatusFilter; label: string }[] = [
  { value: 'listed', label: 'All but archived' },
  { value: 'publish', label: STATUS_LABEL.publish },
  { value: 'draft', label: STATUS_LABEL.draft },
  { value: 'private', label: STATUS_LABEL.private },
  { value: 'trash', label: STATUS_LABEL.trash },
];
const ANY = 'any';

function Controls({
  found,
  isComplete,
  onEnter,
  onBulk,
  onImport,
}: {
  found: number | undefined;
  /** False while the rest of the products loads. Rule: catalogue/managed-list. */
  isComplete: boolean;
  /** Moves on to the rows. `only` (Enter) opens the product if it is the only result, as after a scan. */
  onEnter: (into: 'rows' | 'only') => void;
  /** Edits the chosen products together. */
  onBulk: () => void;
  onImport: () => void;
}) {
  const { search, status, category, blueprint, priceClass, lowMargin } = productsAddress.use();
  const maySeeCosts = useMay('see-costs');
  const floor = useMargins()?.floor ?? null;
  const { data: categories = [] } = useCategories();
  const { data: blueprints = [] } = useBlueprints();
  const selected = useSelectedProducts((all) => all.size);
  const classes = [...new Set(blueprints.flatMap(({ price_classes: all }) => all))].toSorted();
  return (
    <>
      <div className="flex shrink-0 items-center gap-2 px-3 pt-2">
        <h2 className="sr-only">Products</h2>
        <TextInput
          type="search"
          aria-label="Search products"
          placeholder="Name, SKU, barcode or number"
          leading={<Search aria-hidden className="size-4" />}
          className="min-w-40 grow"
          value={search}
          onChange={({ target }) => productsAddress.change({ search: target.value }, 'later')}
          onKeyDown={(event) => {
            if (event.key === 'Escape') productsAddress.change({ search: '' });
            else if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
            else onEnter(event.key === 'Enter' ? 'only' : 'rows');
            event.preventDefault();
          }}
        />
        <ColumnMenu columns={columnsFor(maySeeCosts)} shown={productColumns.use()} onChange={productColumns.choose} />
        <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={addProduct}>
          <span className="max-[640px]:sr-only">Add product</span>
        </Button>
        <Menu
          align="end"
          trigger={<IconButton label="Import and export" icon={<EllipsisVertical className="size-4.5" />} />}
        >
          <MenuItem icon={<FileUp aria-hidden className="size-4" />} onSelect={onImport}>
            Import from a file...
          </MenuItem>
          <MenuItem
            icon={<FileDown aria-hidden className="size-4" />}
            onSelect={() => downloadFrom(exportProductsRoute.path)}
          >
            Export as CSV
          </MenuItem>
        </Menu>
      </div>
      <FilterBar
        narrowed={status !== 'listed' || category !== null || blueprint !== null || priceClass !== null || lowMargin}
        actions={
          <>
            {selected > 0 && (
              <Button
                size="sm"
                icon={<Pencil aria-hidden className="size-3.5" />}
                disabled={selected > MAX_BULK_PRODUCTS || !isComplete}
                onClick={onBulk}
              >
                {selected > MAX_BULK_PRODUCTS ? `Edit at most ${MAX_BULK_PRODUCTS}` : 'Edit'}
              </Button>
            )}
            {selected > 0 && (
              <Button size="sm" variant="ghost" icon={<X aria-hidden className="size-3.5" />} onClick={clearSelection}>
                {selected.toLocaleString('en-US')} selected
              </Button>
            )}
            <span role="status" className="ml-auto text-xs text-ink-3 tabular-nums">
              {found !== undefined && !isComplete && 'Loading the rest...'}
              {found !== undefined &&
                isComplete &&
                `${found.toLocaleString('en-US')} ${found === 1 ? 'product' : 'products'}`}
            </span>
          </>
        }
      >
        <Select
          label="Status"
          size="sm"
          value={status}
          options={STATUSES}
          onChange={(next) => productsAddress.change({ status: next })}
        />
        <Select
          label="Category"
          size="sm"
          className="max-w-48"
          value={String(category ?? ANY)}
          options={[
            { value: ANY, label: 'All categories' },
            ...inTree(categories).map(({ category: { id, name }, depth }) => ({
              value: String(id),
              label: `${'\u2003'.repeat(depth)}${name}`,
            })),
          ]}
          onChange={(next) => productsAddress.change({ category: next === ANY ? null : Number(next) })}
        />
        {blueprints.length > 0 && (
          <Select
            label="Blueprint"
            size="sm"
            className="max-w-44"
            value={String(blueprint ?? ANY)}
            options={[
              { value: ANY, label: 'All blueprints' },
              ...blueprints.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(next) => productsAddress.change({ blueprint: next === ANY ? null : Number(next) })}
          />
        )}
        {classes.length > 0 && (
          <Select
            label="Price class"
            size="sm"
            className="max-w-44"
            value={priceClass === null ? ANY : `=${priceClass}`}
            options={[
              { value: ANY, label: 'All price classes' },
              ...classes.map((name) => ({ value: `=${name}`, label: name })),
            ]}
            onChange={(next) => productsAddress.change({ priceClass: next === ANY ? null : next.slice(1) })}
          />
        )}
        {(floor !== null || lowMargin) && maySeeCosts && (
          <Select
            label="Margin"
            size="sm"
            value={lowMargin ? 'low' : ANY}
            options={[
              { value: ANY, label: 'Any margin' },
              { value: 'low', label: floor === null ? 'Below the floor' : `Margin below ${displayMargin(floor)}` },
            ]}
            onChange={(next) => productsAddress.change({ lowMargin: next === 'low' })}
          />
        )}
      </FilterBar>
    </>
  );
}

function NoProducts({ narrowed }: { narrowed: boolean }) {
  return (
    <EmptyPanel
      icon={<Package aria-hidden />}
      title={narrowed ? 'No products found' : 'No products yet'}
      hint={
        narrowed
          ? 'Nothing matches this search and these filters.'
          : 'Add the first thing that you sell, or import a file from the menu above.'
      }
      action={
        narrowed ? (
          <Button
            onClick={() =>
              productsAddress.change({
                search: '',
                status: 'listed',
                category: null,
                blueprint: null,
                priceClass: null,
                lowMargin: false,
              })
            }
          >
            Clear filters
          </Button>
        ) : (
          <Button variant="primary" onClick={addProduct}>
            Add product
          </Button>
        )
      }
    />
  );
}
