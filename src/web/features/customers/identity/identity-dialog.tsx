import { BadgeCheck, ScanLine } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Customer } from '#contract/customers.ts';
import type { BodySent } from '#contract/route.ts';
import type { setIdentityRoute } from '#contract/identity.ts';
import { customerName } from '#domain/customer-search.ts';
import { isBirthDay } from '#domain/new-customer.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere, tellOfOther } from '#web/entities/command/tell-outcome.ts';
import { todayIn } from '#web/entities/customer/customer-rules.ts';
import { IdScan } from '#web/entities/identity/id-scan-part.ts';
import { UnderageNote } from '#web/entities/identity/underage-note.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { useTypedCard } from '#web/ui/scan/typed-card.ts';
import { ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { customerSubject } from '../customer-commands.ts';
import { useCustomer } from '../customers-queries.ts';
import { expand } from '../list/customers-address.ts';
import { openTool } from '../tools/tool-state.ts';
import { EMPTY_IDENTITY, type IdentityDraft, setIdentityCommand } from './identity-command.ts';

const close = () => openTool(null);

/** Sets a customer's birth date and licence number, typed or scanned. Rule: customers/birth-and-licence. */
export function IdentityDialog({ customerId }: { customerId: number }) {
  const { data: customer, error, refetch } = useCustomer(customerId);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={customer ? `Identity of ${customerName(customer)}` : 'Identity'}
      description="Stored encrypted. Every look at it is recorded in the audit trail."
    >
      {customer ? (
        <IdentityForm customer={customer} />
      ) : error ? (
        <ErrorPanel title="Failed to load customers data" error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingPanel />
      )}
    </Dialog>
  );
}

/** The body of the request; null while there is nothing to send. */
export function bodyOf(draft: IdentityDraft): BodySent<typeof setIdentityRoute> | null {
  const { dateOfBirth, licenseNumber, dropsBirthDate, dropsLicence, isScanned } = draft;
  const body = {
    ...(dropsBirthDate ? { date_of_birth: null } : dateOfBirth !== '' && { date_of_birth: dateOfBirth }),
    ...(dropsLicence
      ? { license_number: null }
      : licenseNumber.trim() !== '' && { license_number: licenseNumber.trim() }),
    ...(isScanned && { id_checked: true as const }),
  };
  return Object.keys(body).length === 0 ? null : body;
}

