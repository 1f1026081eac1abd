import { customerEmail } from '#domain/customer-search.ts';
import { pointsText, redeemable } from '#domain/loyalty-points.ts';
import { displayMoney } from '#domain/money.ts';
import { useUser } from '#web/api/session/session.ts';
import type { CartCustomer } from '#web/entities/customer/customer-words.ts';
import { FlagNote } from '#web/entities/customer/flag-note.tsx';
import { idCheckedText } from '#web/entities/customer/id-checked.ts';
import { UnderageMark } from '#web/entities/identity/underage-note.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { type PointsAtTill, useCustomerAtTill } from './use-customer-at-till.ts';

/** "725 Points, $35.00 to use"; the former balance until the present one is known. */
function pointsNow(known: PointsAtTill, { points }: CartCustomer): string {
  if (known.at === 'asking') return pointsText(points);
  if (known.at === 'failed') return `${pointsText(points)} when last asked`;
  const { balance, terms } = known;
  const { discountCents } = redeemable(balance, terms);
  const has = pointsText(balance, terms.label);
  return discountCents === 0 ? has : `${has}, ${displayMoney(discountCents)} to use`;
}

/** Everything that the till shows of the cart's customer: points, reward, ID check, contact, and the flag. */
export function CustomerLines({ customer }: { customer: CartCustomer }) {
  const { time_zone: timeZone } = useUser();
  const known = useCustomerAtTill(customer);
  const checked = idCheckedText(customer.idCheckedAt, timeZone);
  const contact = customer.phone || customerEmail(customer);
  return (
    <>
      <Truncate
        text={[pointsNow(known, customer), checked, contact].filter(Boolean).join(' · ')}
        className="text-sm text-ink-2"
      />
      {customer.isUnderage && <UnderageMark className="mt-1" />}
      {customer.flag && <FlagNote flag={customer.flag} className="mt-1" />}
      {known.at === 'failed' && (
        <p role="alert" className="flex items-center gap-2 text-sm text-yellow">
          <span className="grow">{known.why}</span>
          <button
            type="button"
            onClick={known.retry}
            className="min-h-touch shrink-0 rounded-sm px-1.5 font-medium text-ink underline"
          >
            Try again
          </button>
        </p>
      )}
    </>
  );
}
