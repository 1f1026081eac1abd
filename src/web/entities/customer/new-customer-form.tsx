import { zodResolver } from '@hookform/resolvers/zod';
import { BadgeCheck, CircleAlert, ScanLine } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { Controller, type FieldErrors, useForm, type UseFormRegister, useWatch } from 'react-hook-form';
import type { CustomerMatch } from '#contract/customers.ts';
import { US_STATES } from '#domain/us-states.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import type { CommandOutcome } from '#web/api/commands/definition.ts';
import { useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { isUnderLegalAge } from '#domain/identity/age.ts';
import { UnderageNote } from '#web/entities/identity/underage-note.tsx';
import { Checking } from '#web/entities/command/checking.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { useEscape } from '#web/ui/layers/use-escape.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { TextInput } from '#web/ui/fields/text-field.tsx';
import { recordIdCheck } from './id-check-command.ts';
import { createCustomerCommand } from './customer-command.ts';
import { CustomerMatches, matchesIn, mayBeOthers } from './customer-matches.tsx';
import { createBody, EMPTY_CUSTOMER, type NewCustomer, newCustomerRules, todayIn } from './customer-rules.ts';
import { refusedFields } from './refused-field.ts';
import { type CartCustomer, toCartCustomer } from './customer-words.ts';

/** In the order of the form. */
const FIELDS = Object.keys(EMPTY_CUSTOMER) as (keyof NewCustomer)[];

const STATE_OPTIONS = US_STATES.map(([value, name]) => ({ value, label: `${name} (${value})` }));

/**
 * The form for a new customer at the till. It keeps its contents after every failure. Rule: customers/quick-form.
 * @param onScan opens the scanner of identity cards
 * @param onCreated gets the new customer, or the same person's existing account
 * @param onKeep gets the contents when the form closes; null if it was cancelled
 */
export function NewCustomerForm({
  start,
  onKeep,
  onLeave,
  onScan,
  onCreated,
}: {
  start: NewCustomer;
  onKeep: (filled: NewCustomer | null) => void;
  onLeave: () => void;
  onScan: () => void;
  onCreated: (customer: CartCustomer, isNew: boolean) => void;
}) {
  const { time_zone: timeZone } = useUser();
  const today = todayIn(timeZone);
  const rules = useMemo(() => newCustomerRules(today), [today]);
  const form = useForm<NewCustomer>({
    defaultValues: start,
    resolver: zodResolver(rules),
    // Fields are not checked when left: a message that appears just then would move Create away from under the finger.
    mode: 'onSubmit',
    shouldFocusError: false,
  });
  const { errors } = form.formState;
  const [failure, setFailure] = useState<string | null>(null);
  const [matches, setMatches] = useState<readonly CustomerMatch[]>([]);
  const hasMatches = matches.length > 0;
  const command = useCommand(createCustomerCommand, 'new', heard);
  const sent = command.open !== null;
  const headingId = useId();
  const page = useRef<HTMLFormElement>(null);
  const failed = useRef<HTMLDivElement>(null);

  function heard(outcome: CommandOutcome<typeof createCustomerCommand.route>): void {
    if (outcome.kind === 'done') return onCreated(withAge(outcome.reply.data), true);
    if (outcome.kind === 'refused') {
      const found = matchesIn(outcome.error);
      const { email } = refusedFields(outcome.error);
      setMatches(found ?? []);
      if (email !== undefined) form.setError('email', { type: 'server', message: email });
      if (found) return handFocusOn(() => failed.current?.querySelector('button'));
      if (email !== undefined) {
        return handFocusOn(() => page.current?.querySelector('input[name=email]'));
      }
      handFocusOn(() => page.current?.querySelector('input'));
      return setFailure(`Failed to create customer: ${outcome.error.message}`);
    }
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'otherwise' || outcome.state === 'done') abandon();
  }

  /** The customer as the sale has them. It says under 21 as the form did. Rule: customers/age. */
  function withAge(entry: Parameters<typeof toCartCustomer>[0]): CartCustomer {
    const isUnderage = isUnderLegalAge(form.getValues('dateOfBirth'), today);
    return { ...toCartCustomer(entry), ...(isUnderage && { isUnderage }) };
  }

  const dropped = useRef(false);
  /** Leaves the form and discards its contents. */
  function abandon(): void {
    dropped.current = true;
    onLeave();
  }
  // Data that was sent is kept with its command, and must not come back as another new customer.
  const keep = useEffectEvent((filled: NewCustomer) => onKeep(dropped.current || sent ? null : filled));
  useEffect(() => () => keep(form.getValues()), [form]);
  const showSent = useEffectEvent(() => command.memo && form.reset(command.memo));
  const key = command.open?.key;
  useEffect(() => {
    if (key !== undefined) showSent();
  }, [key]);

  useEffect(() => {
    form.setFocus('firstName');
  }, [form]);
  useEscape(
    () => page.current,
    (event) => {
      event.stopPropagation();
      onLeave();
    },
  );
  useEffect(() => {
    if (failure !== null || hasMatches) failed.current?.scrollIntoView({ block: 'nearest' });
  }, [failure, hasMatches]);
  // Typing clears the matches: the next submit looks for them again.
  useEffect(() => {
    const typing = form.watch((_, { type }) => type === 'change' && setMatches([]));
    return () => typing.unsubscribe();
  }, [form]);

  const submit = form.handleSubmit(
    async (customer) => {
      setFailure(null);
      const body = { ...createBody(customer), ...(hasMatches && { create_anyway: true }) };
      // The title does not contain the name, because it stays with the command after the details are deleted.
      await command.send({ title: 'New customer', memo: customer, body });
    },
    (wrong) => {
      const first = FIELDS.find((name) => wrong[name]);
      if (first) form.setFocus(first);
    },
  );

  /** A browser gives no value for a date that is half typed, as for none. */
  function submitWhole(event: SubmitEvent<HTMLFormElement>): void {
    const isHalfTyped = event.currentTarget.querySelector<HTMLInputElement>('input[type=date]')?.validity.badInput;
    if (!isHalfTyped) return void submit(event);
    event.preventDefault();
    form.setError('dateOfBirth', { type: 'typed', message: 'Finish this date, or clear it.' }, { shouldFocus: true });
  }

  const [idChecked, dateOfBirth] = useWatch({ control: form.control, name: ['idChecked', 'dateOfBirth'] });
  /** Typing over a field of the card makes its data no longer the card's. */
  const byHand = { onChange: () => form.setValue('idChecked', '') };
  const line = { register: form.register, errors };
  return (
    <form
      ref={page}
      noValidate
      aria-labelledby={headingId}
      onSubmit={submitWhole}
      className="flex max-h-[calc(100dvh-5rem)] min-h-0 grow flex-col"
    >
      <div className="min-h-0 grow overflow-y-auto px-5 pt-4 pb-3">
        <div className="mb-3 flex items-start justify-between gap-3">
          <div>
            <h2 id={headingId} className="text-lg font-semibold">
              New customer
            </h2>
            <p className="text-sm text-ink-2">* Either email or phone required</p>
          </div>
          <Button size="touch" disabled={sent} icon={<ScanLine aria-hidden className="size-4" />} onClick={onScan}>
            Scan ID
          </Button>
        </div>
        <fieldset disabled={sent} className="grid grid-cols-6 gap-x-3 gap-y-3">
          <Line
            {...line}
            name="firstName"
            label={<Noted note="(required)">First name</Noted>}
            needed
            className="col-span-3"
          />
          <Line {...line} name="lastName" label="Last name" className="col-span-3" />
          <Line {...line} name="email" label={<Noted note="*">Email</Noted>} type="email" className="col-span-3" />
          <Line {...line} name="phone" label={<Noted note="*">Phone</Noted>} type="tel" className="col-span-3" />
          <Line {...line} name="address" label="Address" className="col-span-6" />
          <Line {...line} name="city" label="City" className="col-span-2" />
          <Field label="State" error={errors.state?.message} className="col-span-2">
            {(control) => (
              <Controller
                name="state"
                control={form.control}
                render={({ field }) => (
                  <Select
                    id={control.id}
                    aria-describedby={control['aria-describedby']}
                    aria-invalid={control['aria-invalid']}
                    size="touch"
                    className="w-full min-w-0!"
                    placeholder="Choose"
                    disabled={sent}
                    options={STATE_OPTIONS}
                    // "North..." would be either of two.
                    shortOf={(code) => code}
                    value={field.value || null}
                    onChange={field.onChange}
                  />
                )}
              />
            )}
          </Field>
          <Line {...line} name="zipCode" label="ZIP code" inputMode="numeric" className="col-span-2" />
          <Line
            {...line}
            name="dateOfBirth"
            label="Date of birth"
            type="date"
            options={byHand}
            className="col-span-3"
          />
          <Line {...line} name="licenseNumber" label="License number" options={byHand} className="col-span-3" />
        </fieldset>
        <UnderageNote birthDay={dateOfBirth} today={today} />
        {idChecked !== '' && (
          <p className="mt-3 flex items-center gap-2 text-sm text-ink-2">
            <BadgeCheck aria-hidden className="size-4 text-accent-ink" />
            ID checked just now
          </p>
        )}
        {command.unknown && (
          <div className="mt-4">
            <Checking what="customer" command={command.open} />
          </div>
        )}
        {hasMatches && !sent && (
          <div ref={failed} className="mt-4">
            <CustomerMatches
              matches={matches}
              size="touch"
              onUse={(match) => {
                dropped.current = true;
                const isOfCard = match.because.some((why) => why === 'licence' || why === 'name_and_birth_date');
                if (isOfCard && form.getValues('idChecked') !== '') recordIdCheck(match.id);
                // Another person may have the same phone number, but whoever shows a card is the one who buys.
                const isHere = isOfCard || form.getValues('idChecked') !== '';
                onCreated(isHere ? withAge(match) : toCartCustomer(match), false);
              }}
            />
          </div>
        )}
        {failure !== null && (
          <div
            ref={failed}
            role="alert"
            className="mt-4 flex gap-2 rounded-md bg-danger-soft px-3 py-2.5 text-base text-danger-ink"
          >
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span>{failure}</span>
          </div>
        )}
      </div>
      <div className="flex shrink-0 justify-end gap-2 border-t border-line px-5 py-3">
        <Button size="touch" onClick={sent ? onLeave : abandon}>
          {sent ? 'Close' : 'Cancel'}
        </Button>
        {mayBeOthers(matches) && (
          <Button type="submit" size="touch" variant="primary" busy={sent} className="min-w-32">
            {sent ? 'Creating...' : hasMatches ? 'Create anyway' : 'Create'}
          </Button>
        )}
      </div>
    </form>
  );
}

/** A label with a note in words. The hint uses the star for another meaning, about two fields. */
function Noted({ note, children }: { note: string; children: string }) {
  return (
    <>
      {children} <span className="text-ink-3">{note}</span>
    </>
  );
}

function Line({
  name,
  label,
  register,
  errors,
  needed,
  className,
  type = 'text',
  inputMode,
  options,
}: {
  name: keyof NewCustomer;
  label: ReactNode;
  register: UseFormRegister<NewCustomer>;
  errors: FieldErrors<NewCustomer>;
  needed?: boolean;
  className?: string;
  type?: 'text' | 'email' | 'tel' | 'date';
  inputMode?: 'numeric';
  options?: { onChange: () => void };
}) {
  return (
    <Field label={label} error={errors[name]?.message} className={className}>
      {(control) => (
        <TextInput
          {...control}
          {...register(name, options)}
          required={needed}
          size="touch"
          type={type}
          inputMode={inputMode}
        />
      )}
    </Field>
  );
}
