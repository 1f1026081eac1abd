import { useState } from 'react';
import { MAX_HELD_NAME_LENGTH } from '#domain/held-cart.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextInput } from '#web/ui/fields/text-field.tsx';
import { focusCart } from '../cart/cart-focus.ts';
import { useCart } from '../cart/state/cart-store.ts';

/** Asks for an optional name of the cart and holds it. Enter holds, Escape closes. */
export function HoldForm({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState(() => useCart.getState().name ?? '');
  const hold = useCart((cart) => cart.hold);
  const customer = useCart((cart) => cart.customer);
  const isTouched = window.matchMedia('(pointer: coarse)').matches;
  return (
    <form
      aria-label="Hold the cart"
      className="flex shrink-0 items-center gap-2 border-b border-line bg-hover px-2 py-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        hold(name.trim() === '' ? null : name.trim());
        onClose();
        focusCart();
      }}
    >
      <TextInput
        size="touch"
        className="min-w-0 grow"
        aria-label="Name of the held cart"
        placeholder={customer === null ? 'Name (optional)' : customer.name}
        maxLength={MAX_HELD_NAME_LENGTH}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onClose();
          focusCart();
        }}
        // On a touch screen the focus would open the keyboard over the button.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={!isTouched}
      />
      <Button type="submit" variant="primary" size="touch">
        Hold
      </Button>
      <Button size="touch" variant="ghost" className="px-2!" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}
