import { switchPersonRoute } from '#contract/pins.ts';
import { isCallError } from '#web/api/call/call-error.ts';
import { pause } from '#web/api/call/retry.ts';
import { call } from '#web/api/call/call.ts';
import { recheckSession, useUser } from '#web/api/session/session.ts';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { PersonAndPin } from './person-and-pin.tsx';

const ASK_AGAIN_MS = 1000;

/** Lets somebody else take over this till by name and PIN. Each person finds their own cart. Rule: sign-in/pins. */
export function SwitchPerson({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { name } = useUser();

  async function take(id: number, pin: string): Promise<void> {
    try {
      await call(switchPersonRoute, { body: { user_id: id, pin } });
    } catch (error) {
      // The switch may have happened. The server knows who is signed in.
      if (isCallError(error) && error.ambiguous) void recheckSession();
      throw error;
    }
    while (!(await recheckSession())) await pause(ASK_AGAIN_MS, undefined);
    onOpenChange(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title="Switch person"
      description={`${name} works here now.`}
    >
      <PersonAndPin
        confirmLabel="Take over"
        nobody={{
          title: 'Nobody else has a PIN here',
          hint: 'Each person sets their own in Settings, once, with their password.',
        }}
        onPin={take}
      />
    </Dialog>
  );
}
