import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { CardKind } from './card-kind.tsx';
import { CardPicture } from './card-picture.tsx';
import type { GridLayout } from '../grid/grid-layout.ts';

/**
 * A small picture, the name, the first category and the stock, on low cards. Heights: `HEAD_PX`.
 * @param mark the quantity in the cart, shown in place of the category if there is no room for both
 */
export function CardHead({
  product,
  layout: { narrow },
  dimmed,
  mark,
  stock,
}: {
  product: RegisterProduct;
  layout: GridLayout;
  dimmed: boolean;
  mark?: ReactNode;
  stock: ReactNode;
}) {
  const picture = (
    <CardPicture
      image={product.image}
      slug={product.categories[0]?.slug ?? ''}
      dimmed={dimmed}
      className={cx('shrink-0 rounded-md', narrow ? 'size-9' : 'size-12')}
    />
  );
  const facts = (
    <div className="flex h-5 items-center gap-2">
      <CardKind product={product} />
      {mark}
      {stock}
    </div>
  );
  if (narrow) {
    return (
      <div className="flex h-15 shrink-0 flex-col gap-1">
        <div className="flex h-9 items-center gap-2">
          {picture}
          <div title={product.name} className="line-clamp-2 min-w-0 text-sm leading-4.5 font-medium normal-nums">
            {product.name}
          </div>
        </div>
        {facts}
      </div>
    );
  }
  return (
    <div className="flex h-12 shrink-0 items-center gap-2.5">
      {picture}
      <div className="flex min-w-0 grow flex-col gap-0.5">
        <div title={product.name} className="truncate text-base font-medium normal-nums">
          {product.name}
        </div>
        {facts}
      </div>
    </div>
  );
}
