import { Truncate } from '#web/ui/controls/truncate.tsx';
import { cx } from '#web/ui/cx.ts';
import { type Progress as OrderProgress, percentReceived, progressWords } from '../order-words.ts';

/** The share of an order that has arrived, in figures and as a bar. */
export function Progress({
  progress,
  isCancelled,
  className,
}: {
  progress: readonly OrderProgress[];
  isCancelled: boolean;
  className?: string;
}) {
  const percent = percentReceived(progress);
  return (
    <span className={cx('flex min-w-0 items-center gap-2', className)}>
      <span aria-hidden className="h-1.5 w-16 max-[1100px]:w-8 shrink-0 overflow-hidden rounded-full bg-press">
        <span
          className={cx('block h-full rounded-full', isCancelled ? 'bg-ink-3' : 'bg-accent')}
          style={{ width: `${percent}%` }}
        />
      </span>
      <Truncate text={progressWords(progress)} className="text-ink-2 tabular-nums" />
    </span>
  );
}
