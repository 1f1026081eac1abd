import { type Cart, soldWords } from '#domain/cart.ts';
import { pointsThatFit } from '#domain/cart-points.ts';
import { listPriceOf } from '#domain/line-price.ts';
import { displayMoney } from '#domain/money.ts';
import { displayQuantity, type Milli } from '#domain/quantity.ts';
import { useMay } from '#web/api/session/session.ts';
import { displayDrawn } from '../cart/line/sellable.ts';
import { useCart } from '../cart/state/cart-store.ts';
import { PointsRefused } from '../points/points-refused.tsx';
import { Choice, nameOf, NUMBER, TABLE } from './sale-choice.tsx';
import { Failed, Told } from './sale-failed.tsx';
import { type PriceChange, type SaleRefusal, type ShortLine, withNewPrices } from './sale-refusals.ts';
import { reduceToStock } from '../cart/line/stock-check.ts';
import { TiersGone } from './tiers-gone.tsx';
import { useTotals } from '../cart/use-cart-sums.ts';

/** The reason why the sale was not made, with the possible actions. The cart is unchanged. */
export function SaleRefused({
  refusal,
  lines,
  onSellAnyway,
  onClosed,
}: {
  refusal: SaleRefusal;
  lines: Cart;
  onSellAnyway: () => void;
  onClosed: () => void;
}) {
  switch (refusal.kind) {
    case 'price-changed':
      return <PricesChanged changes={refusal.changes} lines={lines} onClosed={onClosed} />;
    case 'out-of-stock':
      return <NotEnough short={refusal.lines} lines={lines} onSellAnyway={onSellAnyway} onClosed={onClosed} />;
    case 'tiers-gone':
      return <TiersGone {...refusal} lines={lines} onClosed={onClosed} />;
    case 'points':
      return <PointsRefused refusal={refusal} lines={lines} onClosed={onClosed} />;
    case 'insufficient':
      return <Told title="Insufficient Payment" message={refusal.reason} onClosed={onClosed} />;
    case 'failed':
      return <Failed reason={refusal.reason} onClosed={onClosed} />;
  }
}

function PricesChanged({
  changes,
  lines,
  onClosed,
}: {
  changes: readonly PriceChange[];
  lines: Cart;
  onClosed: () => void;
}) {
  const replaceLines = useCart((cart) => cart.replaceLines);
  const repriced = withNewPrices(lines, changes);
  const points = useCart((cart) => cart.points);
  const before = useTotals(lines, points).totalCents;
  const after = useTotals(repriced, points && pointsThatFit(points.points, points, repriced)).totalCents;
  return (
    <Choice
      title={changes.length === 1 ? 'A price has changed' : 'Prices have changed'}
      description="Nothing was sold. The catalogue has new prices since these items were added."
      onClosed={onClosed}
      actions={[
        { label: 'Go back' },
        { label: `Accept, new total ${displayMoney(after)}`, onChosen: () => replaceLines(repriced) },
      ]}
    >
      <table className={TABLE}>
        <thead>
          <tr>
            <th className="text-left">Item</th>
            <th className={NUMBER}>Old price</th>
            <th className={NUMBER}>New price</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line">
          {changes.map(({ position, newCents }) => {
            const line = lines[position];
            return (
              line && (
                <tr key={line.key}>
                  <td>{nameOf(line)}</td>
                  <td className={`${NUMBER} text-ink-3 line-through`}>{displayMoney(listPriceOf(line.sold))}</td>
                  <td className={`${NUMBER} font-semibold`}>{displayMoney(newCents)}</td>
                </tr>
              )
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <td className="text-ink-2">Total with tax</td>
            <td className={`${NUMBER} text-ink-3 line-through`}>{displayMoney(before)}</td>
            <td className={`${NUMBER} font-semibold`}>{displayMoney(after)}</td>
          </tr>
        </tfoot>
      </table>
    </Choice>
  );
}

function NotEnough({
  short,
  lines,
  onSellAnyway,
  onClosed,
}: {
  short: readonly ShortLine[];
  lines: Cart;
  onSellAnyway: () => void;
  onClosed: () => void;
}) {
  const replaceLines = useCart((cart) => cart.replaceLines);
  const maySellAnyway = useMay('sell-anyway');
  const left = new Map(
    short.flatMap(({ position, availableMilli }) => {
      const line = lines[position];
      return line ? [[line.key, { leftMilli: availableMilli }] as const] : [];
    }),
  );
  const reduced = reduceToStock(lines, left);
  const gone = lines.filter((line) => !reduced.some(({ key }) => key === line.key)).length;
  return (
    <Choice
      title="Not enough in stock"
      description={
        maySellAnyway
          ? 'Nothing was sold. Selling anyway sets the stock to 0 and puts the item on the list to be counted.'
          : 'Nothing was sold. A manager can approve here to sell it anyway.'
      }
      onClosed={onClosed}
      isEmptied={reduced.length === 0}
      actions={[
        { label: 'Go back' },
        { label: 'Sell anyway', onChosen: onSellAnyway },
        {
          label: gone === short.length ? 'Remove from cart' : 'Reduce to what is left',
          onChosen: () => replaceLines(reduced),
        },
      ]}
    >
      <table className={TABLE}>
        <thead>
          <tr>
            <th className="text-left">Item</th>
            <th className={NUMBER}>Needed</th>
            <th className={NUMBER}>Left</th>
            <th className={NUMBER}>In cart</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line">
          {short.map(({ position, name, requestedMilli, availableMilli }) => {
            const line = lines[position];
            const kept = reduced.find(({ key }) => key === line?.key);
            const told = (milli: Milli) => (line ? displayDrawn(milli, line.sold) : displayQuantity(milli));
            return (
              <tr key={position}>
                <td>{line ? nameOf(line) : name}</td>
                <td className={NUMBER}>{told(requestedMilli)}</td>
                <td className={`${NUMBER} font-semibold ${availableMilli <= 0 ? 'text-red' : 'text-yellow'}`}>
                  {told(availableMilli)}
                </td>
                <td className={NUMBER}>{line ? `${soldWords(line.sold)} → ${kept ? soldWords(kept.sold) : 0}` : ''}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Choice>
  );
}
