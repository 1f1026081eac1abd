import { useEffect, useLayoutEffect, useMemo } from 'react';
import { useMay } from '#web/api/session/session.ts';
import { stockNow } from '#web/entities/stock/stock.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { setAuditing, useAuditMode } from './audit-mode.ts';
import { AuditBar, AuditCard } from './audit-parts.ts';
import { useCart } from '../cart/state/cart-store.ts';
import { clearSelection } from '../card/selection.ts';

function prefetch(): void {
  for (const part of [AuditCard, AuditBar]) void part.fetch();
}

type StockMode = 'audit' | 'restock' | null;

/**
 * The card mode of the register, sales or audit, for people who may set stock. Nothing is sold in audit mode, so going
 * on to payment leaves it, and it is not offered during payment. Rule: grid/audit-mode.
 */
export function useAudit(stockMode: StockMode, update: (change: { stockMode: StockMode }) => void) {
  const isPaying = useCart(({ stage }) => stage === 'checkout');
  const may = useMay('adjust-stock');
  const on = may && !isPaying && stockMode === 'audit';

  useLayoutEffect(() => {
    setAuditing(on);
    if (on) clearSelection();
    return () => setAuditing(false);
  }, [on]);
  useEffect(() => {
    if (isPaying && stockMode === 'audit') update({ stockMode: null });
  }, [isPaying, stockMode, update]);
  useEffect(() => {
    if (!may) return;
    const timer = window.setTimeout(prefetch, 2500);
    return () => window.clearTimeout(timer);
  }, [may]);

  const onChange = (next: boolean) => update({ stockMode: next ? 'audit' : null });
  return { on, offered: may ? { on, disabled: isPaying, onChange, onIntent: prefetch } : null };
}

function hasStock({ id: productId, variants }: RegisterProduct): boolean {
  if (variants === null) return stockNow({ productId, variationId: null }) > 0;
  return variants.some(({ id }) => stockNow({ productId, variationId: id }) > 0);
}

/**
 * The products that audit mode lists: those with stock (Rule: grid/audit-mode), or all of them. Stock is read when the
 * list is made, so that a product set to 0 does not vanish under the finger.
 */
export function useListed(products: readonly RegisterProduct[], auditing: boolean): readonly RegisterProduct[] {
  const withEmpty = useAuditMode((mode) => mode.withEmpty);
  const kept = useAuditMode((mode) => mode.kept);
  return useMemo(
    () => (auditing && !withEmpty ? products.filter((one) => kept.has(one.id) || hasStock(one)) : products),
    [products, auditing, withEmpty, kept],
  );
}
