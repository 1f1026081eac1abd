import { type Cart, type CartLine } from '#domain/cart.ts';
import { listPriceOf } from '#domain/line-price.ts';
import { displayMoney } from '#domain/money.ts';
import { emit } from '#web/api/events.ts';
import { useCart } from '../cart/state/cart-store.ts';
import { Choice, nameOf, NUMBER, TABLE } from './sale-choice.tsx';
import { select } from '../card/selection.ts';

/** Removes the line and opens the card of its product, so that its quantity and price are chosen again. */
function chooseAgain(line: CartLine): void {
  const { remove, closeCheckout } = useCart.getState();
  closeCheckout();
  remove(line.key);
  select(line.productId, { variationId: line.variationId, byKey: true });
  emit('showInView', { view: 'products', productId: line.productId });
}

/**
 * Lines sold by a tier that the catalogue no longer has. No present price is offered for them: 7 g at the price of one
 * piece would be far too cheap.
 */
export function TiersGone({
  reason,
  positions,
  lines,
  onClosed,
}: {
  /** The server's sentence. */
  reason: string;
  positions: readonly number[];
  lines: Cart;
  onClosed: () => void;
}) {
  const replaceLines = useCart((cart) => cart.replaceLines);
  const gone = lines.filter((_, position) => positions.includes(position));
  const rest = lines.filter((line) => !gone.includes(line));
  const [first, another] = gone;
  return (
    <Choice
      title={another ? 'Quantities are not offered any more' : 'This quantity is not offered any more'}
      description={`Nothing was sold. ${reason}`}
      onClosed={onClosed}
      isEmptied={rest.length === 0}
      actions={[
        { label: 'Go back' },
        { label: 'Remove from cart', onChosen: () => replaceLines(rest) },
        ...(first && !another ? [{ label: 'Choose again', onChosen: () => chooseAgain(first) }] : []),
      ]}
    >
      <table className={TABLE}>
        <thead>
          <tr>
            <th className="text-left">Item</th>
            <th className={NUMBER}>In cart at</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line">
          {gone.map((line) => (
            <tr key={line.key}>
              <td>{nameOf(line)}</td>
              <td className={`${NUMBER} text-ink-3 line-through`}>{displayMoney(listPriceOf(line.sold))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Choice>
  );
}
