import { askNow } from '#web/api/commands/commands.ts';
import { Checking } from '#web/ui/checking.tsx';

/** Below the head of a page whose command has no answer. Nothing while the first try is under way. */
export function CheckingBar({ what, why, unknown }: { what: string; why: string; unknown: boolean }) {
  if (!unknown) return null;
  return (
    <div className="px-4 py-2">
      <Checking what={what} why={why} onCheck={askNow} />
    </div>
  );
}