function IdentityForm({ customer }: { customer: Customer }) {
  const { id, has_birth_date: hasBirthDate, has_licence: hasLicence } = customer;
  const today = todayIn(useUser().time_zone);
  const mayMerge = useMay('manage-customers');
  const [draft, setDraft] = useState(EMPTY_IDENTITY);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [scanning, setScanning] = useState(false);
  const [typedCard, setTypedCard] = useState<{ number: number; raw: string } | null>(null);
  const command = useCommand(setIdentityCommand, customerSubject(id, 'identity'), (outcome, memo, here) => {
    const isTyped = body !== null || scanning;
    const isRefused = outcome.kind === 'refused' || (outcome.kind === 'elsewhere' && outcome.state === 'refused');
    // The outcome of another window's command does not concern the values typed here.
    if (!here && (isTyped || !isRefused)) return tellOfOther(outcome);
    if (isRefused) {
      if (memo) setDraft(memo);
      if (outcome.kind === 'refused') setRefused(`Nothing was saved. ${sentenceOf(outcome.error)}`);
      else tellElsewhere('refused');
      return;
    }
    if (outcome.kind === 'elsewhere') tellElsewhere('done');
    close();
  });
  const isSent = command.open !== null;
  const shown = command.memo ?? draft;
  const body = bodyOf(draft);
  const isWrongDay = draft.dateOfBirth !== '' && !isBirthDay(draft.dateOfBirth, today);
  useTypedCard((raw) => {
    if (isSent) return;
    setTypedCard({ number: (typedCard?.number ?? 0) + 1, raw });
    setScanning(true);
  });
  const change = (part: Partial<IdentityDraft>) => {
    setRefused(null);
    // A value that was typed over no longer comes from the card.
    setDraft({ ...draft, isScanned: false, ...part });
  };

  function save(): void {
    if (isSent || body === null) return;
    setTried(true);
    if (isWrongDay) return;
    setRefused(null);
    void command.send({ title: `Identity of customer #${id}`, memo: draft, params: { id: String(id) }, body });
  }

  if (scanning) {
    return (
      <div className="-mx-5 -mb-5 border-t border-line">
        <Suspense fallback={<LoadingPanel label="Loading scanner..." />}>
          <IdScan
            typed={typedCard}
            exceptId={id}
            onFields={({ dateOfBirth = '', licenseNumber = '' }) => {
              change({ dateOfBirth, licenseNumber, dropsBirthDate: false, dropsLicence: false, isScanned: true });
              setScanning(false);
            }}
            onKnown={(other) => {
              if (mayMerge) openTool({ kind: 'merge', customerId: id, otherId: other.id });
              else {
                close();
                expand(other.id, true);
              }
            }}
            onLeave={() => setScanning(false)}
          />
        </Suspense>
      </div>
    );
  }
  return (
    <form
      noValidate
      aria-label="Identity"
      className="flex flex-col gap-4 pt-1"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Button
        className="self-start"
        disabled={isSent}
        icon={<ScanLine aria-hidden className="size-4" />}
        onClick={() => {
          setTypedCard(null);
          setScanning(true);
        }}
      >
        Scan ID
      </Button>
      <Value
        what="date of birth"
        isHeld={hasBirthDate}
        isDropped={shown.dropsBirthDate}
        disabled={isSent}
        onDrop={(dropsBirthDate) => change({ dropsBirthDate })}
      >
        <TextField
          label="Date of birth"
          type="date"
          min="1900-01-01"
          disabled={isSent || shown.dropsBirthDate}
          value={shown.dateOfBirth}
          error={tried && isWrongDay ? 'Not a date of birth.' : undefined}
          hint={hasBirthDate && !shown.dropsBirthDate ? 'Already stored. Leave empty to keep it.' : undefined}
          onChange={({ target }) => change({ dateOfBirth: target.value })}
        />
        {!shown.dropsBirthDate && <UnderageNote birthDay={shown.dateOfBirth} today={today} />}
      </Value>
      <Value
        what="licence number"
        isHeld={hasLicence}
        isDropped={shown.dropsLicence}
        disabled={isSent}
        onDrop={(dropsLicence) => change({ dropsLicence })}
      >
        <TextField
          label="Licence number"
          maxLength={100}
          disabled={isSent || shown.dropsLicence}
          value={shown.licenseNumber}
          hint={hasLicence && !shown.dropsLicence ? 'Already stored. Leave empty to keep it.' : undefined}
          onChange={({ target }) => change({ licenseNumber: target.value })}
        />
      </Value>
      {shown.isScanned && (
        <p role="status" className="flex items-center gap-2 text-sm text-accent-ink">
          <BadgeCheck aria-hidden className="size-4" />
          ID checked just now
        </p>
      )}
      {refused !== null && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink">
          {refused}
        </p>
      )}
      <Checking what="identity" command={command.open} />
      <div className="flex justify-end gap-2">
        <Button onClick={close}>{isSent ? 'Close' : 'Cancel'}</Button>
        <Button type="submit" variant="primary" busy={isSent} disabled={body === null && !isSent}>
          {isSent ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

/** A field with the checkbox that erases the stored value. */
function Value({
  what,
  isHeld,
  isDropped,
  disabled,
  onDrop,
  children,
}: {
  what: string;
  isHeld: boolean;
  isDropped: boolean;
  disabled: boolean;
  onDrop: (drops: boolean) => void;
  children: React.ReactNode;
}) {
  return (
    <div className="flex flex-col gap-1.5">
      {children}
      {isHeld && (
        <Checkbox label={`Erase the stored ${what}`} checked={isDropped} disabled={disabled} onChange={onDrop} />
      )}
    </div>
  );
}
