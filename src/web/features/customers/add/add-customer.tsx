import { useState } from 'react';
import type { CustomerMatch } from '#contract/customers.ts';
import { customerMatch } from '#contract/customers.ts';
import { customerName } from '#domain/customer-search.ts';
import { isEmail, REACH_SENTENCES } from '#domain/new-customer.ts';
import { readPhone } from '#domain/phone.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { contactOf } from '#web/entities/customer/customer-words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { addCustomerCommand } from '../customer-commands.ts';
import { expand } from '../list/customers-address.ts';
import { setAdding } from '../list/customers-state.ts';

const EMPTY = { username: '', email: '', phone: '', displayName: '', name: '' };
const MIN_PASSWORD = 10;

const BECAUSE: Record<CustomerMatch['because'][number], string> = {
  phone: 'same phone number',
  email: 'same email',
  licence: 'same licence number',
  name_and_birth_date: 'similar name, same birth date',
};

type Errors = Partial<Record<'email' | 'phone' | 'password', string>>;

function errorsOf({ email, phone }: typeof EMPTY, password: string): Errors {
  const errors: Errors = {};
  if (email.trim() === '' && phone.trim() === '') errors.email = REACH_SENTENCES.email_or_phone_required;
  else if (email.trim() !== '' && !isEmail(email.trim())) errors.email = REACH_SENTENCES.email_not_valid;
  if (phone.trim() !== '' && !readPhone(phone).ok) errors.phone = REACH_SENTENCES.phone_not_valid;
  if (password !== '' && password.length < MIN_PASSWORD)
    errors.password = `A password needs ${MIN_PASSWORD} characters at least.`;
  return errors;
}

/** The form for somebody new. Rule: customers/main-form. */
export function AddCustomer() {
  const [filled, setFilled] = useState(EMPTY);
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [matches, setMatches] = useState<readonly CustomerMatch[]>([]);
  const command = useCommand(addCustomerCommand, 'new', (outcome, memo) => {
    if (outcome.kind === 'done') {
      setAdding(false);
      expand(outcome.reply.data.id, true);
      return;
    }
    if (memo) setFilled(memo);
    if (outcome.kind === 'refused') {
      const { error } = outcome;
      const found = error.code === 'customer_exists' ? customerMatch.array().safeParse(error.details['matches']) : null;
      setMatches(found?.data ?? []);
      setRefused(found?.success ? null : `Failed to create customer: ${error.message}`);
      return;
    }
    if (outcome.kind === 'otherwise' || outcome.state === 'done') setAdding(false);
  });
  const isSent = command.open !== null;
  const shown = command.memo ?? filled;
  const errors = tried ? errorsOf(filled, password) : {};
  const field = (name: keyof typeof EMPTY) => ({
    value: shown[name],
    disabled: isSent,
    onChange: ({ target }: { target: { value: string } }) => {
      setMatches([]);
      setFilled({ ...filled, [name]: target.value });
    },
  });

  function create(anyway: boolean): void {
    if (isSent) return;
    setTried(true);
    setRefused(null);
    if (Object.keys(errorsOf(filled, password)).length > 0) return;
    const { username, email, phone, displayName, name } = filled;
    const called = name.trim() || displayName.trim() || username.trim();
    void command.send({
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
  }

  const hasMatches = matches.length > 0;
  return (
    <Dialog
      open
      title="Add New Customer"
      onOpenChange={(open) => !open && setAdding(false)}
      footer={
        <>
          <Button onClick={() => setAdding(false)}>{isSent ? 'Close' : 'Cancel'}</Button>
          <Button
            variant="primary"
            busy={isSent}
            disabled={filled.username.trim() === '' && !isSent}
            onClick={() => create(hasMatches)}
          >
            {isSent ? 'Creating...' : hasMatches ? 'Create anyway' : 'Create'}
          </Button>
        </>
      }
    >
      <form
        noValidate
        aria-label="Add New Customer"
        className="grid grid-cols-2 gap-3 pt-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (filled.username.trim() !== '' && !hasMatches) create(false);
        }}
      >
        <TextField
          label="Username"
          required
          maxLength={200}
          autoComplete="off"
          className="col-span-2"
          {...field('username')}
        />
        <TextField label="Email" type="email" error={errors.email} autoComplete="off" {...field('email')} />
        <TextField label="Phone" type="tel" error={errors.phone} autoComplete="off" {...field('phone')} />
        <TextField label="Display Name" maxLength={200} autoComplete="off" {...field('displayName')} />
        <TextField label="Full Name" maxLength={200} autoComplete="off" {...field('name')} />
        <TextField
          label="Password"
          required
          type="password"
          autoComplete="new-password"
          hint="Without one the account cannot sign in."
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
      {hasMatches && <Matches matches={matches} />}
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

function Matches({ matches }: { matches: readonly CustomerMatch[] }) {
  return (
    <section role="alert" aria-label="Customers like this one" className="mt-4 rounded-md bg-yellow-soft p-3 text-sm">
      <p className="font-medium">
        {matches.length === 1 ? 'Somebody like this is a customer already.' : 'Such customers are there already.'}{' '}
        Nobody was added yet.
      </p>
      <ul className="mt-2 flex flex-col gap-1.5">
        {matches.map((match) => (
          <li key={match.id} className="flex items-center gap-3">
            <span className="min-w-0 grow">
              <span className="block truncate font-medium">{customerName(match)}</span>
              <span className="block truncate text-xs text-ink-2">
                {contactOf(match)} · {match.because.map((why) => BECAUSE[why]).join(', ')}
              </span>
            </span>
            <Button
              size="sm"
              onClick={() => {
                setAdding(false);
                expand(match.id, true);
              }}
            >
              Open
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
