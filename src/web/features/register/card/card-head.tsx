import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { LongName } from '#web/ui/controls/long-name.tsx';
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
    <div
      className={cx(
        'group/facts @container/facts flex h-5 items-center justify-end overflow-hidden',
        narrow ? 'gap-1.5' : 'gap-2',
      )}
    >
      <CardKind
        product={product}
        className={
          narrow ? 'group-has-data-in-cart/facts:hidden' : '@max-[15rem]/facts:group-has-data-in-cart/facts:hidden'
        }
      />
      {mark}
      {stock}
    </div>
  );
  if (narrow) {
    return (
      <div className="flex h-15 shrink-0 flex-col gap-1">
        <div className="flex h-9 items-center gap-2">
          {picture}
          <LongName name={product.name} lines={2} className="text-sm leading-4.5 font-medium normal-nums" />
        </div>
        {facts}
      </div>
    );
  }
  return (
    <div className="flex h-13.5 shrink-0 items-center gap-2.5">
      {picture}
      <div className="flex min-w-0 grow flex-col gap-0.5">
        <LongName name={product.name} lines={2} className="h-8 justify-end text-sm leading-4 font-medium normal-nums" />
        {facts}
      </div>
    </div>
  );
}
