import { cx } from '#web/ui/cx.ts';
import { hasNamesake, type RegisterProduct } from '#web/entities/catalogue/catalogue.ts';

/** The first category of a product; before it the SKU if another product has the same name. */
export function CardKind({ product, className }: { product: RegisterProduct; className?: string | undefined }) {
  const sku = hasNamesake(product) ? product.sku : null;
  const text = [sku, product.category ?? 'Uncategorized'].filter(Boolean).join(' · ');
  return (
    <span title={text} className={cx('min-w-0 grow truncate text-xs text-ink-3 normal-nums', className)}>
      {text}
    </span>
  );
}
