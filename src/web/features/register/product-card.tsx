import { ChevronDown, Plus, ShoppingCart } from 'lucide-react';
import { memo, useLayoutEffect, useRef } from 'react';
import { displayMoney } from '#domain/money.ts';
import { displayQuantity, type Milli } from '#domain/quantity.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { StockBadge } from '#web/ui/stock-badge.tsx';
import { addProduct } from './add-product.ts';
import { CardControls } from './card-controls.tsx';
import { CardPicture } from './card-picture.tsx';
import { useCart } from './cart-store.ts';
import { RestingChip } from './choice-chip.tsx';
import { echoesAdd } from './double-press.ts';
import type { GridLayout } from './grid-layout.ts';
import { byPieces, choiceOf, inCartMilli, priceRange, shortMoney } from './sellable.ts';
import { select, useSelection } from './selection.ts';
import { useTotalStock } from '#web/api/stock.ts';
import { chipOf, tierKey, tiersThatFit } from './tier-chips.ts';
import { stockUnitOf, type RegisterProduct } from '#web/api/wire-products.ts';

/**
 * A product at the till: picture, name, first category, stock, and the quickest way to sell it. Selected, it opens in
 * its place: the picture makes room for every choice. Source: spec §2, "Product grid".
 */
export const ProductCard = memo(function ProductCard({
  product,
  layout,
  active,
}: {
  product: RegisterProduct;
  layout: GridLayout;
  /** The one card that Tab reaches; arrows move it. */
  active: boolean;
}) {
  const selected = useSelection((selection) => selection.productId === product.id);
  const stock = useTotalStock(product.id, product.variants?.map(({ id }) => id) ?? null);
  const unit = stockUnitOf(product);
  const card = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (selected) card.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);

  return (
    <div
      role="gridcell"
      aria-label={product.name}
      aria-selected={selected}
      tabIndex={active ? 0 : -1}
      data-product={product.id}
      className={cx('group relative h-full rounded-lg', selected ? 'z-10' : 'cursor-pointer')}
    >
      <div
        ref={card}
        className={cx(
          'absolute inset-x-0 top-0 flex min-h-full scroll-my-12 flex-col overflow-hidden rounded-lg border bg-panel transition-colors',
          selected ? 'border-accent shadow-float outline outline-accent' : 'border-line group-hover:border-line-strong',
        )}
      >
        <CardPicture
          image={product.image}
          slug={product.categories[0]?.slug ?? ''}
          dimmed={stock <= 0}
          className={selected ? 'min-h-16 grow basis-0' : 'aspect-square w-full shrink-0'}
        />
        <InCart productId={product.id} unit={unit} />
        <div className="flex shrink-0 flex-col px-3 pt-2.5 pb-3">
          <div title={product.name} className={cx('text-base font-medium normal-nums', narrowName(layout, selected))}>
            {product.name}
          </div>
          <div className="mt-0.5 mb-2 flex h-5 items-center justify-between gap-2">
            <span title={product.category ?? undefined} className="min-w-0 truncate text-xs text-ink-3 normal-nums">
              {product.category ?? 'Uncategorized'}
            </span>
            <StockBadge quantity={stock} unit={unit} />
          </div>
          {selected ? (
            <CardControls product={product} roomPx={layout.cardInnerPx} />
          ) : (
            <AtRest product={product} stock={stock} layout={layout} />
          )}
        </div>
      </div>
    </div>
  );
});

/** Two lines on a small card; at rest they are kept free also for a short name, so that all cards are alike. */
function narrowName({ narrow }: GridLayout, selected: boolean): string {
  if (!narrow) return 'truncate';
  return selected ? 'line-clamp-2' : 'line-clamp-2 h-10';
}

