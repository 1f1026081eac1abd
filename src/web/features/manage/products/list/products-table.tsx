import { useMemo, useRef } from 'react';
import type { ListedProduct } from '#contract/managed-products.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { RecordGrid, useRecordRowPx } from '#web/ui/grid/record-grid.tsx';
import { useEvenRows } from '#web/ui/rows/row-window.ts';
import { PlaceLeft } from '#web/ui/rows/scrolled-pane.ts';
import { useMargins } from '../../edit/margins.tsx';
import { useCategories } from '../../edit/category-queries.ts';
import { columnsFor, productColumns } from './product-columns.tsx';
import { openProduct } from '../products-address.ts';
import { useBlueprints } from '../../blueprints/blueprint-commands.ts';
import { selectProducts, useSelectedProducts, useUnsavedProducts } from '../products-state.ts';

const left = new PlaceLeft();
const never = () => false;

/** Nothing while the names are fetched. */
function namesOf(rows: readonly { id: number; name: string }[] | undefined): (id: number) => string {
  const names = new Map(rows?.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? (rows ? `#${id}` : '');
}

/** A grid of products that renders only the visible rows. A double click, Enter or the arrow opens a product. */
export function ProductsTable({ products, listKey }: { products: readonly ListedProduct[]; listKey: string }) {
  const { time_zone: timeZone } = useUser();
  const selected = useSelectedProducts();
  const shown = productColumns.use();
  const { data: categories } = useCategories();
  const { data: blueprints } = useBlueprints();
  const margins = useMargins();
  const unsaved = useUnsavedProducts();
  const context = useMemo(
    () => ({ timeZone, categoryOf: namesOf(categories), blueprintOf: namesOf(blueprints), margins, unsaved }),
    [timeZone, categories, blueprints, margins, unsaved],
  );
  const pane = useRef<HTMLDivElement>(null);
  const inSight = useEvenRows(pane, left, listKey, products.length, useRecordRowPx());
  return (
    <RecordGrid
      label="Products"
      rows={products}
      columns={columnsFor(useMay('see-costs'))}
      shown={shown}
      context={context}
      selected={selected}
      onSelect={selectProducts}
      isOpen={never}
      onOpen={(id, on) => on && openProduct(id)}
      nameOf={({ name }) => name}
      pane={pane}
      inSight={inSight}
    />
  );
}
