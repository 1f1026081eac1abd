import { ChevronDown, Plus, ShoppingCart } from 'lucide-react';
import { memo, type MouseEvent, Suspense, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { displayMoney } from '#domain/money.ts';
import type { ChosenTier } from '#domain/pricing-tiers.ts';
import { displayQuantity, type Milli } from '#domain/quantity.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { LongName } from '#web/ui/controls/long-name.tsx';
import { cx } from '#web/ui/cx.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { StockBadge } from '#web/entities/stock/stock-badge.tsx';
import { addProduct } from './add-product.ts';
import { CardHead } from './card-head.tsx';
import { CardKind } from './card-kind.tsx';
import { CardPicture } from './card-picture.tsx';
import { useCart } from '../cart/state/cart-store.ts';
import { RestingChip } from './choice-chip.tsx';
import { echoesAdd, noteAdd, noteOpen } from '../double-press.ts';
import type { GridLayout } from '../grid/grid-layout.ts';
import { ExplainedStock } from './explained-stock.tsx';
import { focusCard, useFocusKept } from '../grid/card-focus.ts';
import { byFirst, byTier, choiceOf, inCartMilli, isMeasured, priceRange, shortMoney } from '../cart/line/sellable.ts';
import { select, useSelection } from './selection.ts';
import { listenStock, stockNow, useTotalStock } from '#web/entities/stock/stock.ts';
import { chipOf, tierKey, tiersAtRest } from './tier-chips.ts';
import { stockUnitOf, type RegisterProduct } from '#web/entities/catalogue/wire-products.ts';

export const CardControls = lazyPart(async () => (await import('./card-controls.tsx')).CardControls);

/**
 * A product at the till: picture, name, first category, stock, and the quickest way to sell it. A selected card opens
 * in place, with every choice below its picture. Rule: grid/one-selection.
 */
export const ProductCard = memo(function ProductCard({
  product,
  layout,
  active,
}: {
  product: RegisterProduct;
  layout: GridLayout;
  /** True for the one card that Tab reaches; arrows move it. */
  active: boolean;
}) {
  const selected = useSelection((selection) => selection.productId === product.id);
  const inPlace = useSelection((selection) => selection.inPlace);
  const open = selected && !inPlace;
  const stock = useTotalStock(product.id, product.variants?.map(({ id }) => id) ?? null);
  const unit = stockUnitOf(product);
  const cell = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLDivElement>(null);
  useFocusKept(cell, stock <= 0);

  useLayoutEffect(() => {
    if (open) card.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);

  const figure = <StockBadge quantity={stock} unit={unit} short={layout.narrow} />;
  // Only on a selected card, because a press on any other card selects it.
  const badge = selected ? <ExplainedStock product={product}>{figure}</ExplainedStock> : figure;
  const mark = <InCart productId={product.id} unit={unit} overlaid={layout.style === 'roomy'} />;
  const controls = open ? (
    <Suspense fallback={<div className="h-touch" />}>
      <CardControls product={product} roomPx={layout.cardInnerPx} />
    </Suspense>
  ) : (
    <AtRest product={product} stock={stock} layout={layout} />
  );
  return (
    <div
      ref={cell}
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
        {layout.style === 'compact' ? (
          <div className="flex grow flex-col gap-2 p-2.5">
            <CardHead product={product} layout={layout} dimmed={stock <= 0} mark={mark} stock={badge} />
            {controls}
          </div>
        ) : (
          <>
            <CardPicture
              image={product.image}
              slug={product.categories[0]?.slug ?? ''}
              dimmed={stock <= 0}
              // An open card stays in its place and grows below it. In a low window its choices need some of the room.
              className={cx(
                'aspect-square shrink-0',
                open && (product.variants ? PICTURE_MOST.variants : PICTURE_MOST.other),
              )}
            />
            {mark}
            <div className={cx('flex shrink-0 grow flex-col px-3 pt-2.5 pb-3', !open && '*:last:mt-auto')}>
              {/* Both lines are reserved even for a short name, so that all cards have the same height. */}
              <LongName name={product.name} lines={2} className="h-10 justify-end text-base font-medium normal-nums" />
              <div className="mt-0.5 mb-2 flex h-5 items-center justify-between gap-2">
                <CardKind product={product} />
                {badge}
              </div>
              {controls}
            </div>
          </>
        )}
      </div>
    </div>
  );
});

/** The most that the picture of an open card takes: the height of the window less its choices and the bars. */
const PICTURE_MOST = {
  variants: 'max-h-[max(4rem,calc(100dvh-40rem))]',
  other: 'max-h-[max(4rem,calc(100dvh-32rem))]',
};

/** The quantity of a product in the cart, in the unit of its stock; over the picture on large cards. */
function InCart({ productId, unit, overlaid }: { productId: number; unit: string; overlaid: boolean }) {
  const milli = useCart((cart) => inCartMilli(cart.lines, productId));
  if (milli === 0) return null;
  return (
    <span
      data-in-cart
      className={cx(
        'flex shrink-0 items-center rounded-md bg-accent font-semibold text-on-accent',
        overlaid ? 'absolute top-2 right-2 h-7 gap-1.5 px-2 text-sm' : 'h-5 gap-1 px-1.5 text-xs',
      )}
    >
      <ShoppingCart aria-hidden className={overlaid ? 'size-3.5' : 'size-3 @max-[9rem]/facts:hidden'} />
      {displayQuantity(milli)}
      {unit && ` ${unit}`}
      <span className="sr-only"> in the cart</span>
    </span>
  );
}

/** Opens a card at rest, unless the press is the second half of a double press on Add. */
function openCard(press: MouseEvent, { id }: RegisterProduct): void {
  if (echoesAdd(press)) return;
  noteOpen(press);
  // The pressed control disappears, so the card gets the focus.
  focusCard(press.currentTarget);
  select(id);
}

/** Chooses a tier in its place; the next press on it adds it. Rule: grid/one-place. */
function pressTier(press: MouseEvent, product: RegisterProduct, tier: ChosenTier, isAdd: boolean): void {
  if (isAdd) {
    noteAdd(press, tierKey(tier));
    addProduct(product, null, byTier(tier));
  } else if (!echoesAdd(press, tierKey(tier))) select(product.id, { tier, inPlace: true });
}

/** The controls of a card that is not selected: price and Add, its tiers, or a button for its variants. */
function AtRest({ product, stock, layout }: { product: RegisterProduct; stock: Milli; layout: GridLayout }) {
  const choice = choiceOf(product, null);
  switch (choice.kind) {
    case 'no-price':
      return <div className="flex h-touch items-center text-base text-ink-3">No pricing available</div>;
    case 'tier':
      return <TiersAtRest product={product} stock={stock} layout={layout} />;
    case 'variant':
      return <VariantsAtRest product={product} narrow={layout.narrow} />;
    case 'none': {
      const out = stock <= 0;
      const isChosen = isMeasured(product);
      return (
        <div className="flex h-touch items-center justify-between gap-2">
          <Prices product={product} />
          <Button
            size="touch"
            className={layout.narrow ? 'w-touch px-0' : 'px-3'}
            tabIndex={-1}
            disabled={out}
            title={out ? 'Out of Stock' : undefined}
            icon={<Plus aria-hidden className={cx('shrink-0', layout.narrow ? 'size-5' : 'size-4')} />}
            onClick={(press) =>
              isChosen ? openCard(press, product) : addProduct(product, null, byFirst(product, choice.priceCents))
            }
          >
            <span className={layout.narrow ? 'sr-only' : ''}>{isChosen ? 'Choose' : 'Add'}</span>
          </Button>
        </div>
      );
    }
  }
}

/** "Choose (5)", "Choose (4 of 5 in stock)" if one is sold out. */
function useOptions({ id: productId, variants }: RegisterProduct): string {
  const all = variants?.length ?? 0;
  const left = useSyncExternalStore(
    (notify) => listenStock([productId], notify),
    () => variants?.filter(({ id }) => stockNow({ productId, variationId: id }) > 0).length ?? 0,
  );
  if (left === 0) return 'Sold out';
  return left === all ? `Choose (${all})` : `Choose (${left} of ${all} in stock)`;
}

function VariantsAtRest({ product, narrow }: { product: RegisterProduct; narrow: boolean }) {
  const options = useOptions(product);
  if (narrow) {
    return (
      <Button
        size="touch"
        className="w-full justify-between! px-2.5"
        tabIndex={-1}
        onClick={(press) => openCard(press, product)}
        icon={<Prices product={product} short />}
      >
        <span className="min-w-0 truncate text-xs text-ink-2">{options}</span>
      </Button>
    );
  }
  return (
    <div className="flex h-touch items-center justify-between gap-2">
      <Prices product={product} />
      <Button size="touch" className="px-3" tabIndex={-1} onClick={(press) => openCard(press, product)}>
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
    return <span className="shrink-0 text-base font-semibold">{`${shortMoney(lowest)}${several ? '+' : ''}`}</span>;
  return (
    <span className="min-w-0 truncate text-lg font-semibold">
      {several && <span className="text-xs font-normal text-ink-3">from </span>}
      {displayMoney(lowest)}
      {isMeasured(product) && <span className="text-xs font-normal text-ink-3"> per {product.measured?.unit}</span>}
    </span>
  );
}

/** The name and state of a chosen chip as Add. */
function addChip({ tier: { label, priceCents } }: ChosenTier, stock: Milli) {
  const out = stock <= 0;
  return { name: `Add ${displayMoney(priceCents)}, ${label}`, disabled: out, ...(out && { title: 'Out of Stock' }) };
}

function TiersAtRest({ product, stock, layout }: { product: RegisterProduct; stock: Milli; layout: GridLayout }) {
  const chosen = useSelection((selection) =>
    selection.productId === product.id && selection.tier ? tierKey(selection.tier) : null,
  );
  if (!product.pricing) return null;
  const { rows, more } = tiersAtRest(product.pricing, layout);
  return (
    <div role="group" aria-label={`Price tiers of ${product.name}`} className="flex flex-col gap-1">
      {rows.map((tiers, index) => (
        <div key={tiers[0] ? tierKey(tiers[0]) : 'more'} className="flex h-touch gap-1">
          {tiers.map((tier) => {
            const isAdd = chosen === tierKey(tier);
            const chip = chipOf(product, tier, stock);
            return (
              <RestingChip
                key={tierKey(tier)}
                onChoose={(press) => pressTier(press, product, tier, isAdd)}
                {...chip}
                {...(isAdd && addChip(tier, stock))}
                isAdd={isAdd}
              />
            );
          })}
          {more && index === rows.length - 1 && (
            <RestingChip
              {...more}
              name={`${more.title} of ${product.name}`}
              faint={false}
              onChoose={(press) => openCard(press, product)}
            />
          )}
        </div>
      ))}
    </div>
  );
}
