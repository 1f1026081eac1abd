import { ClipboardCheck } from 'lucide-react';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { setWithEmpty, useAuditMode } from './audit-mode.ts';

/** Says during audit mode that presses set stock, and leads back to selling. */
export function AuditBar({ onLeave }: { onLeave: () => void }) {
  const withEmpty = useAuditMode((mode) => mode.withEmpty);
  return (
    <div
      role="group"
      aria-label="Audit mode"
      className="flex min-h-13 shrink-0 flex-wrap items-center gap-x-4 border-b border-line bg-yellow-soft px-4 py-1"
    >
      <span className="flex min-w-0 items-center gap-2 text-sm text-ink">
        <ClipboardCheck aria-hidden className="size-4.5 shrink-0 text-yellow" />
        <span>
          <span className="font-semibold">Audit mode</span>
          <span>: edit stock on the cards. Selling is off.</span>
        </span>
      </span>
      <span className="grow" />
      <Checkbox label="Show out-of-stock items" checked={withEmpty} onChange={setWithEmpty} className="min-h-touch!" />
      <Button size="touch" className="my-0.5" onClick={onLeave}>
        Back to sales
      </Button>
    </div>
  );
}
