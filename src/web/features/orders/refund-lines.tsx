import type { WireOrder } from '#contract/orders.ts';
import { displayMoney, ZERO_CENTS } from '#domain/money.ts';
import { displayQuantity, toQuantityNumber, ZERO_MILLI } from '#domain/quantity.ts';
import type { RefObject } from 'react';
import type { Refund, RefundWish } from '#domain/refund.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { cx } from '#web/ui/cx.ts';
import { NumberField } from '#web/ui/number-field.tsx';
import { tierNote } from './line-words.ts';
import { isDivisible, leftOf, milliOf } from './refund-sums.ts';

const HEAD = 'pb-1.5 text-xs font-medium text-ink-3';

/** Which lines come back, how much of each, and whether it goes back on the shelf. */
export function RefundLines({
  order,
  lines,
  wishes,
  refund,
  first,
  onWish,
}: {
  order: WireOrder;
  lines: WireOrder['line_items'];
  wishes: ReadonlyMap<number, RefundWish>;
  refund: Refund | null;
  /** The first quantity: where somebody begins to type. */
  first: RefObject<HTMLInputElement | null>;
  onWish: (wish: RefundWish) => void;
}) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Items of {order.number} that can be refunded</caption>
      <thead className="sticky top-0 z-10 bg-raised">
        <tr>
          <th scope="col" className={cx(HEAD, 'text-left')}>
            Item
          </th>
          <th scope="col" className={cx(HEAD, 'w-36 text-left')}>
            Refund
          </th>
          <th scope="col" className={cx(HEAD, 'w-28 text-left')}>
            Back to stock
          </th>
          <th scope="col" className={cx(HEAD, 'w-24 text-right')}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => {
          const wish = wishes.get(line.id) ?? { lineId: line.id, quantityMilli: ZERO_MILLI, restock: true };
          const left = leftOf(line);
          const part = refund?.lines.find(({ lineId }) => lineId === line.id);
          return (
            <tr key={line.id} className="border-t border-line">
              <td className="py-2 pr-3">
                <span className="block font-medium">{line.name}</span>
                <span className="block text-xs text-ink-3">
                  {displayQuantity(left)} left{tierNote(line) && ` · ${tierNote(line)?.text}`}
                </span>
              </td>
              <td className="py-2">
                <NumberField
                  inputRef={index === 0 ? first : undefined}
                  label={`Refund of ${line.name}`}
                  value={toQuantityNumber(wish.quantityMilli)}
                  max={toQuantityNumber(left)}
                  decimals={isDivisible(line) ? 3 : 0}
                  onChange={(quantity) => onWish({ ...wish, quantityMilli: milliOf(quantity) })}
                />
              </td>
              <td className="py-2">
                <Checkbox
                  label={`Back to stock: ${line.name}`}
                  hideLabel
                  checked={wish.restock}
                  onChange={(restock) => onWish({ ...wish, restock })}
                />
              </td>
              <td className={cx('py-2 text-right tabular-nums', !part && 'text-ink-3')}>
                {displayMoney(part?.goodsCents ?? ZERO_CENTS)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
