import { ask } from '#web/ui/layers/prompts.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import type { CommandRecord } from '#web/api/commands/record.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { Problem } from '../problem.tsx';

/** The state of a transfer or conversion that was sent, or why it cannot be sent. */
export function MovingProblem({
  what,
  command,
}: {
  what: string;
  command: { readonly open: CommandRecord | null; wrong: string | null };
}) {
  if (command.open) return <Checking what={what} command={command.open} />;
  return <Problem sentence={command.wrong} />;
}

/**
 * @param ready false while there is nothing to send
 * @param onDiscard null while there is nothing to discard
 */
export function MovingButtons({
  what,
  submit,
  ready = true,
  sent,
  onClose,
  onDiscard,
}: {
  what: string;
  submit: string;
  ready?: boolean;
  sent: boolean;
  onClose: () => void;
  onDiscard: (() => void) | null;
}) {
  async function discard(): Promise<void> {
    const sure = await ask({
      title: `Discard this ${what}?`,
      message: 'Your entries will be lost. Closing the dialog keeps them.',
      confirmLabel: 'Discard',
      tone: 'danger',
    });
    if (sure) onDiscard?.();
  }
  return (
    <>
      {onDiscard && !sent && (
        <Button variant="ghost" onClick={() => void discard()}>
          Discard
        </Button>
      )}
      <Button onClick={onClose}>{sent || onDiscard ? 'Close' : 'Cancel'}</Button>
      <Button type="submit" variant="primary" busy={sent} disabled={!ready && !sent}>
        {submit}
      </Button>
    </>
  );
}
