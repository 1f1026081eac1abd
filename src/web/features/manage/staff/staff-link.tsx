import { useState } from 'react';
import { sendStaffLinkRoute, type StaffMember } from '#contract/staff.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { call } from '#web/api/call/call.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { displayInstant } from '#web/ui/dates.ts';
import { tell } from '#web/ui/layers/prompts.tsx';
import { useUser } from '#web/api/session/session.ts';

/** Makes links to set a password, and shows what became of each. Every link ends the one before. */
export function useStaffLink() {
  const { time_zone: timeZone } = useUser();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);

  async function send({ id, name, username }: Pick<StaffMember, 'id' | 'name' | 'username'>): Promise<void> {
    setBusy(true);
    setFailed(null);
    try {
      const { sent, link, expires_at: until } = await call(sendStaffLinkRoute, { params: { id: String(id) } });
      fetchAgain('staff');
      const lasts = `It works once, until ${displayInstant(until, timeZone)}.`;
      await tell(
        sent
          ? { title: 'Link sent', message: `A link to set a password goes to ${name} by e-mail. ${lasts}` }
          : {
              title: `Hand this link to ${name}`,
              message: (
                <>
                  <p>
                    It could not be sent by e-mail: the shop sends none, or the account has no address. Whoever opens it
                    chooses the password of {username}. {lasts}
                  </p>
                  <p className="mt-2 rounded-md bg-ground p-2 text-sm break-all select-all">{link}</p>
                </>
              ),
            },
      );
    } catch (error) {
      setFailed(`No link was made. ${sentenceOf(error)}`);
    } finally {
      setBusy(false);
    }
  }

  return { send, busy, failed };
}
