import { columnLabel, fieldText, NAME_COLUMN, type PlannedPanel } from '#domain/menu/menu-plan.ts';
import { pricesAt, type ShelfProduct } from '#domain/menu/shelf.ts';
import { InlinePrices } from './menu-prices.tsx';
import { MenuPicture, StockBadge } from './menu-product.tsx';
import { fitted, type PanelSizes, type TableSizes, tableSizes } from './sizes.ts';

interface Part {
  readonly plan: PlannedPanel;
  readonly sizes: TableSizes;
  readonly nowMs: number;
  /** Whether any product of the panel shows prices of its own. */
  readonly showsPrices: boolean;
}

function Row({ product, plan, sizes, nowMs, showsPrices }: Part & { product: ShelfProduct }) {
  const prices = pricesAt(product, nowMs);
  const isInline = plan.prices.isInline(prices);
  const { shape } = sizes;
  const facts = shape === 'columns' ? [] : plan.fields.flatMap((field) => fieldText(product, field) || []);
  const nameWidth = shape === 'lines' ? sizes.width - sizes.picture - 40 : sizes.width - sizes.prices - sizes.picture;
  const size = fitted(product.name, {
    width: shape === 'columns' ? nameWidth - plan.fields.length * 165 - 165 : nameWidth * (shape === 'lines' ? 0.8 : 1),
    lines: 1,
    most: sizes.name,
    least: sizes.name * 0.7,
  });
  return (
    <tr className={product.inStock ? undefined : 'menu-out'} style={{ height: sizes.row }}>
      {plan.panel.showImages && (
        <td className="menu-cell-picture">
          <MenuPicture product={product} />
        </td>
      )}
      <th scope="row" className="menu-cell-name">
        <span className="menu-row-name">
          <span className="menu-name" style={{ fontSize: size }}>
            {product.name}
          </span>
          {shape !== 'columns' && <StockBadge product={product} />}
        </span>
        {(facts.length > 0 || shape === 'lines') && (
          <span className="menu-row-second">
            {shape === 'lines' && isInline && <InlinePrices prices={prices} />}
            {facts.length > 0 && (
              <span className="menu-facts">
                {facts.map((fact) => (
                  <span key={fact}>{fact}</span>
                ))}
              </span>
            )}
          </span>
        )}
      </th>
      {shape === 'columns' &&
        plan.fields.map((field) => (
          <td key={field} className="menu-cell-field">
            {fieldText(product, field)}
          </td>
        ))}
      {shape === 'columns' && (
        <td className="menu-cell-stock">
          <StockBadge product={product} />
        </td>
      )}
      {showsPrices && shape !== 'lines' && (
        <td className="menu-cell-prices">{isInline && <InlinePrices prices={prices} />}</td>
      )}
    </tr>
  );
}

function Table({ products, ...part }: Part & { products: readonly ShelfProduct[] }) {
  const { plan, sizes, showsPrices } = part;
  const isWide = sizes.shape === 'columns';
  return (
    <table className="menu-table" style={{ width: sizes.width }}>
      <caption className="menu-unseen">{plan.category?.name}</caption>
      <colgroup>
        {plan.panel.showImages && <col style={{ width: sizes.picture + 16 }} />}
        <col />
        {isWide && plan.fields.map((field) => <col key={field} className="menu-column-field" />)}
        {isWide && <col style={{ width: sizes.small * 7.5 }} />}
        {showsPrices && sizes.shape !== 'lines' && <col style={{ width: sizes.prices }} />}
      </colgroup>
      <thead>
        <tr style={{ height: sizes.head }}>
          {plan.panel.showImages && (
            <td>
              <span className="menu-unseen">Picture</span>
            </td>
          )}
          <th scope="col">{columnLabel(NAME_COLUMN)}</th>
          {isWide &&
            plan.fields.map((field) => (
              <th key={field} scope="col">
                {columnLabel(field)}
              </th>
            ))}
          {isWide && (
            <th scope="col">
              <span className="menu-unseen">Stock</span>
            </th>
          )}
          {showsPrices && sizes.shape !== 'lines' && (
            <th scope="col" className="menu-cell-prices">
              Price
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {products.map((product) => (
          <Row key={product.id} product={product} {...part} />
        ))}
      </tbody>
    </table>
  );
}

/** One table, or two side by side: the first is filled from the top. */
export function MenuTable({
  plan,
  sizes,
  products,
  nowMs,
}: {
  plan: PlannedPanel;
  sizes: PanelSizes;
  products: readonly ShelfProduct[];
  nowMs: number;
}) {
  const showsPrices = plan.pages.some((page) => page.some((one) => plan.prices.isInline(pricesAt(one, nowMs))));
  const table = tableSizes(sizes, plan.grid, {
    fields: plan.fields.length,
    showsPrices,
    showsPictures: plan.panel.showImages,
  });
  const { rows } = plan.grid;
  const parts = Array.from({ length: plan.grid.columns }, (_, column) =>
    products.slice(column * rows, (column + 1) * rows),
  );
  return (
    <div
      className={`menu-tables menu-tables-${table.shape}`}
      style={{
        gap: table.gap,
        ['--menu-small' as string]: `${table.small}px`,
        ['--menu-price' as string]: `${table.price}px`,
        ['--menu-row-picture' as string]: `${table.picture}px`,
      }}
    >
      {parts
        .filter(({ length }) => length > 0)
        .map((part) => (
          <Table key={part[0]?.id} products={part} plan={plan} sizes={table} nowMs={nowMs} showsPrices={showsPrices} />
        ))}
    </div>
  );
}
