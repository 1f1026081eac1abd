import type { WireHeldCart } from '#contract/held-carts.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { useCart } from '../cart/state/cart-store.ts';

type Held = Pick<WireHeldCart, 'id' | 'customer_name'>;

interface PutBy {
  /** The command that holds the cart that was put by. */
  readonly key: string | null;
  /** The held cart, once the server has it. */
  readonly held: Held | null;
  /** The register is shown again, and waits for it. */
  readonly wanted: boolean;
}

/** The cart that was held because somebody went where nothing is sold. A reload leaves it among the held carts. */
const usePutBy = perOwner<PutBy>(() => ({ key: null, held: null, wanted: false }));

/** Holds the cart until `giveBack`. */
export function putBy(): void {
  const { customer } = useCart.getState();
  const key = useCart.getState().hold(null);
  if (key === null) return;
  usePutBy.setState({ key, held: null, wanted: false });
  const whose = customer === null ? 'The cart' : `The cart of ${customer.name}`;
  toast.info(`${whose} is held until you are back at the register.`);
}

async function take(held: Held): Promise<void> {
  const { lines, stage, sent } = useCart.getState();
  usePutBy.setState({ key: null, held: null, wanted: false });
  // Another window of this person sells: it stays among the held carts.
  if (lines.length > 0 || stage !== 'cart' || sent !== null) return;
  const { resumeHeld } = await import('./held-commands.ts');
  resumeHeld(held);
}

/** Brings back the cart that was put by, at once or as soon as the server has it. */
export function giveBack(): void {
  const { key, held } = usePutBy.getState();
  if (key === null) return;
  if (held === null) usePutBy.setState({ wanted: true });
  else void take(held);
}

/** The server has a cart that was held. */
export function heardHold(key: string, held: Held): void {
  const { key: mine, wanted } = usePutBy.getState();
  if (key !== mine) return;
  if (wanted) void take(held);
  else usePutBy.setState({ held });
}
