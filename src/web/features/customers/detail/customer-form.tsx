import { Copy } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { US_STATES } from '#domain/us-states.ts';
import { newUuid } from '#web/api/call/new-uuid.ts';
import { useCommand, useCommands } from '#web/api/commands/commands.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { FLAG_LABEL } from '#web/entities/customer/customer-words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { focusFirstWrong } from '#web/ui/fields/first-wrong.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ask } from '#web/ui/layers/prompts.tsx';
import { useEscape } from '#web/ui/layers/use-escape.ts';
import { changeCustomerCommand, customerSubject } from '../customer-commands.ts';
import { edit, type Editing, showBanner } from '../list/customers-state.ts';
import {
  changesOf,
  type CustomerDraft,
  type DraftAddress,
  type DraftErrors,
  errorsOf,
  isChanged,
} from './customer-draft.ts';
import { languageName, languagesWith } from './languages.ts';
import { sentFormOf } from './sent-form.ts';
import { GroupsField } from './groups-field.tsx';

const STATES = [
  { value: 'none', label: 'None' },
  ...US_STATES.map(([value, name]) => ({ value: `=${value}`, label: name })),
];

/** The details of a customer as a form, saved as a whole or not at all. Rule: customers/one-save. */
export function CustomerForm({ id, editing }: { id: number; editing: Editing }) {
  const { seen, draft, meanwhile, refused } = editing;
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // The command itself settles the form, which may be closed by then.
  const command = useCommand(changeCustomerCommand, customerSubject(id), () => {});
  const isSent = command.open !== null;
  useSettledElsewhere(id, editing, isSent);
  const errors: DraftErrors = { ...(tried && errorsOf(seen, draft)), ...refused };
  const change = (part: Partial<CustomerDraft>) => edit(id, { ...editing, draft: { ...draft, ...part } });

  useEffect(() => form.current?.querySelector('input')?.focus({ preventScroll: true }), []);
  const isRefused = !isSent && refused?.email !== undefined;
  useEffect(() => {
    if (isRefused) focusFirstWrong(form.current);
  }, [isRefused]);
  useEscape(
    () => form.current,
    () => void leave(),
  );

  async function leave(): Promise<void> {
    if (isSent) return;
    const isLost = isChanged(seen, draft);
    const yes =
      !isLost ||
      (await ask({
        title: 'Discard changes',
        message: 'Your changes here are not saved.',
        confirmLabel: 'Discard',
        cancelLabel: 'Keep editing',
        tone: 'danger',
      }));
    if (yes) edit(id, null);
  }

  async function save(): Promise<void> {
    if (isSent) return;
    setTried(true);
    if (Object.keys(errorsOf(seen, draft)).length > 0) return focusFirstWrong(form.current);
    if (!isChanged(seen, draft)) return edit(id, null);
    showBanner(null);
    const key = newUuid();
    edit(id, { ...editing, sentKey: key, refused: {} });
    const sent = await command.send({
      key,
      title: `Changes of customer #${id}`,
      memo: sentFormOf(editing),
      params: { id: String(id) },
      body: changesOf(seen, draft),
    });
    if (!sent) showBanner('Failed to save customer: nothing was sent. Save again.');
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Edit customer"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {meanwhile.length > 0 && (
        <p role="alert" className="mb-3 rounded-md bg-yellow-soft px-3 py-2 text-yellow">
          Nothing was saved: somebody else changed {meanwhile.join(', ')} meanwhile. What you did not touch is as they
          left it, what you changed is as you want it. Look at it and save again.
        </p>
      )}
      <fieldset disabled={isSent} className="grid gap-x-8 gap-y-5 min-[760px]:grid-cols-2 min-[1180px]:grid-cols-3">
        <Part title="Contact Information">
          <TextField
            label="Email"
            type="email"
            value={draft.email}
            error={errors.email}
            onChange={({ target }) => edit(id, { ...editing, refused: {}, draft: { ...draft, email: target.value } })}
          />
          <TextField
            label="Phone"
            type="tel"
            value={draft.phone}
            error={errors.phone}
            onChange={({ target }) => change({ phone: target.value })}
          />
          <Field label="Flag">
            {(control) => (
              <Select
                id={control.id}
                className="w-full"
                disabled={isSent}
                value={draft.flagKind}
                options={[
                  { value: 'none', label: 'None' },
                  { value: 'banned', label: FLAG_LABEL.banned },
                  { value: 'check_id', label: FLAG_LABEL.check_id },
                  { value: 'note', label: FLAG_LABEL.note },
                ]}
                onChange={(flagKind) => change({ flagKind })}
              />
            )}
          </Field>
          {draft.flagKind !== 'none' && (
            <TextField
              label="What staff should know"
              maxLength={200}
              value={draft.flagText}
              onChange={({ target }) => change({ flagText: target.value })}
            />
          )}
          <GroupsField groups={draft.groups} disabled={isSent} onChange={(groups) => change({ groups })} />
        </Part>
        <Part title="Account Details">
          <p className="text-ink-2">
            Username <span className="text-ink">{seen.username}</span> · Customer ID{' '}
            <span className="text-ink">{id}</span>
          </p>
          <TextField
            label="Display name"
            maxLength={200}
            value={draft.display_name}
            onChange={({ target }) => change({ display_name: target.value })}
          />
          <TextField
            label="Full name"
            maxLength={200}
            value={draft.name}
            onChange={({ target }) => change({ name: target.value })}
          />
          <TextField
            label="Password"
            type="password"
            autoComplete="new-password"
            placeholder="Leave empty to keep current"
            value={draft.password}
            error={errors.password}
            onChange={({ target }) => change({ password: target.value })}
          />
        </Part>
        <Part title="Customer Preferences">
          <Checkbox
            label="Email notifications"
            checked={draft.email_notifications}
            onChange={(on) => change({ email_notifications: on })}
          />
          <Checkbox label="SMS" checked={draft.sms} onChange={(sms) => change({ sms })} />
          <Checkbox label="Newsletter" checked={draft.newsletter} onChange={(on) => change({ newsletter: on })} />
          <Field label="Language">
            {(control) => (
              <Select
                id={control.id}
                className="w-full"
                disabled={isSent}
                value={draft.language}
                options={languagesWith(seen.preferences.language).map((value) => ({
                  value,
                  label: languageName(value),
                }))}
                onChange={(language) => change({ language })}
              />
            )}
          </Field>
          <p className="text-ink-2">
            Currency <span className="text-ink">{seen.preferences.currency}</span>
          </p>
        </Part>
        <AddressPart
          title="Billing Address"
          address={draft.billing}
          disabled={isSent}
          zipError={errors.billingZip}
          onChange={(billing) => change({ billing })}
        />
        <AddressPart
          title="Shipping Address"
          address={draft.shipping}
          disabled={isSent}
          zipError={errors.shippingZip}
          onChange={(shipping) => change({ shipping })}
          action={
            <Button
              size="sm"
              variant="ghost"
              disabled={isSent}
              icon={<Copy aria-hidden className="size-3.5" />}
              onClick={() => change({ shipping: draft.billing })}
            >
              Copy from Billing
            </Button>
          }
        />
      </fieldset>
      <div className="sticky bottom-0 z-1 mt-4 flex flex-col gap-3 border-t border-line bg-panel py-3">
        <Checking what="customer" command={command.open} />
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={isSent}>
            {isSent ? 'Saving...' : 'Save'}
          </Button>
          <Button disabled={isSent} onClick={() => void leave()}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  );
}

