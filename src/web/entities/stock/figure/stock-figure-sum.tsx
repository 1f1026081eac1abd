import { counted } from '#domain/counted.ts';
import type { HistoryEntry } from '#contract/history.ts';
import { displayChange, displayStock, sumOf } from './stock-figure-words.ts';

/**
 * The stock before the listed movements, what they add, and the resulting figure; of one kind of movement, what they add.
 * @param movements newest first
 * @param isWhole there are no older ones
 */
export function MovementSum({
  movements,
  isWhole,
  isNarrowed,
  unit = '',
}: {
  movements: readonly HistoryEntry[];
  isWhole: boolean;
  /** Only movements of one kind are listed, so that they do not lead to the figure. */
  isNarrowed: boolean;
  unit?: string | undefined;
}) {
  const before = movements.at(-1)?.old_stock ?? 0;
  const change = sumOf(movements.map(({ quantity_change }) => quantity_change));
  const after = movements[0]?.new_stock ?? 0;
  return (
    <p
      aria-label="Sum"
      className="flex grow flex-wrap items-baseline justify-end gap-x-2 gap-y-0.5 text-sm text-ink-2 tabular-nums"
    >
      {!isNarrowed && (
        <span>
          {isWhole ? 'Began with' : 'Before these'} <b className="font-semibold text-ink">{displayStock(before)}</b>
        </span>
      )}
      <span>
        {!isNarrowed && !isWhole && 'Latest '}
        {counted(movements.length, 'movement')}
        {isNarrowed && !isWhole && ' so far'} <b className="font-semibold text-ink">{displayChange(change)}</b>
      </span>
      {!isNarrowed && (
        <span>
          = <b className="text-lg font-semibold text-ink">{displayStock(after)}</b>
          {unit && ` ${unit}`}
        </span>
      )}
    </p>
  );
}
