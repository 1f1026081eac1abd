import { fieldText, type PlannedPanel } from '#domain/menu/menu-plan.ts';
import { pricesAt, type ShelfProduct } from '#domain/menu/shelf.ts';
import { InlinePrices } from './menu-prices.tsx';
import { MenuPicture, StockBadge } from './menu-product.tsx';
import { type CardSizes, cardSizes, fitted, type PanelSizes } from './sizes.ts';

/** A card has room for these beside the name. */
const MOST_FIELDS = 3;

function nameSize(name: string, { width, name: most, picture }: CardSizes, showsPictures: boolean): number {
  const inner = width - 40;
  const beside = picture === 'beside' ? 0.54 : picture === 'small' ? 0.66 : 1;
  return fitted(name, { width: inner * (showsPictures ? beside : 1), lines: 2, most, least: most * 0.6 });
}

function Card({
  product,
  plan,
  sizes,
  nowMs,
}: {
  product: ShelfProduct;
  plan: PlannedPanel;
  sizes: CardSizes;
  nowMs: number;
}) {
  const prices = pricesAt(product, nowMs);
  const { showImages } = plan.panel;
  const facts = plan.fields.slice(0, MOST_FIELDS).flatMap((field) => fieldText(product, field) || []);
  return (
    <li className={product.inStock ? 'menu-card' : 'menu-card menu-out'}>
      {showImages && <MenuPicture product={product} />}
      <div className="menu-card-words">
        <h3 className="menu-name" style={{ fontSize: nameSize(product.name, sizes, showImages) }}>
          {product.name}
        </h3>
        {facts.length > 0 && (
          <p className="menu-facts">
            {facts.map((fact) => (
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

export function MenuCards({
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
  const cards = cardSizes(sizes, plan.grid);
  const { columns, rows } = plan.grid;
  return (
    <ul
      className={`menu-cards menu-cards-${cards.picture}`}
      style={{
        gap: cards.gap,
        gridTemplateColumns: `repeat(${columns}, ${cards.width}px)`,
        gridTemplateRows: `repeat(${rows}, ${cards.height}px)`,
        ['--menu-small' as string]: `${cards.small}px`,
        ['--menu-price' as string]: `${cards.price}px`,
      }}
    >
      {products.map((product) => (
        <Card key={product.id} product={product} plan={plan} sizes={cards} nowMs={nowMs} />
      ))}
    </ul>
  );
}
