import { useEffect, useRef } from 'react';
import { askNow, useTrouble } from '#web/api/commands/commands.ts';
import type { CommandRecord } from '#web/api/commands/record.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { Spinner } from '#web/ui/status/spinner.tsx';
import { Withdraw } from './withdraw.tsx';

/**
 * Shown in a form whose command has no answer, except during the first try. The form cannot be edited then. It may be
 * closed; the command goes on by itself.
 * @param what 'refund', for "Checking whether this refund saved"
 */
export function Checking({ what, command }: { what: string; command: CommandRecord | null }) {
  return command?.state === 'unknown' ? <Notice what={what} command={command} /> : null;
}

function Notice({ what, command }: { what: string; command: CommandRecord }) {
  const trouble = useTrouble(command);
  const told = useRef<HTMLDivElement>(null);
  // The button that was pressed is disabled by now.
  useEffect(() => handFocusOn(() => told.current), []);
  return (
    <div
      ref={told}
      role="status"
      tabIndex={-1}
      data-checking
      className="flex items-start gap-3 rounded-md bg-yellow-soft px-3 py-2.5 text-sm text-ink-2 -outline-offset-2"
    >
      <Spinner className="mt-0.5 shrink-0 text-yellow" />
      <div className="min-w-0 grow">
        <p className="font-medium text-ink">Checking whether this {what} saved</p>
        <p>
          {trouble?.sentence} It is saved on this till; we keep checking. It cannot happen twice. You can go on with
          something else meanwhile.
        </p>
      </div>
      <div className="flex shrink-0 flex-col gap-1.5">
        {trouble?.code !== 'taken_over' && <Button onClick={askNow}>Check now</Button>}
        <Withdraw command={command} />
      </div>
    </div>
  );
}
