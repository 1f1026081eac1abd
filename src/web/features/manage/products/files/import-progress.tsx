import { useEffect, useState } from 'react';
import { cancelProductImportRoute } from '#contract/catalogue-files.ts';
import type { ImportEvent } from '#contract/live.ts';
import { IMPORT_PHASES } from '#domain/import-phases.ts';
import { call } from '#web/api/call/call.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import type { CommandRecord } from '#web/api/commands/record.ts';
import { onLiveEvent } from '#web/api/queries/live.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toast } from '#web/ui/status/toast.tsx';

const figure = (count: number): string => count.toLocaleString('en-US');

/** Shows how far the server is with an import, and cancels it. The import's own answer tells whether it was in time. */
export function ImportProgress({ command: { key } }: { command: CommandRecord }) {
  const [at, setAt] = useState<ImportEvent | null>(null);
  const [isCancelling, setCancelling] = useState(false);
  useEffect(
    () =>
      onLiveEvent((event) => {
        if (event.type !== 'import' || event.key !== key) return false;
        setAt(event);
        return true;
      }),
    [key],
  );

  async function cancel(): Promise<void> {
    setCancelling(true);
    try {
      await call(cancelProductImportRoute, { body: { key } });
    } catch (error) {
      setCancelling(false);
      toast.error(sentenceOf(error));
    }
  }

  const words = at ? IMPORT_PHASES[at.phase] : 'Waiting for the server';
  // A phase without items has no share that could be said.
  const counted = at && at.total > 1 ? at : null;
  const count = counted ? `: ${figure(counted.done)} of ${figure(counted.total)}` : '';
  return (
    <div className="mb-3 flex items-center gap-4 text-sm">
      <div className="min-w-0 grow">
        <div
          role="progressbar"
          aria-label="Progress of the import"
          aria-valuemin={0}
          aria-valuemax={counted?.total}
          aria-valuenow={counted?.done}
          aria-valuetext={words + count}
          className="h-1.5 overflow-hidden rounded-full bg-line"
        >
          <div
            className="h-full rounded-full bg-accent transition-[width]"
            style={{ width: `${counted ? (100 * counted.done) / counted.total : 0}%` }}
          />
        </div>
        <p className="mt-1.5 text-ink-2 tabular-nums">
          {/* A screen reader says each phase. It reads the figures where it is asked to. */}
          <span role="status">{words}</span>
          {count}
        </p>
      </div>
      <Button busy={isCancelling} onClick={() => void cancel()}>
        {isCancelling ? 'Cancelling...' : 'Cancel import'}
      </Button>
    </div>
  );
}
