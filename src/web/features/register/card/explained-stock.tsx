import type { ReactNode } from 'react';
import { stockNow } from '#web/entities/stock/stock.ts';
import { type RegisterProduct, stockUnitOf } from '#web/entities/catalogue/wire-products.ts';
import { ExplainStock } from '#web/entities/stock/figure/explain-stock.tsx';

/** The stock of a card, with a button that shows the movements behind it, or those of all variants. */
export function ExplainedStock({
  product,
  tabStop = true,
  children,
}: {
  product: RegisterProduct;
  tabStop?: boolean;
  children: ReactNode;
}) {
  const { id: productId, name, variants } = product;
  return (
    <ExplainStock
      name={name}
      tabStop={tabStop}
      itemNow={() => ({
        productId,
        variationId: null,
        name,
        unit: stockUnitOf(product),
        ...(variants && {
          variants: variants.map((variant) => ({
            id: variant.id,
            name: variant.name,
            quantity: stockNow({ productId, variationId: variant.id }),
          })),
        }),
      })}
    >
      {children}
    </ExplainStock>
  );
}
