import { counted } from '#domain/counted.ts';
import { useDeferredValue, useLayoutEffect, useMemo } from 'react';
import { stockUnitOf } from '#web/entities/catalogue/wire-products.ts';
import { displayMoney } from '#domain/money.ts';
import { tiersOf } from '#domain/pricing-tiers.ts';
import { addOrOpen, addProduct } from '#web/features/register/card/add-product.ts';
import { CardPicture } from '#web/features/register/card/card-picture.tsx';
import { searchIndexOf, useCatalogue, type RegisterProduct } from '#web/entities/catalogue/catalogue.ts';
import { byTier, priceRange } from '#web/features/register/cart/line/sellable.ts';
import { useUser } from '#web/api/session/session.ts';
import { useTotalStock } from '#web/entities/stock/stock.ts';
import { variantLineName } from '#domain/variant-name.ts';
import { cx } from '#web/ui/cx.ts';
import { PHONE, useMediaQuery } from '#web/ui/media-query.ts';
import { ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { StockBadge } from '#web/entities/stock/stock-badge.tsx';
import { updateView, viewState } from '#web/shell/views/view-memory.ts';
import type { ViewId } from '#web/shell/views/views.ts';
import type { PopupProps } from '../popup-props.ts';
import { useOptionList } from '../option-list.ts';
import { Announce, NoLocation, NothingFound, Option, OptionPane } from '../popup-parts.tsx';
import { offersTiers, RowTiers, tierOfPart } from './row-tiers.tsx';
import { suggestProducts } from './product-suggestions.ts';
import { useUnifiedSearch } from '../use-unified-search.ts';

/** The products that match the typed text, with picture, price and stock. Rule: search/suggestions. */
export function ProductPopup({ view, text }: PopupProps) {
  const catalogue = useCatalogue();
  if (useUser().location_id === null) return <NoLocation />;
  if (catalogue.isPending) return <LoadingPanel label="Loading products..." />;
  if (catalogue.error && catalogue.products.length === 0) {
    return <ErrorPanel title="Failed to fetch products" error={catalogue.error} onRetry={catalogue.refetch} />;
  }
  return <Found view={view} text={text} products={catalogue.products} byId={catalogue.byId} />;
}

function Found({
  view,
  text,
  products,
  byId,
}: PopupProps & { products: readonly RegisterProduct[]; byId: ReadonlyMap<number, RegisterProduct> }) {
  const only = useUnifiedSearch((search) => search.mode === 'product-only');
  // Listing must not slow down typing.
  const wanted = useDeferredValue(text);
  const { list, sole, first } = useMemo(
    () => suggestProducts(searchIndexOf(products), wanted, only),
    [products, wanted, only],
  );
  // Enter means the text typed by then, so it waits until the list is up to date.
  const fresh = wanted === text;
  const pick = (one: (typeof list)[number] | undefined): boolean => {
    const product = one && byId.get(one.productId);
    if (one && product) pickProduct(view, product, one.variationId, only);
    return product !== undefined;
  };
  useOptionList({
    count: list.length,
    sole: fresh ? sole : null,
    pick: (index) => void pick(list[index]),
    pickLate: fresh
      ? undefined
      : () => {
          const now = suggestProducts(searchIndexOf(products), text, only);
          return pick(now.list[now.first ?? now.sole ?? -1]);
        },
    pressPart: (part) => pressTier(view, byId, part),
  });

  useFirstHighlighted(fresh ? first : null, list);

  if (list.length === 0) {
    return (
      <>
        <NothingFound title={`No products found for "${wanted.trim()}"`} hint="Try adjusting your search terms" />
        <Announce text={`No products found for "${wanted.trim()}"`} />
      </>
    );
  }
  return (
    <>
      <OptionPane label="Products" listKey={wanted}>
        {list.map((one, index) => {
          const product = byId.get(one.productId);
          return (
            product && (
              <Option key={product.id} index={index} className="min-h-14 py-1 pl-2">
                <ProductLine
                  product={product}
                  variationId={one.variationId}
                  sells={view === 'products'}
                  index={index}
                />
              </Option>
            )
          );
        })}
      </OptionPane>
      <Announce text={counted(list.length, 'product')} />
    </>
  );
}

/**
 * Highlights the best match, so that people see what Enter takes.
 * @param index null while there is none
 */
function useFirstHighlighted(index: number | null, list: readonly unknown[]): void {
  useLayoutEffect(() => {
    const { highlighted, highlight } = useUnifiedSearch.getState();
    if (index !== null && highlighted === null) highlight(index);
  }, [index, list]);
}

function ProductLine({
  product,
  variationId,
  sells,
  index,
}: {
  product: RegisterProduct;
  variationId: number | null;
  /** True on the register, where a row offers its tiers. */
  sells: boolean;
  index: number;
}) {
  const highlighted = useUnifiedSearch((search) => search.highlighted === index);
  const isPhone = useMediaQuery(PHONE);
  const variant = product.variants?.find(({ id }) => id === variationId) ?? null;
  const variants = variant ? [variant.id] : (product.variants?.map(({ id }) => id) ?? null);
  const stock = useTotalStock(product.id, variants);
  const badge = <StockBadge quantity={stock} unit={stockUnitOf(product)} />;
  const withTiers = sells && highlighted && offersTiers(product, variant, stock);
  return (
    <>
      <CardPicture
        image={product.image}
        slug={product.categories[0]?.slug ?? ''}
        dimmed={stock <= 0}
        className="size-10 shrink-0 rounded-sm *:[span]:*:size-5"
      />
      <span className="min-w-0 grow">
        <span className="block truncate text-base font-medium max-[640px]:line-clamp-2 max-[640px]:leading-5 max-[640px]:whitespace-normal">
          {variant ? variantLineName(product.name, variant.name) : product.name}
        </span>
        {/* A phone has no room for the stock beside the name, which must be read to the end. */}
        <span className="flex items-center gap-2">
          <span className="truncate text-xs text-ink-2">
            {[product.category, (variant ?? product).sku].filter(Boolean).join(' · ')}
          </span>
          {isPhone && <span className="ml-auto shrink-0">{badge}</span>}
        </span>
      </span>
      {!isPhone && badge}
      {withTiers && <RowTiers product={product} stock={stock} />}
      <span
        className={cx('shrink-0 text-right min-[641px]:w-24 text-base font-medium', withTiers && 'min-[641px]:hidden')}
      >
        {priceText(product)}
      </span>
    </>
  );
}

/** The price; the lowest one if there are several tiers or variants. */
function priceText(product: RegisterProduct): React.ReactNode {
  const prices = product.pricing
    ? tiersOf(product.pricing).map(({ tier }) => tier.priceCents)
    : (priceRange(product) ?? []);
  const [first] = prices;
  if (first === undefined) return <span className="text-sm font-normal text-ink-2">No price</span>;
  const lowest = prices.reduce((least, price) => (price < least ? price : least), first);
  const several = prices.some((price) => price !== lowest);
  return (
    <>
      {several && <span className="mr-1 text-xs font-normal text-ink-2">from</span>}
      {displayMoney(lowest)}
    </>
  );
}

/**
 * On the register, adds the product to the cart, or opens its card when a choice is needed. On other views, shows the
 * product, removing filters that would hide it.
 */
function pickProduct(view: ViewId, product: RegisterProduct, variationId: number | null, only: boolean): void {
  const { close } = useUnifiedSearch.getState();
  if (view !== 'products') {
    updateView(view, { productId: product.id });
    return close();
  }
  const variant = product.variants?.find(({ id }) => id === variationId) ?? null;
  const opens = addOrOpen(product, variant);
  if (!opens) return searchOn(view, only);
  const state = viewState(view);
  const hidden = state.categoryId !== null && !product.categories.some(({ id }) => id === state.categoryId);
  updateView(view, {
    productId: product.id,
    ...(state.search === '' ? {} : { search: '' }),
    ...(hidden ? { categoryId: null } : {}),
    ...(state.blueprintField === null ? {} : { blueprintField: null, blueprintValue: null }),
  });
  close(false);
}

/** Adds the pressed tier of a row. Rule: search/tiers-in-the-row. */
function pressTier(view: ViewId, byId: ReadonlyMap<number, RegisterProduct>, part: string): void {
  const found = tierOfPart(byId, part);
  if (!found) return;
  addProduct(found.product, null, byTier(found.tier));
  searchOn(view, false);
}

/** It is in the cart: clears the box for the next product. */
function searchOn(view: ViewId, only: boolean): void {
  const { type, close } = useUnifiedSearch.getState();
  updateView(view, { search: '', productId: null });
  type('');
  if (only) close();
}
