import { TriangleAlert } from 'lucide-react';
import type { ListedProduct } from '#contract/managed-products.ts';
import { belowFloor, displayMargin } from '#domain/margin.ts';
import { displayMoney } from '#domain/money.ts';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { displayDay } from '#web/ui/dates.ts';
import { type Column, columnChoice } from '#web/ui/grid/columns.ts';
import { Badge } from '#web/ui/status/badge.tsx';
import type { Margins } from '../../edit/margins.tsx';
import { subjectOf } from '../products-state.ts';
import { openProduct } from '../products-address.ts';
import { money, priceWords, STATUS_LABEL, STATUS_TONE } from '../product-words.ts';

/** The data for the cells besides the product. */
export interface ListContext {
  readonly timeZone: string;
  readonly categoryOf: (id: number) => string;
  readonly blueprintOf: (id: number) => string;
  /** Null for people who may not see costs. */
  readonly margins: Margins | null;
  /** Subjects of the products with edits that are not saved. */
  readonly unsaved: ReadonlySet<string>;
}

type ColumnId =
  | 'product'
  | 'status'
  | 'sku'
  | 'barcode'
  | 'category'
  | 'price'
  | 'cost'
  | 'margin'
  | 'blueprint'
  | 'class'
  | 'tax'
  | 'updated';

const COLUMNS: readonly Column<ListedProduct, ListContext, ColumnId>[] = [
  {
    id: 'product',
    phone: '1-left',
    title: 'Product',
    required: true,
    byDefault: true,
    width: 220,
    grow: 4,
    cell: ({ id, name, variations, type }, { unsaved }) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <button
          type="button"
          tabIndex={-1}
          className="min-w-0 hover:underline"
          onClick={(event) => {
            event.stopPropagation();
            openProduct(id);
          }}
        >
          <Truncate text={name} className="font-medium" />
        </button>
        {unsaved.has(subjectOf(id)) && <Badge tone="yellow">Not saved</Badge>}
        {type === 'variable' && (
          <span className="shrink-0 text-xs text-ink-3">
            {variations} {variations === 1 ? 'variation' : 'variations'}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'status',
    phone: '2-right',
    title: 'Status',
    byDefault: true,
    width: 92,
    cell: ({ status }) => <Badge tone={STATUS_TONE[status]}>{STATUS_LABEL[status]}</Badge>,
  },
  {
    id: 'sku',
    phone: '2-left',
    title: 'SKU',
    byDefault: true,
    width: 110,
    grow: 1,
    cell: ({ sku }) => <Truncate text={sku ?? ''} className="text-ink-2" />,
  },
  {
    id: 'barcode',
    title: 'Barcode',
    byDefault: false,
    width: 130,
    cell: ({ barcode }) => <Truncate text={barcode ?? ''} className="text-ink-2 tabular-nums" />,
  },
  {
    id: 'category',
    title: 'Category',
    byDefault: true,
    width: 120,
    grow: 2,
    cell: ({ category_ids: ids }, { categoryOf }) => (
      <Truncate text={ids.map(categoryOf).filter(Boolean).join(', ')} className="text-ink-2" />
    ),
  },
  {
    id: 'price',
    phone: '1-right',
    title: 'Price',
    byDefault: true,
    width: 140,
    right: true,
    cell: (product, { margins }) => <Price product={product} remark={remarkOn(product, margins)} />,
  },
  {
    id: 'cost',
    title: 'Cost',
    byDefault: false,
    width: 90,
    right: true,
    cell: ({ id }, { margins }) => {
      const known = margins?.ofProduct.get(id);
      return <span className="text-ink-2 tabular-nums">{known && displayMoney(known.cost)}</span>;
    },
  },
  {
    id: 'margin',
    title: 'Margin',
    byDefault: false,
    width: 90,
    right: true,
    cell: (product, { margins }) => {
      const margin = margins?.ofProduct.get(product.id)?.margin ?? null;
      const isLow = remarkOn(product, margins) !== null;
      return (
        <span className={isLow ? 'text-yellow tabular-nums' : 'text-ink-2 tabular-nums'}>
          {margin !== null && displayMargin(margin)}
        </span>
      );
    },
  },
  {
    id: 'blueprint',
    title: 'Blueprint',
    byDefault: false,
    width: 110,
    cell: ({ blueprint_id: id }, { blueprintOf }) => (
      <Truncate text={id === null ? '' : blueprintOf(id)} className="text-ink-2" />
    ),
  },
  {
    id: 'class',
    title: 'Price class',
    byDefault: false,
    width: 110,
    cell: ({ price_class: name }) => <Truncate text={name ?? ''} className="text-ink-2" />,
  },
  {
    id: 'tax',
    title: 'Sales tax',
    byDefault: false,
    width: 90,
    cell: ({ taxable }) => <span className="text-ink-2">{taxable ? 'Taxed' : 'Not taxed'}</span>,
  },
  {
    id: 'updated',
    title: 'Changed',
    byDefault: false,
    width: 120,
    cell: ({ updated_at: at }, { timeZone }) => <Truncate text={displayDay(at, timeZone)} className="text-ink-2" />,
  },
];

export const productColumns = columnChoice('managed_products_columns', COLUMNS);

/** The columns of costs, which not everybody may see. */
const OF_COSTS: readonly ColumnId[] = ['cost', 'margin'];
const WITHOUT_COSTS = COLUMNS.filter(({ id }) => !OF_COSTS.includes(id));

/** The columns that this person may see. Rule: catalogue/costs. */
export const columnsFor = (maySeeCosts: boolean) => (maySeeCosts ? COLUMNS : WITHOUT_COSTS);

function remarkOn({ id }: ListedProduct, margins: Margins | null): string | null {
  return margins && belowFloor(margins.ofProduct.get(id)?.margin ?? null, margins.floor);
}

function Price({ product, remark }: { product: ListedProduct; remark: string | null }) {
  const isReduced = product.sale_price !== null && product.regular_price !== null && product.type === 'simple';
  const words = priceWords(product);
  const isPriced = words.startsWith('$');
  return (
    <span className={isPriced ? '' : 'text-ink-3'}>
      {isReduced && product.regular_price !== null && (
        <s className="mr-1.5 text-xs text-ink-3">{money(product.regular_price)}</s>
      )}
      {remark !== null && (
        <span
          role="img"
          aria-label={`Margin ${remark}`}
          title={`Margin ${remark}`}
          className="mr-1.5 inline-block align-[-2px]"
        >
          <TriangleAlert aria-hidden className="size-3.5 text-yellow" />
        </span>
      )}
      {words}
    </span>
  );
}
