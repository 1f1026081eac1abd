import { Suspense, useEffect, useState } from 'react';
import { emit } from '#web/api/events.ts';
import { ErrorBoundary } from '#web/ui/status/error-boundary.tsx';
import { isPlain, useHotkeys } from '#web/ui/layers/layers.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { LoadingPanel } from '#web/ui/status/panels.tsx';
import { CardControls } from './card/product-card.tsx';
import { beginCheckout } from './payment/begin-checkout.ts';
import { type CartFocus, CartPanel, HeldChip, HoldForm, LineEditor } from './cart/cart-panel.tsx';
import { CustomerLines } from './cart/cart-customer.tsx';
import { useCart } from './cart/state/cart-store.ts';
import { useTaxableFromCatalogue } from './cart/use-taxable.ts';

const Checkout = lazyPart(async () => (await import('./payment/checkout.tsx')).Checkout);
const SaleComplete = lazyPart(async () => (await import('./sale/sale-complete.tsx')).SaleComplete);
const AsideSales = lazyPart(async () => (await import('./sale/aside-sales.tsx')).AsideSales);

/** The register's side panel: the cart, then its checkout, then the completed sale. F4 goes on to payment. */
export function TillPanel() {
  const stage = useCart((cart) => cart.stage);
  const sold = useCart((cart) => cart.sold);
  const aside = useCart((cart) => cart.aside);
  useTaxableFromCatalogue();
  const isSold = sold !== null;
  const [seen, setSeen] = useState({ stage, isSold, focus: 'none' as CartFocus });
  if (seen.stage !== stage || seen.isSold !== isSold) {
    const focus = seen.isSold ? 'cart' : seen.stage === 'checkout' ? 'pay' : 'none';
    setSeen({ stage, isSold, focus });
  }

  useEffect(() => {
    // Fetched early, because prices and payment must work even if the network is gone by then.
    const timer = window.setTimeout(() => {
      for (const part of [
        CardControls,
        Checkout,
        SaleComplete,
        AsideSales,
        LineEditor,
        CustomerLines,
        HeldChip,
        HoldForm,
      ])
        void part.fetch();
    }, 1200);
    return () => window.clearTimeout(timer);
  }, []);

  useHotkeys((event) => {
    const { stage: now, sold: shown } = useCart.getState();
    const isOurs = event.key === 'F4' && !event.repeat && isPlain(event) && now === 'cart' && shown === null;
    if (isOurs) void beginCheckout();
    return isOurs;
  });

  return (
    <ErrorBoundary name="The cart" resetKey={`${stage}${sold === null}`}>
      <div className="flex h-full flex-col">
        {aside.length > 0 && (
          <Suspense fallback={null}>
            <AsideSales sales={aside} />
          </Suspense>
        )}
        <div className="min-h-0 grow">
          <Suspense fallback={<LoadingPanel label="Loading checkout..." />}>
            {stage === 'checkout' && <Checkout />}
            {stage === 'cart' && sold !== null && <SaleComplete key={sold} sold={sold} />}
            {stage === 'cart' && sold === null && (
              <CartPanel onAddCustomer={() => emit('openCustomerMode')} focus={seen.focus} />
            )}
          </Suspense>
        </div>
      </div>
    </ErrorBoundary>
  );
}
