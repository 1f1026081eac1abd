import { columnLabel, fieldText, NAME_COLUMN, type PlannedPanel } from '#domain/menu/menu-plan.ts';
import { pricesAt, type MenuProduct } from '#domain/menu/shelf.ts';
import { InlinePrices } from './menu-prices.tsx';
import { MenuPicture, StockBadge } from './menu-product.tsx';
import { rowName } from './names.ts';
import type { PageOfPanel } from './page-of-panel.ts';
import { type TableSizes, tableSizes } from './sizes.ts';
import { fittedFacts, fittedName } from './words.ts';

interface Part {
  readonly plan: PlannedPanel;
  readonly sizes: TableSizes;
  readonly nowMs: number;
}

const FIELD_PADDING = 18;

/** A long value takes two lines. */
function Field({ text, sizes: { field, small, row } }: { text: string; sizes: TableSizes }) {
  const { size, lines } = fittedName(text, { width: field - FIELD_PADDING, height: row * 0.94, most: small });
  return (
    <td className="menu-cell-field">
      <span style={{ fontSize: size, ['--menu-lines' as string]: lines }}>{text}</span>
    </td>
  );
}

function Row({ product, plan, sizes, nowMs }: Part & { product: MenuProduct }) {
  const prices = pricesAt(product, nowMs);
  const { shape } = sizes;
  const isInline = plan.prices.isInline(prices);
  const pricesBelow = shape === 'lines' && isInline;
  const { size, lines, price, hasFacts, isBadgeBelow = false } = rowName(product, sizes, pricesBelow);
  const facts = shape === 'columns' || !hasFacts ? [] : plan.fields.flatMap((field) => fieldText(product, field) || []);
  const below = fittedFacts(facts, { width: sizes.nameWidth, lines: 1, most: sizes.small });
  return (
    <tr className={product.inStock ? undefined : 'menu-out'}>
      {sizes.picture > 0 && (
        <td className="menu-cell-picture">
          <MenuPicture product={product} />
        </td>
      )}
      <th scope="row">
        <div className="menu-cell-name" style={{ height: sizes.row }}>
          <div className="menu-row-first">
            <span className="menu-name" style={{ fontSize: size, ['--menu-lines' as string]: lines }}>
              {product.name}
            </span>
            {shape !== 'columns' && !isBadgeBelow && <StockBadge product={product} isSmall />}
          </div>
          {(pricesBelow || facts.length > 0) && (
            <div
              className={isBadgeBelow ? 'menu-row-first' : 'menu-row-second'}
              style={{ ['--menu-price' as string]: `${price}px` }}
            >
              {pricesBelow && <InlinePrices prices={prices} />}
              {isBadgeBelow && <StockBadge product={product} isSmall />}
              {!pricesBelow && (
                <span className="menu-facts" style={{ fontSize: below.size }}>
                  {below.facts.map((fact) => (
                    <span key={fact}>{fact}</span>
                  ))}
                </span>
              )}
            </div>
          )}
        </div>
      </th>
      {shape === 'columns' && (
        <>
          {plan.fields.map((field) => (
            <Field key={field} text={fieldText(product, field)} sizes={sizes} />
          ))}
          <td>
            <StockBadge product={product} />
          </td>
        </>
      )}
      {sizes.prices > 0 && <td className="menu-cell-prices">{isInline && <InlinePrices prices={prices} />}</td>}
    </tr>
  );
}

function Table({ products, ...part }: Part & { products: readonly MenuProduct[] }) {
  const { plan, sizes } = part;
  const isWide = sizes.shape === 'columns';
  return (
    <table className="menu-table" style={{ width: sizes.width }}>
      <caption className="menu-unseen">{plan.category?.name}</caption>
      <colgroup>
        {sizes.picture > 0 && <col style={{ width: sizes.picture + 10 }} />}
        <col />
        {isWide && plan.fields.map((field) => <col key={field} style={{ width: sizes.field }} />)}
        {isWide && <col style={{ width: sizes.field }} />}
        {sizes.prices > 0 && <col style={{ width: sizes.prices }} />}
      </colgroup>
      <thead className={sizes.head === 0 ? 'menu-unseen' : undefined}>
        <tr style={{ height: sizes.head }}>
          {sizes.picture > 0 && (
            <td>
              <span className="menu-unseen">Picture</span>
            </td>
          )}
          <th scope="col">{columnLabel(NAME_COLUMN)}</th>
          {isWide && (
            <>
              {plan.fields.map((field) => (
                <th key={field} scope="col">
                  {columnLabel(field)}
                </th>
              ))}
              <th scope="col">
                <span className="menu-unseen">Stock</span>
              </th>
            </>
          )}
          {sizes.prices > 0 && (
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
export function MenuTable({ plan, products, nowMs }: PageOfPanel) {
  const sizes = tableSizes(plan, nowMs);
  const { columns, rows } = plan.grid;
  const parts = Array.from({ length: columns }, (_, column) => products.slice(column * rows, (column + 1) * rows));
  return (
    <div
      className={sizes.labelsAbove ? 'menu-tables menu-labels-above' : 'menu-tables'}
      style={{
        gap: sizes.gap,
        ['--menu-small' as string]: `${sizes.small}px`,
        ['--menu-price' as string]: `${sizes.price}px`,
        ['--menu-slot' as string]: `${sizes.slot}em`,
        ['--menu-picture' as string]: `${sizes.picture}px`,
      }}
    >
      {parts
        .filter(({ length }) => length > 0)
        .map((part) => (
          <Table key={part[0]?.id} products={part} plan={plan} sizes={sizes} nowMs={nowMs} />
        ))}
    </div>
  );
}
