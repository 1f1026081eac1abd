import { useState } from 'react';
import type { RoleSettings } from '#contract/roles.ts';
import { type ChangeableRole, CHANGEABLE_ROLES, type Permission } from '#domain/permissions.ts';
import { formatMoney } from '#domain/money.ts';
import { readMoney, readWhole, typedSentence } from '#domain/typed.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { ErrorPanel } from '#web/ui/status/panels.tsx';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { FormNotices } from '../form/form-notices.tsx';
import { useRecordForm } from '../form/record-form.ts';
import { SaveFoot, SaveForm } from '../form/save-form.tsx';
import { permissionWords, ROLE_PERMISSIONS } from './role-words.ts';
import { changeRoleCommand } from './staff-commands.ts';
import { useRoles } from './staff-queries.ts';
import { ROLE_LABEL } from './staff-words.ts';

type RoleFields = Readonly<Record<Permission, boolean>> & { readonly discount: string; readonly refund: string };

const LIMITS = { discount: 'Largest discount in percent', refund: 'Largest refund in dollars' };
const LABELS = Object.fromEntries([
  ...ROLE_PERMISSIONS.map((permission) => [permission, permissionWords(permission)]),
  ...Object.entries(LIMITS),
]) as Record<keyof RoleFields, string>;

function fieldsOf({ permissions, most_discount_percent: discount, most_refund: refund }: RoleSettings): RoleFields {
  const allowed = Object.fromEntries(ROLE_PERMISSIONS.map((one) => [one, permissions.includes(one)]));
  return { ...allowed, discount: discount === null ? '' : String(discount), refund: refund ?? '' } as RoleFields;
}

function problemsOf({ discount, refund }: RoleFields): { discount?: string; refund?: string } {
  const money = readMoney(refund);
  const isWhole = readWhole(discount, { least: 0, most: 100 }).ok;
  return {
    ...(discount.trim() !== '' && !isWhole && { discount: 'Give a whole number from 0 to 100.' }),
    ...(refund.trim() !== '' && !money.ok && { refund: typedSentence(money.refused) }),
  };
}

/** The permissions of staff and managers, and their limits. Rule: sign-in/roles. */
export function RolesDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title="Roles"
      description="What staff and managers may do in this shop. Administrators may do everything. There are these three roles and no others: each person has one of them."
    >
      <Roles />
    </Dialog>
  );
}

function Roles() {
  const roles = useRoles();
  const [shown, setShown] = useState<ChangeableRole>('staff');
  if (roles.isPending) return <Skeleton className="h-80" />;
  const role = roles.data?.find((one) => one.role === shown);
  if (!role) return <ErrorPanel title="Error Loading Roles" error={roles.error} onRetry={() => roles.refetch()} />;
  return (
    <div className="flex flex-col gap-4">
      <ToggleGroup
        label="Role"
        value={shown}
        options={CHANGEABLE_ROLES.map((value) => ({ value, label: ROLE_LABEL[value] }))}
        onChange={setShown}
      />
      <RoleForm key={role.role} role={role} />
    </div>
  );
}

function RoleForm({ role }: { role: RoleSettings }) {
  const current = fieldsOf(role);
  const form = useRecordForm(changeRoleCommand, `role ${role.role}`, current, { version: role.version });
  const { fields, isSent, change } = form;
  const problems = problemsOf(fields);
  const maySave = form.changed.length > 0 && form.conflicts.length === 0 && Object.keys(problems).length === 0;

  async function save(): Promise<void> {
    if (!maySave) return;
    const refund = readMoney(fields.refund);
    await form.save(`Role ${ROLE_LABEL[role.role]}`, {
      params: { role: role.role },
      body: {
        permissions: ROLE_PERMISSIONS.filter((permission) => fields[permission]),
        most_discount_percent: fields.discount.trim() === '' ? null : Number(fields.discount),
        most_refund: refund.ok ? formatMoney(refund.value) : null,
        version: role.version,
      },
    });
  }

  return (
    <SaveForm label={ROLE_LABEL[role.role]} className="flex flex-col gap-4" onSave={save}>
      <fieldset className="field-columns-2 gap-x-6 gap-y-2" disabled={isSent}>
        <legend className="mb-2 text-sm font-medium">{ROLE_LABEL[role.role]} may</legend>
        {ROLE_PERMISSIONS.map((permission) => (
          <Checkbox
            key={permission}
            label={
              <>
                {permissionWords(permission)}
                {fields[permission] !== role.usual.includes(permission) && (
                  <span className="text-ink-3"> {fields[permission] ? '(added)' : '(taken away)'}</span>
                )}
              </>
            }
            checked={fields[permission]}
            disabled={isSent}
            onChange={(next) => change({ [permission]: next })}
          />
        ))}
      </fieldset>
      <div className="field-columns-2 gap-4">
        <TextField
          label={LIMITS.discount}
          inputMode="numeric"
          value={fields.discount}
          disabled={isSent}
          hint="Off one line. Empty for any."
          error={problems.discount}
          onChange={({ target }) => change({ discount: target.value })}
        />
        <TextField
          label={LIMITS.refund}
          inputMode="decimal"
          value={fields.refund}
          disabled={isSent}
          hint="Of one order, in all its refunds. Empty for any."
          error={problems.refund}
          onChange={({ target }) => change({ refund: target.value })}
        />
      </div>
      <p className="text-sm text-ink-2">
        For a price, a sale beyond stock, a refund or a deletion beyond this, the till asks for the PIN of somebody who
        may.
      </p>
      <FormNotices
        form={form}
        current={current}
        what="role"
        labels={LABELS}
        say={(name, of) => {
          const value = of[name];
          if (typeof value === 'boolean') return value ? 'yes' : 'no';
          return value || 'any';
        }}
      />
      <SaveFoot form={form} maySave={maySave}>
        Save
      </SaveFoot>
    </SaveForm>
  );
}
