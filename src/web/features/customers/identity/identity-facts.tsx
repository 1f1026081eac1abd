import { Eye, EyeOff, IdCard } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Customer } from '#contract/customers.ts';
import { type CustomerIdentity, revealIdentityRoute } from '#contract/identity.ts';
import { customerName } from '#domain/customer-search.ts';
import { call } from '#web/api/call/call.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { idCheckedText } from '#web/entities/customer/id-checked.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { displayDay, displayInstant } from '#web/ui/dates.ts';
import { Fact, Facts } from '#web/ui/grid/facts.tsx';
import { openTool } from '../tools/tool-state.ts';

/** An ID must not stay on the screen of a counter. */
const SHOWN_FOR_MS = 60_000;

/** Shows which identity data are stored, and reveals them to people who may see them. Rule: customers/birth-and-licence. */
export function IdentityFacts({ customer }: { customer: Customer }) {
  const { id, version } = customer;
  // Revealed values are dropped when the customer changes.
  return <Identity key={`${id} ${version}`} customer={customer} />;
}

function Identity({ customer }: { customer: Customer }) {
  const { time_zone: timeZone } = useUser();
  const mayShow = useMay('see-identity');
  const mayEdit = useMay('edit-customers');
  const { shown, busy, failure, show, hide } = useReveal(customer.id);
  const { has_birth_date: hasBirthDate, has_licence: hasLicence } = customer;
  const isHeld = hasBirthDate || hasLicence;
  const checked = idCheckedText(customer.id_checked_at ?? undefined, timeZone);
  const name = customerName(customer);
  const value = (has: boolean, known: string | null | undefined) =>
    known ?? (has ? 'Stored, encrypted' : 'Not provided');
  return (
    <div className="min-w-0">
      <Facts label="Identity">
        <Fact name="Date of birth" muted={shown?.date_of_birth == null}>
          {value(hasBirthDate, shown?.date_of_birth && displayDay(`${shown.date_of_birth}T00:00:00Z`, 'UTC'))}
        </Fact>
        <Fact name="Licence" muted={shown?.license_number == null}>
          {value(hasLicence, shown?.license_number)}
        </Fact>
        <Fact name="ID check" muted={checked === ''}>
          {checked || 'Never checked'}
          {shown?.id_checked_by != null && ` by ${shown.id_checked_by}`}
        </Fact>
      </Facts>
      <div className="mt-3 flex flex-wrap gap-2">
        {mayShow &&
          isHeld &&
          (shown ? (
            <Button
              size="sm"
              aria-label={`Hide the identity of ${name}`}
              icon={<EyeOff aria-hidden className="size-3.5" />}
              onClick={hide}
            >
              Hide
            </Button>
          ) : (
            <Button
              size="sm"
              busy={busy}
              aria-label={`Show the identity of ${name}`}
              icon={<Eye aria-hidden className="size-3.5" />}
              onClick={() => void show()}
            >
              Show
            </Button>
          ))}
        {mayEdit && (
          <Button
            size="sm"
            aria-label={`Set the identity of ${name}`}
            icon={<IdCard aria-hidden className="size-3.5" />}
            onClick={() => {
              hide();
              openTool({ kind: 'identity', customerId: customer.id });
            }}
          >
            {isHeld ? 'Change' : 'Add'}
          </Button>
        )}
      </div>
      {mayShow && isHeld && (
        <p role="status" className="mt-1.5 text-xs text-ink-3">
          {shown
            ? `Shown on ${displayInstant(shown.at, timeZone)}. Recorded in the audit trail.`
            : 'Every look is recorded in the audit trail.'}
        </p>
      )}
      {failure !== null && (
        <p role="alert" className="mt-1.5 text-danger-ink">
          {failure}
        </p>
      )}
    </div>
  );
}

/** Revealed values live in this component only, never in a cache or in storage. */
function useReveal(id: number) {
  const [shown, setShown] = useState<(CustomerIdentity & { readonly at: string }) | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (!shown) return;
    const timer = window.setTimeout(() => setShown(null), SHOWN_FOR_MS);
    return () => window.clearTimeout(timer);
  }, [shown]);

  async function show(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      const { data } = await call(revealIdentityRoute, { params: { id: String(id) } });
      setShown({ ...data, at: new Date().toISOString() });
    } catch (error) {
      setFailure(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  }
  return { shown, busy, failure, show, hide: () => setShown(null) };
}
