import { displayMoney, ZERO_CENTS } from '#domain/money.ts';
import { displayQuantity, type Milli, ONE_MILLI, ZERO_MILLI } from '#domain/quantity.ts';
import type { RefObject } from 'react';
import type { RefundWish } from '#domain/refund.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { cx } from '#web/ui/cx.ts';
import { type ColumnHead, ColumnHeads } from '#web/ui/rows/column-heads.tsx';
import { QuantityField } from '#web/ui/fields/quantity-field.tsx';
import type { RefundRow, RefundSums } from './refund-command.ts';

const HEADS: readonly ColumnHead[] = [
  { title: 'Item' },
  { title: 'Refund', className: 'w-36 text-left pointer-coarse:w-44' },
  { title: 'Back to stock', className: 'w-28 text-left' },
  { title: 'Amount', className: 'w-24 text-right' },
];

/** Chooses the lines to refund, the quantity of each, and the lines that go back to stock. */
export function RefundLines({
  number,
  rows,
  wishes,
  refund,
  disabled,
  first,
  onQuantity,
  onRestock,
}: {
  /** The order's number. */
  number: string;
  rows: readonly RefundRow[];
  wishes: ReadonlyMap<number, RefundWish>;
  refund: RefundSums | null;
  disabled: boolean;
  /** The first quantity field, which gets the focus. */
  first: RefObject<HTMLInputElement | null>;
  onQuantity: (lineId: number, quantityMilli: Milli) => void;
  onRestock: (lineId: number, restock: boolean) => void;
}) {
  return (
    <table className="phone-table w-full text-sm [--phone-indent:0]">
      <caption className="sr-only">Items of {number} that can be refunded</caption>
      <thead data-phone-head className="sticky top-0 z-10 bg-raised">
        <ColumnHeads heads={HEADS} className="pb-1.5" />
      </thead>
      <tbody>
        {rows.map(({ id, name, note, divisible, leftMilli, unit = '', stepMilli }, index) => {
          const wish = wishes.get(id) ?? { lineId: id, quantityMilli: ZERO_MILLI, restock: true };
          const part = refund?.lines.find(({ lineId }) => lineId === id);
          return (
            <tr key={id} className="phone-row border-t border-line">
              <td data-phone="1-left" className="py-2 pr-3">
                <span className="block font-medium">{name}</span>
                <span className="block text-xs text-ink-3">
                  {displayQuantity(leftMilli)}
                  {unit} refundable{note && ` · ${note}`}
                  {stepMilli !== undefined &&
                    stepMilli !== ONE_MILLI &&
                    ` · sold ${displayQuantity(stepMilli)}${unit} at a time`}
                </span>
              </td>
              <td data-phone="2-left" className="py-2">
                <span className="inline-block w-32 pointer-coarse:w-38">
                  <QuantityField
                    enterSubmits
                    inputRef={index === 0 ? first : undefined}
                    label={`Refund of ${name}`}
                    disabled={disabled}
                    quantity={wish.quantityMilli}
                    most={leftMilli}
                    {...(stepMilli && { step: stepMilli })}
                    decimals={divisible ? 3 : 0}
                    onChange={(quantityMilli) => onQuantity(id, quantityMilli)}
                  />
                </span>
              </td>
              <td data-phone="2-right" className="py-2">
                <span aria-hidden className="mr-2 hidden max-[640px]:inline">
                  Back to stock
                </span>
                <Checkbox
                  label={`Back to stock: ${name}`}
                  disabled={disabled}
                  hideLabel
                  checked={wish.restock}
                  onChange={(restock) => onRestock(id, restock)}
                />
              </td>
              <td data-phone="1-right" className={cx('py-2 text-right tabular-nums', !part && 'text-ink-3')}>
                {displayMoney(part?.goodsCents ?? ZERO_CENTS)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
