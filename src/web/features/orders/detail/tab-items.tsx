import { counted } from '#domain/counted.ts';
import { centsOf, formatMoney, sum } from '#domain/money.ts';
import { ppmOf, taxWords } from '#domain/tax.ts';
import type { ReactNode } from 'react';
import type { WireOrder } from '#contract/orders.ts';
import { cx } from '#web/ui/cx.ts';
import { type ColumnHead, ColumnHeads } from '#web/ui/rows/column-heads.tsx';
import { changeNote, stockUnitOf, tierNote, tierPriceNote, unitOf } from './line-words.ts';
import { displayAmount, displayCount } from '#web/entities/order/order-format.ts';

type Line = WireOrder['line_items'][number];

const HEADS: readonly ColumnHead[] = [
  { title: 'Item' },
  { title: 'Quantity', className: 'w-24 text-right max-[640px]:w-16' },
  { title: 'Total', className: 'w-44 text-right max-[640px]:w-20' },
];

/** Rule: orders/items-tab. */
export function ItemsTab({ order }: { order: WireOrder }) {
  return (
    <div className="flex flex-wrap items-start gap-x-10 gap-y-4">
      <table className="min-w-80 grow basis-[30rem] text-sm max-[640px]:w-full max-[640px]:min-w-0 max-[640px]:basis-full">
        <thead>
          <ColumnHeads heads={HEADS} className="pb-1.5" />
        </thead>
        <tbody>
          {order.line_items.map((line) => (
            <LineRow key={line.id} line={line} currency={order.currency} taxed={isTaxed(order)} />
          ))}
        </tbody>
      </table>
      <div className="sticky top-12 w-64 shrink-0 max-[720px]:w-full">
        <Summary order={order} />
      </div>
    </div>
  );
}

/** A refund gives tax back for the order, not for its lines. */
const isTaxed = ({ tax_lines: taxes }: WireOrder): boolean => taxes.some(({ tax_total: tax }) => centsOf(tax) > 0);

function LineRow({ line, currency, taxed }: { line: Line; currency: string; taxed: boolean }) {
  const tier = tierNote(line);
  const tierPrice = tierPriceNote(line);
  const changed = changeNote(line);
  return (
    <tr className="border-t border-line align-top">
      <td className="py-1.5 pr-3">
        <span className="block font-medium select-text">{line.name}</span>
        <span className="block text-xs text-ink-3">
          <span className="select-text">{line.sku || 'N/A'}</span>
          {tier && (
            <>
              {' · '}
              <span className={tier.missing ? 'text-danger-ink' : 'text-ink-2'}>{tier.text}</span>
            </>
          )}
        </span>
        {changed && <span className="block text-xs text-ink-2">{changed}</span>}
        {line.shortfall > 0 && (
          <span className="block text-xs text-yellow">
            {displayCount(line.shortfall)}
            {stockUnitOf(line)} sold beyond what was in stock
          </span>
        )}
      </td>
      <td className="py-1.5 text-right tabular-nums">
        {displayCount(line.quantity)}
        {unitOf(line)}
        {line.refunded_quantity > 0 && (
          <span className="block text-xs text-purple">
            {displayCount(line.refunded_quantity)}
            {unitOf(line)} refunded
          </span>
        )}
      </td>
      <td className="py-1.5 text-right tabular-nums">
        {displayAmount(beforePoints(line), currency)}
        {tierPrice && <span className="block text-xs text-ink-3 min-[641px]:whitespace-nowrap">{tierPrice}</span>}
        {centsOf(line.refunded) > 0 && (
          <span className="block text-xs text-purple">
            {displayAmount(line.refunded, currency)} refunded{taxed && ' before tax'}
          </span>
        )}
      </td>
    </tr>
  );
}

/**
 * The amount of a line before used points and included taxes are taken off. They have rows of their own, as on the
 * receipt.
 */
function beforePoints({ total, redeemed = '0.00', included_tax: included = '0.00' }: Line): string {
  return formatMoney(sum([total, redeemed, included].map(centsOf)));
}

function Summary({ order }: { order: WireOrder }) {
  const { currency, shipping_lines: shipping, tax_lines: taxes } = order;
  const [firstShipping] = shipping;
  return (
    <dl className="rounded-md border border-line px-3.5 py-2 text-sm">
      {(order.points_redeemed ?? 0) > 0 && (
        <Sum name={`${counted(order.points_redeemed ?? 0, 'Point')} used`}>
          -{displayAmount(order.redeemed ?? '0.00', currency)}
        </Sum>
      )}
      <Sum name="Subtotal">{displayAmount(order.subtotal, currency)}</Sum>
      {taxes.map((tax) => (
        <Sum
          key={tax.rate_code}
          name={taxWords({
            name: tax.label,
            ratePpm: ppmOf(String(tax.rate_percent)),
            included: tax.included ?? false,
          })}
        >
          {displayAmount(tax.tax_total, currency)}
        </Sum>
      ))}
      {(firstShipping || centsOf(order.shipping_total) > 0) && (
        <Sum name={shippingName(firstShipping?.method_title)}>
          {displayAmount(firstShipping?.total ?? order.shipping_total, currency)}
        </Sum>
      )}
      <Sum name="Total" strong>
        {displayAmount(order.total, currency)}
      </Sum>
      {centsOf(order.refunded) > 0 && (
        <Sum name={isTaxed(order) ? 'Refunded with tax' : 'Refunded'} className="text-purple">
          -{displayAmount(order.refunded, currency)}
        </Sum>
      )}
    </dl>
  );
}

/** "Shipping (Flat rate)"; just "Shipping" when the method's name says no more. */
function shippingName(method = ''): string {
  return method === '' || method === 'Shipping' ? 'Shipping' : `Shipping (${method})`;
}

function Sum({
  name,
  strong = false,
  className,
  children,
}: {
  name: string;
  strong?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      className={cx(
        'flex justify-between gap-3 py-1 leading-6',
        strong && 'mt-1 border-t border-line pt-2 font-semibold',
        className,
      )}
    >
      <dt className={cx('truncate', !strong && !className && 'text-ink-2')}>{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
