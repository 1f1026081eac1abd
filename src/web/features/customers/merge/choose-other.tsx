import { Search } from 'lucide-react';
import { type RefObject, useState } from 'react';
import type { CustomerMatch, DirectoryEntry } from '#contract/customers.ts';
import { customerName } from '#domain/customer-search.ts';
import { useCustomers } from '#web/entities/customer/customer-list.ts';
import { contactOf, emptyMessage, MATCH_WORDS } from '#web/entities/customer/customer-words.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ErrorPanel } from '#web/ui/status/panels.tsx';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { SEARCH_PAUSE_MS, useDebounced } from '#web/ui/use-debounced.ts';
import { useCustomer } from '../customers-queries.ts';
import { useDuplicates } from './merge-queries.ts';

/** Offers possible duplicates first, and finds every other customer by search. */
export function ChooseOther({
  customerId,
  field,
  onChoose,
}: {
  customerId: number;
  field: RefObject<HTMLInputElement | null>;
  onChoose: (id: number) => void;
}) {
  const { data: customer } = useCustomer(customerId);
  const { data: alike = [] } = useDuplicates(customer);
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), SEARCH_PAUSE_MS);
  const found = useCustomers(search);
  const { customers = [], total = 0 } = found.data ?? {};
  const others = customers.filter(({ id }) => id !== customerId);
  const left = total - customers.length;
  return (
    <div className="flex flex-col gap-4">
      {alike.length > 0 && (
        <section aria-label="Looks like the same person">
          <h3 className="mb-1 text-xs font-medium text-ink-3">Looks like the same person</h3>
          <ul>
            {alike.map((match) => (
              <Person key={match.id} person={match} onChoose={onChoose} />
            ))}
          </ul>
        </section>
      )}
      <TextField
        ref={field}
        label="Find the other customer"
        placeholder="Name, email, phone or id"
        leading={<Search aria-hidden className="size-4" />}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <section aria-label="Customers" aria-busy={found.isPlaceholderData} className="min-h-80">
        {found.isError && !found.data ? (
          <ErrorPanel title="Failed to load customers data" error={found.error} onRetry={() => void found.refetch()} />
        ) : found.isPending ? (
          <div role="status" aria-label="Loading customers..." className="flex flex-col gap-2">
            {[0, 1, 2, 3].map((row) => (
              <Skeleton key={row} className="h-12" />
            ))}
          </div>
        ) : others.length === 0 ? (
          <p className="py-6 text-center text-sm text-ink-2">{emptyMessage(search)}</p>
        ) : (
          <ul>
            {others.map((person) => (
              <Person key={person.id} person={person} onChoose={onChoose} />
            ))}
          </ul>
        )}
        {others.length > 0 && left > 0 && (
          <p className="pt-2 text-sm text-ink-3">{left.toLocaleString('en-US')} more. Type more to find them.</p>
        )}
      </section>
    </div>
  );
}

function Person({
  person,
  onChoose,
}: {
  person: DirectoryEntry & Partial<Pick<CustomerMatch, 'because'>>;
  onChoose: (id: number) => void;
}) {
  const because = person.because?.map((why) => MATCH_WORDS[why]).join(', ');
  return (
    <li>
      <button
        type="button"
        onClick={() => onChoose(person.id)}
        className="flex min-h-12 w-full items-center gap-3 rounded-md px-2.5 py-1.5 text-left text-sm transition-colors -outline-offset-2 hover:bg-hover"
      >
        <span className="min-w-0 grow">
          <span className="block truncate font-medium">
            {customerName(person)} <span className="text-xs font-normal text-ink-3">#{person.id}</span>
          </span>
          <span className="block truncate text-xs text-ink-2">{contactOf(person)}</span>
        </span>
        {because && <span className="shrink-0 text-xs text-yellow">{because}</span>}
        <span className="shrink-0 text-xs text-ink-2 tabular-nums">
          {person.points_balance.toLocaleString('en-US')} pts
        </span>
      </button>
    </li>
  );
}
