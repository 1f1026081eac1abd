import { ChevronDown } from 'lucide-react';
import { memo } from 'react';
import { type Milli, toMilli } from '#domain/quantity.ts';
import { variantLineName } from '#domain/variant-name.ts';
import { useTotalStock } from '#web/entities/stock/stock.ts';
import { type RegisterProduct, stockUnitOf } from '#web/entities/catalogue/wire-products.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { StockBadge } from '#web/entities/stock/stock-badge.tsx';
import { countNext, openVariants, useAuditMode } from './audit-mode.ts';
import { CardHead } from '../card/card-head.tsx';
import { countedOn } from '../grid/card-heights.ts';
import { ExplainedStock } from '../card/explained-stock.tsx';
import type { GridLayout } from '../grid/grid-layout.ts';
import { useUnsavedChange } from './stock-edits.ts';
import { StockField } from './stock-field.tsx';

/** The stock of the product as its fields show it, including changes that are being saved. */
function useShownTotal({ id: productId, variants }: RegisterProduct): Milli {
  const inBooks = useTotalStock(productId, variants?.map(({ id }) => id) ?? null);
  const unsaved = useUnsavedChange(
    variants?.map(({ id }) => ({ productId, variationId: id })) ?? [{ productId, variationId: null }],
  );
  return toMilli(inBooks + unsaved);
}

/**
 * A product in audit mode, with fields that set its stock or that of its variants. It sells nothing. Rules:
 * grid/audit-mode, stock/set-is-compared.
 */
export const AuditCard = memo(function AuditCard({
  product,
  layout,
  active,
}: {
  product: RegisterProduct;
  layout: GridLayout;
  active: boolean;
}) {
  const opened = useAuditMode((mode) => mode.opened.has(product.id));
  const { shown, left } = countedOn(product, opened);
  const unit = stockUnitOf(product);
  const total = useShownTotal(product);
  const field = { tenths: product.pricing !== null || unit !== '', unit, reachable: active, narrow: layout.narrow };
  const next = product.variants?.[shown];
  return (
    <div
      role="gridcell"
      aria-label={product.name}
      tabIndex={active ? 0 : -1}
      data-product={product.id}
      className="flex h-full min-w-0 scroll-my-12 flex-col gap-2 rounded-lg border border-line bg-panel p-2.5"
    >
      <CardHead
        product={product}
        layout={layout}
        dimmed={total <= 0}
        stock={
          <ExplainedStock product={product} tabStop={active}>
            <StockBadge quantity={total} unit={unit} short={layout.narrow} />
          </ExplainedStock>
        }
      />
      {product.variants === null ? (
        <StockField
          item={{ productId: product.id, variationId: null, name: product.name }}
          label={unit ? `Stock, ${unit}` : 'Stock'}
          {...field}
        />
      ) : (
        product.variants
          .slice(0, shown)
          .map(({ id, name }) => (
            <StockField
              key={id}
              item={{ productId: product.id, variationId: id, name: variantLineName(product.name, name) }}
              label={name}
              {...field}
            />
          ))
      )}
      {next && (
        <Button
          size="touch"
          variant="ghost"
          tabIndex={active ? 0 : -1}
          className="w-full text-sm"
          icon={<ChevronDown aria-hidden className="size-4" />}
          onClick={() => {
            openVariants(product.id);
            countNext({ productId: product.id, variationId: next.id });
          }}
        >
          {/* "variants" even for one. Rule: grid/audit-card. */}
          {`+${left} more variants`}
        </Button>
      )}
    </div>
  );
});
