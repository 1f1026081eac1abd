import { useState } from 'react';
import { sendStaffLinkRoute, type StaffMember } from '#contract/staff.ts';
import { isCallError, sentenceOf } from '#web/api/call/call-error.ts';
import { call } from '#web/api/call/call.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { CopiedText } from '#web/ui/controls/copied-text.tsx';
import { displayInstant } from '#web/ui/dates.ts';
import { tell } from '#web/ui/layers/prompts.tsx';
import { rememberOwner } from '#web/api/session/per-owner.ts';
import { useUser } from '#web/api/session/session.ts';

/** The state of an account's last link. */
type Made = { readonly busy: boolean; readonly failed: string | null };
const NONE: Made = { busy: false, failed: null };

/**
 * Makes links to set a password, and tells the result. Each link replaces the one before.
 * @param of the id of the account on the screen; null for a new one
 */
export function useStaffLink(of: number | null) {
  const { time_zone: timeZone } = useUser();
  // Kept by account, because the dialog may show another account by the time the answer comes.
  const [made, setMade] = useState<Readonly<Record<number, Made>>>({});

  async function send({ id, name, username }: Pick<StaffMember, 'id' | 'name' | 'username'>): Promise<void> {
    const show = (now: Made) => setMade((before) => ({ ...before, [id]: now }));
    const isSamePerson = rememberOwner();
    show({ busy: true, failed: null });
    try {
      const { sent, link, expires_at: until } = await call(sendStaffLinkRoute, { params: { id: String(id) } });
      show(NONE);
      fetchAgain('staff');
      // Anyone with the link can choose the password, so it is shown only to the person who asked for it.
      if (!isSamePerson()) return;
      const lasts = `It works once, until ${displayInstant(until, timeZone)}.`;
      await tell(
        sent || link === null
          ? { title: 'Link sent', message: `A link to set a password goes to ${name} by e-mail. ${lasts}` }
          : {
              title: `Hand this link to ${name}`,
              message: (
                <>
                  <p className="mb-2">
                    It could not be sent by e-mail: the shop sends none, the account has no address, or this page is
                    open under a name that works on this computer only. Whoever opens it chooses the password. {lasts}
                  </p>
                  <CopiedText what="link" text={link} />
                  <p className="mt-2">
                    {name} signs in with the username <b className="font-medium text-ink select-all">{username}</b> at{' '}
                    {window.location.origin}.
                  </p>
                </>
              ),
            },
      );
    } catch (error) {
      const isUnknown = isCallError(error) && error.ambiguous;
      if (isUnknown) fetchAgain('staff');
      show({
        busy: false,
        failed: isUnknown
          ? `A link may have been made, and would have ended the one before. Make another. ${sentenceOf(error)}`
          : `No link was made. ${sentenceOf(error)}`,
      });
    }
  }

  return { send, ...((of === null ? undefined : made[of]) ?? NONE) };
}
