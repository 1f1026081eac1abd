import { useEffect, useRef } from 'react';
import { tell } from '#web/ui/layers/prompts.tsx';
import { useCart } from '../cart/state/cart-store.ts';
import { isByCard } from '../payment/payment.ts';
import { acknowledgeRefusal } from './sale-runner.ts';

/** A dialog with one button, in the app's style. */
export function Told({
  title,
  message,
  more,
  onClosed,
}: {
  title: string;
  message: string;
  more?: string;
  onClosed: () => void;
}) {
  const told = useRef(false);
  useEffect(() => {
    if (told.current) return;
    told.current = true;
    const words = more === undefined ? message : <Paragraphs texts={[message, more]} />;
    void tell({ title, message: words }).then(() => {
      acknowledgeRefusal();
      onClosed();
    });
  }, [title, message, more, onClosed]);
  return null;
}

/** Paragraphs as spans, because the element of the dialog is a paragraph already. */
function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <span key={text} className="block not-first:mt-2">
      {text}
    </span>
  ));
}

/** Says what to do about a card after a sale that was not recorded. */
export const IF_CHARGED = 'If the card was charged already, do not charge it again, or refund it.';

/** Tells the reason for the refusal, that nothing was sold, and what to do about a charged card. */
export function Failed({ reason, onClosed }: { reason: string; onClosed: () => void }) {
  const byCard = useIsByCard();
  const kept = 'Nothing was sold, the cart is as it was.';
  return (
    <Told
      title="Order Failed"
      message={`Failed to process order: ${reason}`}
      more={byCard ? `${kept} ${IF_CHARGED}` : kept}
      onClosed={onClosed}
    />
  );
}

/** True if a part of the payment is by card, which may have been charged by now; not before the first try to pay it all by card. */
export function useIsByCard(): boolean {
  return useCart(({ payment }) => isByCard(payment) && (payment.method !== 'card' || payment.maybeCharged > 0));
}
