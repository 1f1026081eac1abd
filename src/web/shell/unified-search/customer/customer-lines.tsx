import { Check, SquareArrowOutUpRight, UserPlus, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CustomerFlag, DirectoryEntry } from '#contract/customers.ts';
import { customerName } from '#domain/customer-search.ts';
import { pointsText } from '#domain/loyalty-points.ts';
import { useCart } from '#web/features/register/cart/state/cart-store.ts';
import { cx } from '#web/ui/cx.ts';
import { Badge } from '#web/ui/status/badge.tsx';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { useViewState } from '#web/shell/views/view-memory.ts';
import type { ViewId } from '#web/shell/views/views.ts';
import { contactOf, FLAG_LABEL, flagWords } from '#web/entities/customer/customer-words.ts';
import { Option } from '../popup-parts.tsx';

/** One line of the list: a found customer, or the guest. */
export type Line = { kind: 'guest' } | { kind: 'customer'; entry: DirectoryEntry };

export function CustomerLine({ index, view, line }: { index: number; view: ViewId; line: Line }) {
  const inCart = useCart((cart) => cart.customer?.id ?? 0);
  const inView = useViewState(view).customer?.id;
  const id = line.kind === 'guest' ? 0 : line.entry.id;
  const selected = (view === 'products' ? inCart : inView) === id;
  return (
    <Option
      index={index}
      selected={selected}
      className="h-14"
      keys={line.kind === 'customer' ? 'Alt+Enter' : undefined}
    >
      <Mark selected={selected}>
        <UserRound className="size-4.5" />
      </Mark>
      {line.kind === 'guest' ? (
        <Names name="Guest Customer" detail="Walk-in, earns no points" />
      ) : (
        <>
          <Names name={customerName(line.entry)} detail={contactOf(line.entry)} />
          {line.entry.flag && <FlagBadge flag={line.entry.flag} />}
          <span className="shrink-0 text-sm text-ink-2">{pointsText(line.entry.points_balance)}</span>
          <Opener />
        </>
      )}
      {selected && <Check aria-label="Selected" className="size-4 shrink-0 text-accent-ink" />}
    </Option>
  );
}

function FlagBadge({ flag }: { flag: CustomerFlag }) {
  return (
    <span title={flagWords(flag)} className="shrink-0">
      <Badge tone={flag.kind === 'banned' ? 'red' : 'yellow'}>{FLAG_LABEL[flag.kind]}</Badge>
    </span>
  );
}

/** Leads to the customer's own view; Alt+Enter does for the keyboard. */
function Opener() {
  return (
    <span
      data-open
      aria-hidden
      title="Open customer (Alt+Enter)"
      className="-mr-3 grid size-touch shrink-0 place-items-center rounded-md text-ink-3 hover:bg-hover hover:text-ink"
    >
      <SquareArrowOutUpRight className="size-4" />
    </span>
  );
}

function Names({ name, detail }: { name: string; detail: string }) {
  return (
    <span className="min-w-0 grow">
      <span className="block truncate text-base font-medium">{name}</span>
      <span className="block truncate text-xs text-ink-2">{detail}</span>
    </span>
  );
}

function Mark({ selected = false, children }: { selected?: boolean; children: ReactNode }) {
  return (
    <span
      aria-hidden
      className={cx(
        'grid size-9 shrink-0 place-items-center rounded-full',
        selected ? 'bg-accent-soft text-accent-ink' : 'bg-neutral-soft text-ink-2',
      )}
    >
      {children}
    </span>
  );
}

export function NewCustomerLine({ index }: { index: number }) {
  return (
    <div role="presentation" className="sticky bottom-0 border-t border-line bg-raised p-1">
      <Option index={index} className="h-13">
        <Mark>
          <UserPlus className="size-4.5" />
        </Mark>
        <span className="text-base font-medium">Add new customer</span>
      </Option>
    </div>
  );
}

/** Skeletons in the shape of customer lines. */
export function WaitingLines() {
  return (
    <div role="presentation" className="p-1">
      {[40, 55, 35, 48, 43, 37].map((percent) => (
        <div key={percent} className="flex h-14 items-center gap-3 px-3">
          <Skeleton className="size-9 shrink-0 rounded-full!" />
          <div className="flex grow flex-col gap-1.5" style={{ maxWidth: `${percent}%` }}>
            <Skeleton className="h-3.5" />
            <Skeleton className="h-3" />
          </div>
        </div>
      ))}
    </div>
  );
}
