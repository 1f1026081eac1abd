import type { WireHeldCart } from '#contract/held-carts.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { useCart } from '../cart/state/cart-store.ts';

export interface PutBy {
  /** The key of the command that holds the cart. */
  readonly key: string | null;
  /** The held cart, once the server has stored it. */
  readonly held: Pick<WireHeldCart, 'id' | 'customer_name'> | null;
  /** The register is shown again and waits for the cart. */
  readonly wanted: boolean;
}

/**
 * The cart that was held because somebody went to a view where nothing is sold. It is resumed once it is stored and
 * wanted (held-commands.ts). After a reload it is one of the held carts.
 */
export const usePutBy = perOwner<PutBy>(() => ({ key: null, held: null, wanted: false }));

/** Holds the cart until `giveBack`. */
export function putBy(): void {
  const { customer, hold } = useCart.getState();
  const key = hold();
  if (key === null) return;
  usePutBy.setState({ key, held: null, wanted: false });
  const whose = customer === null ? 'The cart' : `The cart of ${customer.name}`;
  toast.info(`${whose} is held until you are back at the register.`);
}

/** Resumes the cart, at once or as soon as the server has stored it. */
export function giveBack(): void {
  if (usePutBy.getState().key !== null) usePutBy.setState({ wanted: true });
}
