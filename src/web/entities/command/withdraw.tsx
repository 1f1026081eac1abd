import { useState } from 'react';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { commands, ownerNow, useTrouble } from '#web/api/commands/commands.ts';
import { type CommandRecord, isOwnedBy } from '#web/api/commands/record.ts';
import { Button, type ButtonSize } from '#web/ui/controls/button.tsx';
import { ask } from '#web/ui/layers/prompts.tsx';
import { toast } from '#web/ui/status/toast.tsx';

/**
 * Withdraws a command that gets no answer, after a confirmation. The outcome of one's own command is shown by its form
 * or view.
 */
export async function withdraw(command: CommandRecord): Promise<void> {
  const { key, title } = command;
  const isSure = await ask({
    title: 'Withdraw it?',
    message: `${title}: it is not known whether this was saved. If it was, withdrawing changes nothing, and you are told. If not, it will never be saved: give back what was taken or handed over.`,
    confirmLabel: 'Withdraw',
    cancelLabel: 'Keep checking',
    tone: 'danger',
  });
  if (!isSure) return;
  try {
    const end = await commands.withdraw(key);
    if (isOwnedBy(command, ownerNow())) return;
    if (end === 'withdrawn') toast.info(`${title} is withdrawn. Nothing was saved.`);
    if (end === 'partly')
      toast.info(`${title} is withdrawn, but a part of it was saved before. Look at what is saved.`);
    if (end === 'cannot tell') toast.info(`${title} is withdrawn. Nobody can tell whether it was saved before.`);
    if (end === 'happened') toast.success(`${title} is saved.`);
  } catch (error) {
    toast.error(`${title} was not withdrawn. ${sentenceOf(error)}`);
  }
}

/** Offered when the server keeps answering without being able to say what became of the command. */
export function Withdraw({ command, size }: { command: CommandRecord | null; size?: ButtonSize }) {
  const trouble = useTrouble(command);
  const [busy, setBusy] = useState(false);
  if (command === null || trouble?.stuck !== true) return null;
  return (
    <Button
      size={size}
      variant="ghost"
      busy={busy}
      onClick={() => {
        setBusy(true);
        void withdraw(command).finally(() => setBusy(false));
      }}
    >
      Withdraw
    </Button>
  );
}
