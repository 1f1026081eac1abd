import { KeyRound } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import type { StaffMember } from '#contract/staff.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useUser } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { displayInstant } from '#web/ui/dates.ts';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { ask } from '#web/ui/layers/prompts.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { rowButton } from '../list/manage-table.tsx';
import { removePinCommand, staffStatusCommand, staffSubject } from './staff-commands.ts';
import { StaffForm } from './staff-form.tsx';
import { useStaffLink } from './staff-link.tsx';
import { StaffSessions } from './staff-sessions.tsx';

/** One account with all its actions; `null` is a new one. */
export function StaffDialog({
  member,
  open,
  onClose,
  onMade,
}: {
  member: StaffMember | null;
  open: boolean;
  onClose: () => void;
  onMade: (member: StaffMember) => void;
}) {
  const user = useUser();
  const link = useStaffLink(member?.id ?? null);
  const own = member?.id === user.id;
  const name = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={(on) => !on && onClose()}
      size="lg"
      initialFocus={name}
      focusAfter={() => (member ? rowButton(member.id) : null)}
      title={member?.name ?? 'Add staff'}
      description={member ? `${member.username}${own ? ', your own account' : ''}` : 'They choose their own password.'}
    >
      <div key={member?.id ?? 'new'} className="flex flex-col gap-6 pt-1">
        <StaffForm
          member={member}
          own={own}
          nameRef={name}
          homeOfNew={user.location_id}
          onMade={(made) => {
            onMade(made);
            void link.send(made);
          }}
        />
        {link.failed !== null && (
          <p role="alert" className="text-sm text-danger-ink">
            {link.failed}
          </p>
        )}
        {member && (
          <>
            <Part title="Signing in">
              <SigningIn member={member} own={own} link={link} />
            </Part>
            <Part title="Sessions">
              <StaffSessions member={member} />
            </Part>
          </>
        )}
      </div>
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 text-base font-medium">
        {title}
      </h3>
      {children}
    </section>
  );
}

function SigningIn({
  member,
  own,
  link,
}: {
  member: StaffMember;
  own: boolean;
  link: ReturnType<typeof useStaffLink>;
}) {
  const { time_zone: timeZone } = useUser();
  const { id, name, status, version, has_password: hasPassword } = member;
  const command = useCommand(staffStatusCommand, staffSubject(id, 'status'), (outcome) => {
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'refused') toast.error(outcome.error.message);
  });

  const pin = useCommand(removePinCommand, staffSubject(id, 'pin'), (outcome) => {
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'refused') toast.error(outcome.error.message);
  });

  async function setStatus(next: 'active' | 'disabled'): Promise<void> {
    const isSure =
      next === 'active' ||
      (await ask({
        title: `Disable ${name}?`,
        message: 'They are signed out everywhere at once and cannot sign in. What they sold stays in their name.',
        confirmLabel: 'Disable',
        tone: 'danger',
      }));
    if (!isSure) return;
    const title = `${next === 'disabled' ? 'Disable' : 'Enable'} ${name}`;
    await command.send({ title, memo: null, params: { id: String(id) }, body: { status: next, version } });
  }

  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-ink-2">{signInWords(member, timeZone)}</p>
      <div className="flex flex-wrap gap-2">
        {status === 'active' && (
          <Button
            busy={link.busy}
            icon={<KeyRound aria-hidden className="size-4 text-ink-3" />}
            onClick={() => void link.send(member)}
          >
            {hasPassword ? 'Make a reset link' : 'Make an invitation link'}
          </Button>
        )}
        {member.has_pin && (
          <Button
            busy={pin.open !== null}
            onClick={() =>
              void pin.send({ title: `Remove the PIN of ${name}`, memo: null, params: { id: String(id) } })
            }
          >
            Remove PIN
          </Button>
        )}
        {!own &&
          (status === 'active' ? (
            <Button busy={command.open !== null} onClick={() => void setStatus('disabled')}>
              Disable account
            </Button>
          ) : (
            <Button busy={command.open !== null} onClick={() => void setStatus('active')}>
              Enable account
            </Button>
          ))}
      </div>
      <Checking what="change" command={command.open ?? pin.open} />
    </div>
  );
}

function signInWords(member: StaffMember, timeZone: string): string {
  const { status, has_password: hasPassword, invited_until: until, last_sign_in_at: last } = member;
  const signedIn = last === null ? 'Never signed in.' : `Last signed in ${displayInstant(last, timeZone)}.`;
  if (status === 'disabled') return `The account is disabled. ${signedIn}`;
  if (until !== null)
    return `${signedIn} A link to set ${hasPassword ? 'a new' : 'the first'} password is open until ${displayInstant(until, timeZone)}.`;
  return hasPassword ? signedIn : `${signedIn} There is no password yet, and no open link to set one.`;
}
