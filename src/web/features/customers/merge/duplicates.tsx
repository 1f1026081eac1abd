import { Merge } from 'lucide-react';
import type { Customer } from '#contract/customers.ts';
import { customerName } from '#domain/customer-search.ts';
import { useMay } from '#web/api/session/session.ts';
import { MATCH_WORDS } from '#web/entities/customer/customer-words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { expand } from '../list/customers-address.ts';
import { openTool } from '../tools/tool-state.ts';
import { useDuplicates } from './merge-queries.ts';

/** Lists possible duplicates of a customer for people who may merge them; draws nothing without any. Rule: customers/duplicates. */
export function Duplicates({ customer }: { customer: Customer }) {
  const mayMerge = useMay('manage-customers');
  const { data = [] } = useDuplicates(customer, mayMerge);
  if (data.length === 0) return null;
  return (
    <section aria-label="Looks like the same person" className="min-w-0">
      <h3 className="mb-1.5 text-xs font-medium text-ink-3">Looks like the same person</h3>
      <ul className="flex max-h-56 flex-col gap-1.5 overflow-y-auto">
        {data.map((match) => (
          <li key={match.id} className="flex items-center gap-2 border-l-2 border-yellow pl-2.5">
            <button
              type="button"
              className="min-w-0 grow rounded-sm text-left hover:underline"
              onClick={() => expand(match.id, true)}
            >
              <span className="block truncate">
                {customerName(match)} <span className="text-ink-3">#{match.id}</span>
              </span>
              <span className="block truncate text-xs text-ink-3">
                {match.because.map((why) => MATCH_WORDS[why]).join(', ')}
              </span>
            </button>
            <Button
              size="sm"
              aria-label={`Merge with ${customerName(match)}`}
              icon={<Merge aria-hidden className="size-3.5" />}
              onClick={() => openTool({ kind: 'merge', customerId: customer.id, otherId: match.id })}
            >
              Merge
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
