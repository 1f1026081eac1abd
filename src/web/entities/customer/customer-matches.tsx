import { type CustomerMatch, customerMatch } from '#contract/customers.ts';
import { customerName } from '#domain/customer-search.ts';
import type { CallError } from '#web/api/call/call-error.ts';
import { Button, type ButtonSize } from '#web/ui/controls/button.tsx';
import { contactOf, MATCH_WORDS } from './customer-words.ts';

/** The customers that a refusal to add a new one names; null for any other refusal. */
export function matchesIn({ code, details }: CallError): readonly CustomerMatch[] | null {
  const read = code === 'customer_exists' ? customerMatch.array().safeParse(details['matches']) : null;
  return read?.data ?? null;
}

/** True if a new customer may be added beside them: an e-mail address belongs to one person. */
export function mayBeOthers(matches: readonly CustomerMatch[]): boolean {
  return matches.every(({ because }) => !because.includes('email'));
}

/** Customers who look like the one who was to be added. Rule: customers/duplicates. */
export function CustomerMatches({
  matches,
  size,
  onUse,
}: {
  matches: readonly CustomerMatch[];
  size: ButtonSize;
  onUse: (customer: CustomerMatch) => void;
}) {
  return (
    <section role="alert" aria-label="Customers like this one" className="rounded-md bg-yellow-soft p-3 text-sm">
      <p className="font-medium">
        {matches.length === 1 ? 'Somebody like this is a customer already.' : 'Such customers are there already.'}{' '}
        Nobody was added yet.
      </p>
      {!mayBeOthers(matches) && <p className="text-ink-2">An email address belongs to one customer.</p>}
      <ul className="mt-2 flex flex-col gap-1.5">
        {matches.map((match) => (
          <li key={match.id} className="flex items-center gap-3">
            <span className="min-w-0 grow">
              <span className="block truncate font-medium">{customerName(match)}</span>
              <span className="block truncate text-xs text-ink-2">
                {contactOf(match)} · {match.because.map((why) => MATCH_WORDS[why]).join(', ')}
              </span>
            </span>
            <Button size={size} aria-label={`Use this customer: ${customerName(match)}`} onClick={() => onUse(match)}>
              Use this customer
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
