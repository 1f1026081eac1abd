import type { Ref } from 'react';
import type { BodySent } from '#contract/route.ts';
import type { changeStaffRoute, createStaffRoute, StaffMember } from '#contract/staff.ts';
import { isEmail } from '#domain/new-customer.ts';
import { STAFF_ROLES, type StaffRole, usernameFor } from '#domain/staff-account.ts';
import { useSession } from '#web/api/session/session.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { SaveFoot, SaveForm } from '../form/save-form.tsx';
import { FormNotices } from '../form/form-notices.tsx';
import { useLeftFields } from '../form/left-fields.ts';
import { useRecordForm } from '../form/record-form.ts';
import { changeStaffCommand, createStaffCommand, NEW_STAFF, staffSubject } from './staff-commands.ts';
import { useRoles } from './staff-queries.ts';
import { roleSentence } from './role-words.ts';
import { ADMINISTRATOR_HINT, ROLE_LABEL } from './staff-words.ts';

type StaffFields = Readonly<{
  name: string;
  username: string;
  email: string;
  role: StaffRole;
  /** '' if the account has no location. */
  location: string;
}>;

const LABELS = { name: 'Name', username: 'Username', email: 'E-mail', role: 'Role', location: 'Home location' };
const NOWHERE = '';

function fieldsOf(member: StaffMember | null, location: number | null): StaffFields {
  if (member === null) return { name: '', username: '', email: '', role: 'staff', location: String(location ?? '') };
  const { name, username, email, role, location_id: home } = member;
  return { name, username, email, role, location: String(home ?? '') };
}

function problemsOf(
  { name, username, email }: StaffFields,
  isNew: boolean,
): Partial<Record<keyof StaffFields, string>> {
  return {
    ...(name.trim() === '' && { name: 'Give a name.' }),
    ...(!isNew && username.trim() === '' && { username: 'Give a name to sign in with.' }),
    ...(email.trim() !== '' && !isEmail(email.trim()) && { email: 'This does not look like an email address.' }),
  };
}

type Sent = BodySent<typeof changeStaffRoute> & BodySent<typeof createStaffRoute>;

function wireOf({ name, username, email, role, location }: StaffFields): Sent {
  return {
    name: name.trim(),
    username: username.trim(),
    email: email.trim(),
    role,
    location_id: location === NOWHERE ? null : Number(location),
  };
}

const NO_LOCATIONS: readonly { readonly id: number; readonly name: string }[] = [];

function useLocations() {
  return useSession((session) => (session.status === 'signed-in' ? session.me.locations : NO_LOCATIONS));
}

/**
 * The account of a staff member, or a new one.
 * @param own true if it is the signed-in person's own account
 */
export function StaffForm({
  member,
  own,
  nameRef,
  homeOfNew,
  onMade,
}: {
  member: StaffMember | null;
  own: boolean;
  nameRef: Ref<HTMLInputElement>;
  homeOfNew: number | null;
  onMade: (member: StaffMember) => void;
}) {
  const locations = useLocations();
  const current = fieldsOf(member, homeOfNew);
  const isNew = member === null;
  const making = useRecordForm(createStaffCommand, NEW_STAFF, current, {
    version: 0,
    onDone: ({ data }) => onMade(data),
  });
  const changing = useRecordForm(changeStaffCommand, staffSubject(member?.id ?? 0), current, {
    version: member?.version ?? 0,
  });
  const form = isNew ? making : changing;
  const { fields, isSent, change } = form;
  const problems = problemsOf(fields, isNew);
  const { shown, watch, stops } = useLeftFields(form.isEdited, problems);
  const mayPress = form.changed.length > 0 && form.conflicts.length === 0;
  const places = [
    ...locations.map(({ id, name }) => ({ value: String(id), label: name })),
    { value: NOWHERE, label: 'None: cannot sell' },
  ];

  async function save(): Promise<void> {
    if (!mayPress || stops()) return;
    const wire = wireOf(fields);
    if (isNew) return void (await making.save(`New account: ${wire.name}`, { body: wire }));
    const changed = form.changed.map((name) => (name === 'location' ? 'location_id' : name));
    const body = Object.fromEntries(changed.map((name) => [name, wire[name]]));
    await changing.save(`Account of ${wire.name}`, {
      params: { id: String(member.id) },
      body: { ...body, version: member.version },
    });
  }

  return (
    <SaveForm label={isNew ? 'New account' : 'Account'} className="flex flex-col gap-4" watch={watch} onSave={save}>
      <div className="grid gap-4 min-[560px]:grid-cols-2">
        <TextField
          label={LABELS.name}
          name="name"
          ref={nameRef}
          value={fields.name}
          maxLength={200}
          disabled={isSent}
          error={shown.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <TextField
          label={LABELS.username}
          name="username"
          value={fields.username}
          maxLength={100}
          disabled={isSent}
          autoCapitalize="none"
          placeholder={isNew ? usernameFor(fields.name) : ''}
          hint={isNew ? 'To sign in with. Left empty, it is made from the name.' : undefined}
          error={shown.username}
          onChange={({ target }) => change({ username: target.value })}
        />
        <TextField
          label={LABELS.email}
          name="email"
          type="email"
          value={fields.email}
          maxLength={320}
          disabled={isSent}
          hint="For the link to set a password. It can be left empty."
          error={shown.email}
          onChange={({ target }) => change({ email: target.value })}
        />
        <Field label={LABELS.location} hint="Where they work after signing in.">
          {(control) => (
            <Select
              id={control.id}
              className="w-full"
              disabled={isSent}
              value={fields.location}
              options={places}
              onChange={(location) => change({ location })}
            />
          )}
        </Field>
        <Field
          label={LABELS.role}
          className="min-[560px]:col-span-2"
          hint={own ? 'Nobody changes their own role. Ask another administrator.' : <RoleHint role={fields.role} />}
        >
          {(control) => (
            <Select
              id={control.id}
              className="w-full min-[560px]:w-1/2"
              disabled={isSent || own}
              value={fields.role}
              options={STAFF_ROLES.map((value) => ({ value, label: ROLE_LABEL[value] }))}
              onChange={(role) => change({ role })}
            />
          )}
        </Field>
      </div>
      <FormNotices
        form={form}
        current={current}
        what="account"
        labels={LABELS}
        say={(name, of) =>
          name === 'role'
            ? ROLE_LABEL[of.role]
            : name === 'location'
              ? (locations.find(({ id }) => String(id) === of.location)?.name ?? 'None')
              : of[name] || 'empty'
        }
      />
      <SaveFoot form={form} maySave={mayPress}>
        {isNew ? 'Create and make a link' : 'Save'}
      </SaveFoot>
    </SaveForm>
  );
}

/** The role in a sentence, by its present permissions. */
function RoleHint({ role }: { role: StaffRole }) {
  const roles = useRoles();
  if (role === 'administrator') return ADMINISTRATOR_HINT;
  const settings = roles.data?.find((one) => one.role === role);
  // A line is kept for it while it loads.
  return settings ? roleSentence(settings) : '\u00a0';
}
