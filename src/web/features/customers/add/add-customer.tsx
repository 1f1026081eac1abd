import { useEffect, useRef, useState } from 'react';
import type { CustomerMatch } from '#contract/customers.ts';
import { isEmail, REACH_SENTENCES } from '#domain/new-customer.ts';
import { readPhone } from '#domain/phone.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellOfOther } from '#web/entities/command/tell-outcome.ts';
import { CustomerMatches, matchesIn, mayBeOthers } from '#web/entities/customer/customer-matches.tsx';
import { refusedFields, type RefusedFields } from '#web/entities/customer/refused-field.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { focusFirstWrong } from '#web/ui/fields/first-wrong.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { addCustomerCommand } from '../customer-commands.ts';
import {
  NO_CUSTOMER,
  type NewCustomerDraft,
  isTyped,
  restoreNewCustomer,
  typeNewCustomer,
  useDrafts,
} from '../customers-drafts.ts';
import { expand } from '../list/customers-address.ts';
import { goToRow, setAdding } from '../list/customers-state.ts';

const MIN_PASSWORD = 10;

type Errors = Partial<Record<'username' | 'email' | 'phone' | 'password', string>>;

function errorsOf({ email, phone }: NewCustomerDraft, password: string): Errors {
  const errors: Errors = {};
  if (email.trim() === '' && phone.trim() === '') errors.email = REACH_SENTENCES.email_or_phone_required;
  else if (email.trim() !== '' && !isEmail(email.trim())) errors.email = REACH_SENTENCES.email_not_valid;
  if (phone.trim() !== '' && !readPhone(phone).ok) errors.phone = REACH_SENTENCES.phone_not_valid;
  if (password !== '' && password.length < MIN_PASSWORD)
    errors.password = `A password needs ${MIN_PASSWORD} characters at least.`;
  return errors;
}

function open(id: number): void {
  expand(id, true);
  goToRow(id);
}

/** The form for a new customer. Rule: customers/main-form. */
export function AddCustomer() {
  const filled = useDrafts(({ newCustomer }) => newCustomer);
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [wrong, setWrong] = useState<RefusedFields>({});
  const [matches, setMatches] = useState<readonly CustomerMatch[]>([]);
  const command = useCommand(addCustomerCommand, 'new', (outcome, memo, here) => {
    // The outcome of another window's command does not concern the text typed here.
    if (!here && !(outcome.kind === 'refused' && isTyped(memo))) return tellOfOther(outcome);
    if (outcome.kind === 'refused') {
      const found = matchesIn(outcome.error);
      const fields = refusedFields(outcome.error);
      setMatches(found ?? []);
      setWrong(fields);
      return setRefused(
        found || Object.keys(fields).length > 0 ? null : `Failed to create customer: ${outcome.error.message}`,
      );
    }
    if (outcome.kind === 'elsewhere' && outcome.state === 'refused') return memo ? restoreNewCustomer(memo) : undefined;
    setAdding(false);
    if (outcome.kind === 'done') open(outcome.reply.data.id);
  });
  const isSent = command.open !== null;
  const shown = command.memo ?? filled;
  const errors: Errors = { ...(tried && errorsOf(shown, password)), ...wrong };
  const isWrong = !isSent && Object.values(wrong).some((sentence) => sentence !== undefined);
  useEffect(() => {
    if (isWrong) focusFirstWrong(form.current);
  }, [isWrong]);
  const field = (name: keyof NewCustomerDraft) => ({
    value: shown[name],
    disabled: isSent,
    onChange: ({ target }: { target: { value: string } }) => {
      setMatches([]);
      setWrong((marked) => ({ ...marked, [name]: undefined }));
      typeNewCustomer({ ...filled, [name]: target.value });
    },
  });

  function drop(): void {
    if (!isSent) typeNewCustomer(NO_CUSTOMER);
    setAdding(false);
  }

  async function create(anyway: boolean): Promise<void> {
    if (isSent) return;
    setTried(true);
    setRefused(null);
    setWrong({});
    if (Object.keys(errorsOf(filled, password)).length > 0) return focusFirstWrong(form.current);
    const { username, email, phone, displayName, name } = filled;
    const called = name.trim() || displayName.trim() || username.trim();
    // The text goes with the command, and comes back if that is refused.
    typeNewCustomer(NO_CUSTOMER);
    const sent = await command.send({
      title: 'New customer',
      memo: filled,
      body: {
        username: username.trim(),
        name: called,
        display_name: displayName.trim() || called,
        roles: ['customer'],
        ...(email.trim() !== '' && { email: email.trim() }),
        ...(phone.trim() !== '' && { billing: { phone: phone.trim() } }),
        ...(password !== '' && { password }),
        ...(anyway && { create_anyway: true }),
      },
    });
    if (!sent) restoreNewCustomer(filled);
  }

  const hasMatches = matches.length > 0;
  const mayCreate = mayBeOthers(matches);
  return (
    <Dialog
      open
      title="Add New Customer"
      initialFocus={first}
      onOpenChange={(open) => !open && setAdding(false)}
      footer={
        <>
          <Button onClick={drop}>{isSent ? 'Close' : 'Cancel'}</Button>
          {mayCreate && (
            <Button
              variant="primary"
              busy={isSent}
              disabled={filled.username.trim() === '' && !isSent}
              onClick={() => void create(hasMatches)}
            >
              {isSent ? 'Creating...' : hasMatches ? 'Create anyway' : 'Create'}
            </Button>
          )}
        </>
      }
    >
      <form
        ref={form}
        noValidate
        aria-label="Add New Customer"
        className="grid grid-cols-2 gap-3 pt-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (filled.username.trim() !== '' && !hasMatches) void create(false);
        }}
      >
        <TextField
          ref={first}
          label="Username"
          required
          maxLength={200}
          autoComplete="off"
          error={errors.username}
          className="col-span-2"
          {...field('username')}
        />
        <TextField label="Email (optional)" type="email" error={errors.email} autoComplete="off" {...field('email')} />
        <TextField label="Phone" type="tel" error={errors.phone} autoComplete="off" {...field('phone')} />
        <TextField label="Display Name" maxLength={200} autoComplete="off" {...field('displayName')} />
        <TextField label="Full Name" maxLength={200} autoComplete="off" {...field('name')} />
        <TextField
          label="Password"
          required
          type="password"
          autoComplete="new-password"
          hint={`${MIN_PASSWORD} characters at least. The customer can set another one by a reset link.`}
          error={errors.password}
          className="col-span-2"
          value={password}
          disabled={isSent}
          onChange={({ target }) => setPassword(target.value)}
        />
        <button type="submit" hidden>
          Create
        </button>
      </form>
      {hasMatches && !isSent && (
        <div className="mt-4">
          <CustomerMatches
            matches={matches}
            size="sm"
            onUse={({ id }) => {
              drop();
              open(id);
            }}
          />
        </div>
      )}
      {refused !== null && (
        <p role="alert" className="mt-3 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink">
          {refused}
        </p>
      )}
      <div className="mt-3">
        <Checking what="customer" command={command.open} />
      </div>
    </Dialog>
  );
}
