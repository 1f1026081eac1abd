import type { HistoryEntry } from '#contract/history.ts';
import { emit } from '#web/api/events.ts';
import { noteOf } from './stock-figure-words.ts';
import { Truncate } from '#web/ui/controls/truncate.tsx';

/**
 * The number that a movement refers to, and its note. It links to the order, or to the history.
 * @param onLeave called before another view opens
 * @param tabStop false inside grids that move the focus themselves
 */
export function Reference({
  entry,
  onLeave,
  tabStop = true,
}: {
  entry: HistoryEntry;
  onLeave?: (() => void) | undefined;
  tabStop?: boolean;
}) {
  const { reference, order_id: orderId } = entry;
  const note = noteOf(entry);
  const view = orderId === null ? 'history' : 'orders';
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {reference !== null && (
        <button
          type="button"
          tabIndex={tabStop ? undefined : -1}
          aria-label={orderId === null ? `Show ${reference} in the history` : `Show order ${reference}`}
          onClick={(event) => {
            event.stopPropagation();
            onLeave?.();
            emit('showInView', { view, search: reference });
          }}
          className="h-6 shrink-0 rounded-sm text-accent-ink underline-offset-4 hover:underline"
        >
          {reference}
        </button>
      )}
      {note && <Truncate text={note} className="text-ink-3" />}
    </span>
  );
}
