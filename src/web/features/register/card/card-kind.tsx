import { hasNamesake, type RegisterProduct } from '#web/entities/catalogue/catalogue.ts';

/** Its first category; before that its SKU, where another product has the same name. */
export function CardKind({ product }: { product: RegisterProduct }) {
  const sku = hasNamesake(product) ? product.sku : null;
  const text = [sku, product.category ?? 'Uncategorized'].filter(Boolean).join(' · ');
  return (
    <span title={text} className="min-w-0 grow truncate text-xs text-ink-3 normal-nums">
      {text}
    </span>
  );
}
