import { useEffect, useRef } from 'react';
import { tell } from '#web/ui/layers/prompts.tsx';
import { useCart } from '../cart/state/cart-store.ts';
import { isByCard } from '../payment/payment.ts';
import { acknowledgeRefusal } from './sale-runner.ts';

/** A dialog with one button, of the app's own kind. */
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

/** In a line of text: the dialog's own element is a paragraph already. */
function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <span key={text} className="block not-first:mt-2">
      {text}
    </span>
  ));
}

/** What to do about a card after a sale that was not recorded. */
export const IF_CHARGED = 'If the card was charged already, do not charge it again, or refund it.';

/** The refusal; then what was saved, and what to do about money that was taken. */
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

/** Whether some of the payment is on a card, which may have been charged by now. */
export function useIsByCard(): boolean {
  return useCart(({ payment }) => isByCard(payment));
}
