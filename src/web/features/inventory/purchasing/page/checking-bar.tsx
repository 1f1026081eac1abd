import type { CommandRecord } from '#web/api/commands/record.ts';
import { Checking } from '#web/entities/command/checking.tsx';

/** Shown below the head of a page whose command has no answer; hidden during the first try. */
export function CheckingBar({ what, command }: { what: string; command: CommandRecord | null }) {
  if (command?.state !== 'unknown') return null;
  return (
    <div className="px-4 py-2">
      <Checking what={what} command={command} />
    </div>
  );
}
