import { approveRoute } from '#contract/pins.ts';
import { call } from '#web/api/call/call.ts';
import { PersonAndPin } from '#web/features/settings/person-and-pin.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { answerApproval, type WaitingApproval } from './approval.ts';

const LONGEST_TITLE = 200;

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** A manager approves at the till, by PIN, what the person may not do alone. Rule: sign-in/approvals. */
export function ApprovalDialog({ waiting }: { waiting: WaitingApproval }) {
  const { key, title, needs } = waiting;

  async function approve(id: number, pin: string): Promise<void> {
    await call(approveRoute, {
      body: { user_id: id, pin, key, title: title.slice(0, LONGEST_TITLE), needs: needs.map((need) => ({ ...need })) },
    });
    answerApproval(waiting, true);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) answerApproval(waiting, false);
      }}
      size="sm"
      title="A manager approves here"
      description={title}
    >
      <ul
        aria-label="To be approved"
        className="mb-4 flex flex-col gap-1 rounded-md border border-line px-3 py-2 text-base"
      >
        {needs.map(({ permission, reason }) => (
          <li key={permission}>{sentence(reason)}</li>
        ))}
      </ul>
      <PersonAndPin
        confirmLabel="Approve"
        only={({ approves }) => needs.every(({ permission }) => approves.includes(permission))}
        nobody={{
          title: 'Nobody here can approve this by PIN',
          hint: 'A manager sets a PIN in Settings, once, with their password.',
        }}
        onPin={approve}
      />
    </Dialog>
  );
}