/** How much of it the cart holds, in the unit of its stock. */
function InCart({ productId, unit }: { productId: number; unit: string }) {
  const milli = useCart((cart) => inCartMilli(cart.lines, productId));
  if (milli === 0) return null;
  return (
    <span className="absolute top-2 right-2 flex h-7 items-center gap-1.5 rounded-md bg-accent px-2 text-sm font-semibold text-on-accent">
      <ShoppingCart aria-hidden className="size-3.5" />
      {displayQuantity(milli)}
      {unit && ` ${unit}`}
      <span className="sr-only"> in the cart</span>
    </span>
  );
}

/** The last line of a card that is not selected; always 44 px. */
function AtRest({ product, stock, layout }: { product: RegisterProduct; stock: Milli; layout: GridLayout }) {
  const choice = choiceOf(product, null);
  switch (choice.kind) {
    case 'no-price':
      return <div className="flex h-touch items-center text-base text-ink-3">No pricing available</div>;
    case 'tier':
      return <TiersAtRest product={product} stock={stock} widthPx={layout.cardInnerPx} />;
    case 'variant':
      return <VariantsAtRest product={product} narrow={layout.narrow} />;
    case 'none': {
      const out = stock <= 0;
      return (
        <div className="flex h-touch items-center justify-between gap-2">
          <Prices product={product} />
          <Button
            size="touch"
            className={layout.narrow ? 'w-touch px-0' : 'px-3'}
            tabIndex={-1}
            disabled={out}
            title={out ? 'Out of Stock' : undefined}
            icon={<Plus aria-hidden className={layout.narrow ? 'size-5' : 'size-4'} />}
            onClick={() => addProduct(product, null, byPieces(choice.priceCents, 1))}
          >
            <span className={layout.narrow ? 'sr-only' : ''}>Add</span>
          </Button>
        </div>
      );
    }
  }
}

function VariantsAtRest({ product, narrow }: { product: RegisterProduct; narrow: boolean }) {
  const options = `${product.variants?.length ?? 0} options`;
  if (narrow) {
    return (
      <Button
        size="touch"
        className="w-full justify-between! px-3"
        tabIndex={-1}
        onClick={(press) => !echoesAdd(press) && select(product.id)}
        icon={<Prices product={product} short />}
      >
        <span className="text-xs text-ink-2">{options}</span>
      </Button>
    );
  }
  return (
    <div className="flex h-touch items-center justify-between gap-2">
      <Prices product={product} />
      <Button size="touch" className="px-3" tabIndex={-1} onClick={(press) => !echoesAdd(press) && select(product.id)}>
        {options}
        <ChevronDown aria-hidden className="size-4 text-ink-3" />
      </Button>
    </div>
  );
}

function Prices({ product, short = false }: { product: RegisterProduct; short?: boolean }) {
  const range = priceRange(product);
  if (!range) return <span />;
  const [lowest, highest] = range;
  const several = lowest !== highest;
  if (short)
    return (
      <span className="min-w-0 truncate text-base font-semibold">{`${shortMoney(lowest)}${several ? '+' : ''}`}</span>
    );
  return (
    <span className="min-w-0 truncate text-lg font-semibold">
      {several && <span className="mr-1 text-xs font-normal text-ink-3">from</span>}
      {displayMoney(lowest)}
    </span>
  );
}

function TiersAtRest({ product, stock, widthPx }: { product: RegisterProduct; stock: Milli; widthPx: number }) {
  if (!product.pricing) return null;
  const { tiers, left } = tiersThatFit(product.pricing, widthPx);
  return (
    <div role="group" aria-label={`Price tiers of ${product.name}`} className="flex h-touch gap-1">
      {tiers.map((tier) => (
        <RestingChip
          key={tierKey(tier)}
          onChoose={(press) => !echoesAdd(press, tierKey(tier)) && select(product.id, { tier })}
          {...chipOf(product, tier, stock)}
        />
      ))}
      {left > 0 && (
        <Button
          size="touch"
          className="w-touch px-0 text-sm text-ink-2"
          tabIndex={-1}
          aria-label={`${left} more price tiers of ${product.name}`}
          onClick={(press) => !echoesAdd(press) && select(product.id)}
        >
          +{left}
        </Button>
      )}
    </div>
  );
}
