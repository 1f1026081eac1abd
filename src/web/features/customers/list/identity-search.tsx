import { IdCard } from 'lucide-react';
import { useState } from 'react';
import type { DirectoryEntry } from '#contract/customers.ts';
import { findByIdentityRoute } from '#contract/identity.ts';
import { counted } from '#domain/counted.ts';
import { customerName } from '#domain/customer-search.ts';
import { type TypedIdentity, typedIdentity } from '#domain/identity/typed-identity.ts';
import { call } from '#web/api/call/call.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { todayIn } from '#web/entities/customer/customer-rules.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { displayDay } from '#web/ui/dates.ts';
import { expand } from './customers-address.ts';

/** The call returns no more. */
const MOST_FOUND = 20;

/** The birth date or licence number that the search holds; null for none. */
export function useTypedIdentity(search: string): TypedIdentity | null {
  const { time_zone: timeZone } = useUser();
  return typedIdentity(search, todayIn(timeZone));
}

function wordsOf(typed: TypedIdentity) {
  if (typed.kind === 'licence')
    return {
      body: { license_number: typed.licenseNumber },
      label: 'Find by licence number',
      note: 'The whole number, as on the card.',
      nobody: 'Nobody has this licence number.',
      found: (count: number) => `${counted(count, 'customer')} with this licence number:`,
    };
  const day = displayDay(`${typed.birthDay}T00:00:00Z`, 'UTC');
  return {
    body: { date_of_birth: typed.birthDay },
    label: 'Find by birth date',
    note: `${day}. The search is recorded in the audit trail.`,
    nobody: `Nobody was born on ${day}, as far as birth dates are known.`,
    found: (count: number) => `${counted(count, 'customer')} born on ${day}:`,
  };
}

/** Hands the focus to the offer when somebody leaves the search box for what it found. */
export function focusOffer(): void {
  document.querySelector<HTMLElement>('[data-identity-offer]')?.focus();
}

/**
 * Offers to find customers by the birth date or licence number that was typed. It is never asked by itself, because a search by birth
 * date is a reading. The answer is kept in no cache. Rule: customers/birth-and-licence.
 */
export function IdentitySearch({ typed }: { typed: TypedIdentity }) {
  const [found, setFound] = useState<readonly DirectoryEntry[] | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { body, label, note, nobody, found: foundWords } = wordsOf(typed);
  const mayRead = useMay('see-identity');

  async function find(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      setFound((await call(findByIdentityRoute, { body })).data);
    } catch (error) {
      setFailure(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  }

  const isOffered = typed.kind === 'licence' || mayRead;
  return (
    <section aria-label={label} className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2 text-sm">
      {isOffered && (
        <Button
          data-identity-offer
          size="sm"
          busy={busy}
          icon={<IdCard aria-hidden className="size-3.5" />}
          onClick={() => void find()}
        >
          {label}
        </Button>
      )}
      {failure !== null ? (
        <p role="alert" className="text-danger-ink">
          {failure}
        </p>
      ) : (
        <p role="status" className="text-ink-2">
          {!isOffered
            ? 'Only a manager can find customers by birth date.'
            : found === null
              ? note
              : found.length === 0
                ? nobody
                : foundWords(found.length)}
        </p>
      )}
      {found?.map((customer) => (
        <Button key={customer.id} size="sm" variant="ghost" onClick={() => expand(customer.id, true)}>
          {customerName(customer)} <span className="text-ink-3">#{customer.id}</span>
        </Button>
      ))}
      {found?.length === MOST_FOUND && <p className="text-ink-3">There may be more than {MOST_FOUND}.</p>}
    </section>
  );
}
