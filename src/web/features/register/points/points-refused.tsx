import type { Cart } from '#domain/cart.ts';
import { type CartPoints, pointsOff, pointsThatFit, pointsWords } from '#domain/cart-points.ts';
import { pointsText } from '#domain/loyalty-points.ts';
import { type Cents, displayMoney, minus, ZERO_CENTS } from '#domain/money.ts';
import { useCart } from '../cart/state/cart-store.ts';
import { useTotals } from '../cart/use-cart-sums.ts';
import { Choice, NUMBER, TABLE } from '../sale/sale-choice.tsx';
import type { SaleRefusal } from '../sale/sale-refusals.ts';

/**
 * The chosen points cannot be used, because they were spent at another till meanwhile, or their worth has changed. The
 * sale can go on with fewer, or without. Rule: loyalty/redeemed-at-the-till.
 */
export function PointsRefused({
  refusal: { reason, balance, most },
  lines,
  onClosed,
}: {
  refusal: Extract<SaleRefusal, { kind: 'points' }>;
  lines: Cart;
  onClosed: () => void;
}) {
  const customer = useCart((cart) => cart.customer);
  const points = useCart((cart) => cart.points);
  const setPoints = useCart((cart) => cart.setPoints);
  const fewer = points && pointsThatFit(balance ?? most ?? 0, points, lines);
  const withPoints = useTotals(lines, points).totalCents;
  const withFewer = useTotals(lines, fewer).totalCents;
  const without = useTotals(lines, null).totalCents;
  if (points === null) return null;
  const who = customer?.name ?? 'The customer';
  const why =
    balance === null
      ? reason
      : `${who} has ${pointsText(balance, points.label)} now. Some were used elsewhere since they were chosen here.`;
  return (
    <Choice
      title="These points cannot be used"
      description={`Nothing was sold. ${why}`}
      onClosed={onClosed}
      actions={[
        { label: 'Go back' },
        { label: 'Without points', onChosen: () => setPoints(null) },
        ...(fewer ? [{ label: `Use ${pointsWords(fewer)}`, onChosen: () => setPoints(fewer) }] : []),
      ]}
    >
      <table className={TABLE}>
        <thead>
          <tr>
            <th className="text-left">To be used</th>
            <th className={NUMBER}>Take off</th>
            <th className={NUMBER}>Total with tax</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line">
          <Row used={points} total={withPoints} refused />
          {fewer && <Row used={fewer} total={withFewer} />}
          <Row used={null} total={without} />
        </tbody>
      </table>
    </Choice>
  );
}

function Row({ used, total, refused = false }: { used: CartPoints | null; total: Cents; refused?: boolean }) {
  const figure = `${NUMBER} ${refused ? 'text-ink-3 line-through' : 'font-semibold'}`;
  return (
    <tr>
      <td className={refused ? 'text-ink-3 line-through' : undefined}>{used ? pointsWords(used) : 'No points'}</td>
      <td className={figure}>{displayMoney(minus(ZERO_CENTS, pointsOff(used)))}</td>
      <td className={figure}>{displayMoney(total)}</td>
    </tr>
  );
}
