import { Search, ShieldCheck, UserPlus, UsersRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { StaffMember } from '#contract/staff.ts';
import { managedView } from '#contract/pages.ts';
import { MAX_SEARCH_LENGTH } from '#contract/wire.ts';
import { foldedWords, hasWords } from '#domain/fold.ts';
import { addressed } from '#web/api/address/address.ts';
import { words } from '#web/api/address/params.ts';
import { useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { displayInstant } from '#web/ui/dates.ts';
import { TextInput } from '#web/ui/fields/text-field.tsx';
import { Badge } from '#web/ui/status/badge.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { ManageTable, type TableColumn } from '../list/manage-table.tsx';
import { NEW_RECORD, openRecord, useOpenRecord } from '../page-search.ts';
import { RolesDialog } from './roles-dialog.tsx';
import { StaffDialog } from './staff-dialog.tsx';
import { useStaff } from './staff-queries.ts';
import { accountState, ROLE_LABEL } from './staff-words.ts';

const address = addressed<{ typed: string; record: string | null }>(managedView('staff'), {
  typed: words('q', MAX_SEARCH_LENGTH),
  record: openRecord('person'),
});

function columnsFor(timeZone: string, ownId: number): [TableColumn<StaffMember>, ...TableColumn<StaffMember>[]] {
  return [
    {
      title: 'Name',
      width: 145,
      grow: 2,
      cell: ({ name, id }) => (id === ownId ? `${name} (you)` : name),
    },
    { title: 'Username', width: 100, grow: 1, cell: ({ username }) => username },
    { title: 'Role', phone: '2-left', width: 106, cell: ({ role }) => ROLE_LABEL[role] },
    { title: 'Home location', width: 112, grow: 1, cell: ({ location }) => location ?? 'None' },
    {
      title: 'Last sign-in',
      phone: '2-right',
      width: 178,
      cell: ({ last_sign_in_at: at }) => (at === null ? 'Never' : displayInstant(at, timeZone)),
    },
    {
      title: 'Account',
      phone: '1-right',
      width: 118,
      cell: (member) => {
        const { tone, label } = accountState(member);
        return <Badge tone={tone}>{label}</Badge>;
      },
    },
  ];
}

function matching(staff: readonly StaffMember[], typed: string): readonly StaffMember[] {
  const words = foldedWords(typed);
  return staff.filter(({ name, username, email, location, role }) =>
    hasWords([name, username, email, location ?? '', ROLE_LABEL[role]].join(' '), words),
  );
}

/** The staff and their accounts. Rule: sign-in/staff-accounts. */
export function StaffPage() {
  const { id: ownId, time_zone: timeZone } = useUser();
  const staff = useStaff();
  const { typed } = address.use();
  const record = useOpenRecord(address);
  const [rolesOpen, setRolesOpen] = useState(false);
  const columns = useMemo(() => columnsFor(timeZone, ownId), [timeZone, ownId]);
  if (staff.isPending) return <LoadingPanel label="Loading Staff..." />;
  if (!staff.data)
    return <ErrorPanel title="Error Loading Staff" error={staff.error} onRetry={() => staff.refetch()} />;
  const rows = matching(staff.data, typed);
  const shown = staff.data.find(({ id }) => String(id) === record.shown) ?? null;
  return (
    <>
      <div className="flex items-center gap-2 px-6 pb-3 max-[640px]:flex-wrap max-[640px]:px-4">
        <TextInput
          aria-label="Search staff"
          placeholder="Search"
          value={typed}
          leading={<Search aria-hidden className="size-4" />}
          onChange={({ target }) => address.change({ typed: target.value }, 'later')}
          className="w-64"
        />
        <span role="status" className="grow text-sm text-ink-3 tabular-nums">
          {rows.length} of {staff.data.length}
        </span>
        <Button icon={<ShieldCheck aria-hidden className="size-4" />} onClick={() => setRolesOpen(true)}>
          Roles
        </Button>
        <Button
          variant="primary"
          icon={<UserPlus aria-hidden className="size-4" />}
          onClick={() => record.open(NEW_RECORD)}
        >
          Add staff
        </Button>
      </div>
      {rows.length === 0 ? (
        <EmptyPanel icon={<UsersRound aria-hidden />} title="Nobody found" hint={`No account matches "${typed}".`} />
      ) : (
        <ManageTable
          label="Staff"
          rows={rows}
          columns={columns}
          listKey={typed}
          openId={record.asked === undefined ? null : (shown?.id ?? null)}
          onOpen={({ id }) => record.open(id)}
        />
      )}
      <RolesDialog open={rolesOpen} onOpenChange={setRolesOpen} />
      <StaffDialog
        member={shown}
        open={record.asked === NEW_RECORD || (record.asked !== undefined && shown !== null)}
        onClose={record.close}
        onMade={({ id }) => record.open(id)}
      />
    </>
  );
}