/**
 * Settles the form if another window of this browser received the answer, because that window only marks the command.
 */
function useSettledElsewhere(id: number, editing: Editing, isSent: boolean): void {
  const { sentKey } = editing;
  const isDone = useCommands(({ records }) => sentKey !== null && records.get(sentKey)?.state === 'done');
  const settle = useEffectEvent(() => edit(id, isDone ? null : { ...editing, sentKey: null }));
  useEffect(() => {
    if (sentKey !== null && !isSent) settle();
  }, [sentKey, isSent]);
}

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h3 className="text-xs font-medium text-ink-3">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}

function AddressPart({
  title,
  address,
  disabled,
  zipError,
  onChange,
  action,
}: {
  title: string;
  address: DraftAddress;
  disabled: boolean;
  zipError: string | undefined;
  onChange: (address: DraftAddress) => void;
  action?: ReactNode;
}) {
  const line = (part: keyof DraftAddress, label: string, maxLength: number) => (
    <TextField
      label={label}
      maxLength={maxLength}
      value={address[part]}
      error={part === 'postcode' ? zipError : undefined}
      onChange={({ target }) => onChange({ ...address, [part]: target.value })}
    />
  );
  // A state that is not in the list stays until another one is chosen.
  const isKnown = address.state === '' || US_STATES.some(([code]) => code === address.state);
  const states = isKnown ? STATES : [...STATES, { value: `=${address.state}`, label: address.state }];
  return (
    <Part title={title} action={action}>
      <div className="grid grid-cols-2 gap-3">
        {line('first_name', 'First name', 100)}
        {line('last_name', 'Last name', 100)}
      </div>
      {line('address_1', 'Street', 200)}
      {line('address_2', 'Apt / suite', 200)}
      {line('city', 'City', 100)}
      <div className="grid grid-cols-2 gap-3">
        <Field label="State">
          {(control) => (
            <Select
              id={control.id}
              className="w-full min-w-0!"
              disabled={disabled}
              value={address.state === '' ? 'none' : `=${address.state}`}
              options={states}
              onChange={(value) => onChange({ ...address, state: value === 'none' ? '' : value.slice(1) })}
            />
          )}
        </Field>
        {line('postcode', 'ZIP code', 20)}
      </div>
    </Part>
  );
}
