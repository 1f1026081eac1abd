import type { DirectoryEntry } from '#contract/customers.ts';
import { counted } from '#domain/counted.ts';
import type { PointsEvent } from '#contract/loyalty.ts';
import { pointsLabel } from '#domain/loyalty-points.ts';
import { isCallError } from '#web/api/call/call-error.ts';
import { emit } from '#web/api/events.ts';
import { useMay } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import type { ColumnHead } from '#web/ui/rows/column-heads.tsx';
import { GrowingTable } from '#web/ui/rows/growing-table.tsx';
import { AdjustForm } from './adjust-form.tsx';
import { entryWords, signedPoints, typeLabel } from './points-words.ts';
import { useBalance, usePointsHistory } from './rewards-queries.ts';

/** The points of a customer: the balance, the form that adjusts it, and all entries. Rule: customers/rewards. */
export function RewardsTab({ customer }: { customer: DirectoryEntry }) {
  const mayAdjust = useMay('adjust-points');
  return (
    <div className="grid items-start gap-x-8 gap-y-4 min-[1000px]:grid-cols-[15rem_minmax(0,1fr)] min-[1280px]:grid-cols-[18rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-4">
        <Balance id={customer.id} />
        {mayAdjust && <AdjustForm customer={customer} />}
      </div>
      <History id={customer.id} />
    </div>
  );
}

function Balance({ id }: { id: number }) {
  const { data, error, isPending, refetch } = useBalance(id);
  // A customer who was deleted meanwhile has none.
  const failed = error !== null && !data && !isCallError(error, 'not_found');
  return (
    <section aria-label="Current balance" className="rounded-lg border border-line p-3">
      <h3 className="text-xs font-medium tracking-wide text-ink-3">CURRENT BALANCE</h3>
      <p role="status" className="mt-1 min-h-8">
        {data ? (
          <>
            <span className={cx('text-xl font-semibold tabular-nums', data.balance < 0 && 'text-danger-ink')}>
              {data.balance.toLocaleString('en-US')}
            </span>{' '}
            <span className="text-ink-2">{pointsLabel(data.points_label, data.balance)}</span>
          </>
        ) : (
          <span className="text-ink-3">
            {isPending ? 'Loading...' : failed ? 'Error loading balance' : 'No data available'}
          </span>
        )}
      </p>
      {failed && (
        <Button size="sm" onClick={() => void refetch()}>
          Retry
        </Button>
      )}
    </section>
  );
}

/** On a phone date and type stand below the description. */
const NOT_ON_PHONE = 'max-[640px]:hidden';

const HEADS: readonly ColumnHead[] = [
  { title: 'Date', className: cx('w-36 text-left', NOT_ON_PHONE) },
  { title: 'Type', className: cx('w-36 text-left', NOT_ON_PHONE) },
  { title: 'Description' },
  { title: 'Order #', className: 'min-[641px]:w-20 text-left' },
  { title: 'Points', className: 'min-[641px]:w-24 text-right' },
];

function History({ id }: { id: number }) {
  const query = usePointsHistory(id);
  const { events = [], total = 0 } = query.data ?? {};
  return (
    <GrowingTable
      label="Points History"
      total={query.data ? counted(total, 'event') : null}
      pages={query}
      words={{
        loading: 'Loading points history...',
        failed: 'Failed to load points history',
        empty: 'No points history available',
        end: 'End of history',
      }}
      heads={HEADS}
      minWidth="min-[641px]:min-w-[34rem]"
      rows={events.length}
    >
      <tbody>
        {events.map((event) => (
          <Entry key={event.id} event={event} />
        ))}
      </tbody>
    </GrowingTable>
  );
}

function Entry({ event }: { event: PointsEvent }) {
  const { text, more } = entryWords(event);
  return (
    <tr className="border-t border-line align-top">
      <td className={cx('py-1.5 pr-3 whitespace-nowrap text-ink-2 tabular-nums', NOT_ON_PHONE)}>
        {event.formatted_date}
      </td>
      <td className={cx('py-1.5 pr-3', NOT_ON_PHONE)}>{typeLabel(event.type)}</td>
      <td className="py-1.5 pr-3 wrap-anywhere">
        {text}
        {more && <span className="block text-xs text-ink-3">{more}</span>}
        <span className="block text-xs text-ink-3 min-[641px]:hidden">
          {typeLabel(event.type)}, {event.formatted_date}
        </span>
      </td>
      <td className="py-1.5 pr-3 text-ink-2 tabular-nums">
        {event.order_id === null ? 'N/A' : <OrderLink id={event.order_id} />}
      </td>
      <td
        className={cx(
          'py-1.5 text-right font-medium whitespace-nowrap tabular-nums',
          event.points > 0 ? 'text-accent-ink' : event.points < 0 && 'text-danger-ink',
        )}
      >
        {signedPoints(event.points)}
      </td>
    </tr>
  );
}

function OrderLink({ id }: { id: number }) {
  return (
    <button
      type="button"
      aria-label={`#${id}, open in Orders`}
      className="-my-0.5 min-h-6 rounded-sm underline decoration-line-strong underline-offset-2 hover:text-ink"
      onClick={() => emit('showInView', { view: 'orders', recordId: id })}
    >
      #{id}
    </button>
  );
}
