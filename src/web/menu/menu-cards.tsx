import type { PlannedPanel } from '#domain/menu/menu-plan.ts';
import { pricesAt, type MenuProduct } from '#domain/menu/shelf.ts';
import { InlinePrices } from './menu-prices.tsx';
import { MenuPicture, StockBadge } from './menu-product.tsx';
import type { PageOfPanel } from './page-of-panel.ts';
import { type CardSizes, cardSizes } from './sizes.ts';
import { cardFacts, cardWords, pictureHeight } from './names.ts';

interface Part {
  readonly plan: PlannedPanel;
  readonly sizes: CardSizes;
  readonly nowMs: number;
}

function Card({ product, plan, sizes, nowMs }: Part & { product: MenuProduct }) {
  const prices = pricesAt(product, nowMs);
  const { name, facts: shown, factSize } = cardWords(product.name, cardFacts(plan, product), sizes);
  return (
    <li className={product.inStock ? 'menu-card' : 'menu-card menu-out'}>
      {sizes.picture !== null && <MenuPicture product={product} />}
      <div className="menu-card-words">
        <h3 className="menu-name" style={{ fontSize: name.size, ['--menu-lines' as string]: name.lines }}>
          {product.name}
        </h3>
        {shown.length > 0 && (
          <p className="menu-facts" style={{ fontSize: factSize }}>
            {shown.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
        )}
      </div>
      <div className="menu-card-foot">
        {plan.prices.isInline(prices) && <InlinePrices prices={prices} />}
        <StockBadge product={product} />
      </div>
    </li>
  );
}

export function MenuCards({ plan, products, nowMs }: PageOfPanel) {
  const sizes = cardSizes(plan, nowMs);
  const { columns, rows } = plan.grid;
  return (
    <ul
      className={`menu-cards menu-cards-${sizes.picture ?? 'plain'}${sizes.isBadgeAbove ? ' menu-badges-above' : ''}${sizes.arePricesTwoLines ? ' menu-prices-in-two' : ''}`}
      style={{
        gap: sizes.gap,
        gridTemplateColumns: `repeat(${columns}, ${sizes.width}px)`,
        gridTemplateRows: `repeat(${rows}, ${sizes.height}px)`,
        ['--menu-small' as string]: `${sizes.small}px`,
        ['--menu-price' as string]: `${sizes.price}px`,
        ['--menu-picture' as string]: `${pictureHeight(plan, sizes)}px`,
      }}
    >
      {products.map((product) => (
        <Card key={product.id} product={product} plan={plan} sizes={sizes} nowMs={nowMs} />
      ))}
    </ul>
  );
}
