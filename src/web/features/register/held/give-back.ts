import type { WireHeldCart } from '#contract/held-carts.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { useCart } from '../cart/state/cart-store.ts';

export interface PutBy {
  /** The command that holds the cart that was put by. */
  readonly key: string | null;
  /** The held cart, once the server has it. */
  readonly held: Pick<WireHeldCart, 'id' | 'customer_name'> | null;
  /** The register is shown again, and waits for it. */
  readonly wanted: boolean;
}

/**
 * The cart that was held because somebody went where nothing is sold. Its code resumes it as soon as it is there and
 * wanted (held-commands.ts). A reload leaves it among the held carts.
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

/** Brings back the cart that was put by, at once or as soon as the server has it. */
export function giveBack(): void {
  if (usePutBy.getState().key !== null) usePutBy.setState({ wanted: true });
}
