import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { Customer } from '#contract/customers.ts';
import { sendResetLinkRoute } from '#contract/password-reset.ts';
import { customerEmail } from '#domain/customer-search.ts';
import { call } from '#web/api/call/call.ts';
import { isCallError, sentenceOf } from '#web/api/call/call-error.ts';
import { rememberOwner } from '#web/api/session/per-owner.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { AddressLines } from '#web/entities/customer/address-lines.tsx';
import { flagWords } from '#web/entities/customer/customer-words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { displayDay, displayInstant } from '#web/ui/dates.ts';
import { Fact, Facts } from '#web/ui/grid/facts.tsx';
import { tell } from '#web/ui/layers/prompts.tsx';
import { showBanner } from '../list/customers-state.ts';
import { IdentityFacts } from '../identity/identity-facts.tsx';
import { Duplicates } from '../merge/duplicates.tsx';
import { Merges } from '../merge/merges.tsx';
import { languageName } from './languages.ts';
import { Notes } from './notes.tsx';

const MISSING = 'Not provided';

/** The data of a customer. Rule: customers/details. */
export function CustomerFacts({ customer }: { customer: Customer }) {
  const { time_zone: timeZone } = useUser();
  const { billing, shipping, flag, groups } = customer;
  const email = customerEmail(customer);
  const phone = billing.phone || customer.phone;
  return (
    <div className="grid gap-x-8 gap-y-5 min-[760px]:grid-cols-2 min-[1180px]:grid-cols-3">
      <Facts label="Contact Information">
        <Fact name="Email" muted={email === ''}>
          {email || MISSING}
        </Fact>
        <Fact name="Phone" muted={phone === ''}>
          {phone || MISSING}
        </Fact>
        {flag && (
          <Fact name="Flag">
            <span className={flag.kind === 'banned' ? 'text-danger-ink' : 'text-yellow'}>{flagWords(flag)}</span>
          </Fact>
        )}
        <Fact name="Groups" muted={groups.length === 0}>
          {groups.join(', ') || 'None'}
        </Fact>
      </Facts>
      <Facts label="Account Details">
        <Fact name="Username">{customer.username}</Fact>
        <Fact name="Display name" muted={customer.display_name === ''}>
          {customer.display_name || MISSING}
        </Fact>
        <Fact name="Full name" muted={customer.name === ''}>
          {customer.name || MISSING}
        </Fact>
        <Fact name="Customer ID">{customer.id}</Fact>
        <Fact name="Joined">{displayDay(customer.created_at, timeZone)}</Fact>
      </Facts>
      <Facts label="Billing Address">
        <Fact name="Address">
          <AddressLines address={billing} missing={MISSING} />
        </Fact>
      </Facts>
      <Facts label="Shipping Address">
        <Fact name="Address">
          <AddressLines address={shipping} missing={MISSING} />
        </Fact>
      </Facts>
      <Preferences customer={customer} />
      <IdentityFacts customer={customer} />
      <Notes id={customer.id} />
      <Duplicates customer={customer} />
      <Merges customer={customer} />
    </div>
  );
}

function Preferences({ customer: { id, preferences } }: { customer: Customer }) {
  const mayEdit = useMay('edit-customers');
  return (
    <div className="min-w-0">
      <Facts wide label="Customer Preferences">
        <Fact name="Email notifications">{preferences.email_notifications ? 'Enabled' : 'Disabled'}</Fact>
        <Fact name="SMS">{preferences.sms ? 'Enabled' : 'Disabled'}</Fact>
        <Fact name="Language">{languageName(preferences.language)}</Fact>
        <Fact name="Currency">{preferences.currency}</Fact>
        <Fact name="Newsletter">{preferences.newsletter ? 'Subscribed' : 'Not subscribed'}</Fact>
      </Facts>
      {mayEdit && <ResetLink key={id} id={id} />}
    </div>
  );
}

/** Each press makes a new link and ends the one before. */
export function ResetLink({ id }: { id: number }) {
  const { time_zone: timeZone } = useUser();
  const [busy, setBusy] = useState(false);

  async function send(): Promise<void> {
    const isSamePerson = rememberOwner();
    setBusy(true);
    try {
      const { sent, link, expires_at: until } = await call(sendResetLinkRoute, { params: { id: String(id) } });
      // The link is made: the button is free again while the dialog tells of it, and gets the focus back from it.
      setBusy(false);
      // Anyone who has the link can choose the password, so no other person is shown it.
      if (!isSamePerson()) return;
      const lasts = `It works once, until ${displayInstant(until, timeZone)}.`;
      if (sent) await tell({ title: 'Reset link sent', message: `A link goes to the customer by e-mail. ${lasts}` });
      else
        await tell({
          title: 'Hand this link over',
          message: (
            <>
              <p>
                It could not be sent by e-mail: the shop sends none, the customer has no address, or this page is open
                under a name that works on this computer only. {lasts}
              </p>
              <p className="mt-2 rounded-md bg-ground p-2 text-sm break-all select-all">{link}</p>
            </>
          ),
        });
    } catch (error) {
      if (!isSamePerson()) return;
      const isUnknown = isCallError(error) && error.ambiguous;
      showBanner(
        isUnknown
          ? `A reset link may have been made, and would have ended the one before. Send another. ${sentenceOf(error)}`
          : `Failed to send password reset: ${sentenceOf(error)}`,
      );
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      size="sm"
      className="mt-3"
      busy={busy}
      icon={<KeyRound aria-hidden className="size-3.5" />}
      onClick={() => void send()}
    >
      Send Reset Link
    </Button>
  );
}
