import type { HistoryEntry } from '#contract/history.ts';
import { emit } from '#web/api/events.ts';
import { noteOf } from './stock-figure-words.ts';
import { Truncate } from '#web/ui/controls/truncate.tsx';

/**
 * The number that a movement refers to, and its note, which takes the room that is left. It links to the order, or to
 * the history.
 * @param note the note where it is not the movement's own
 * @param onLeave called before another view opens
 * @param tabStop false inside grids that move the focus themselves
 */
export function Reference({
  entry,
  note = noteOf(entry),
  onLeave,
  tabStop = true,
}: {
  entry: HistoryEntry;
  note?: string;
  onLeave?: (() => void) | undefined;
  tabStop?: boolean;
}) {
  const { reference, order_id: orderId } = entry;
  const view = orderId === null ? 'history' : 'orders';
  return (
    <span className="flex shrink-0 grow items-center gap-1.5 max-[640px]:min-w-0 max-[640px]:shrink">
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
      {note && <Truncate text={note} className="w-0 grow text-ink-3 max-[640px]:w-auto" />}
    </span>
  );
}
