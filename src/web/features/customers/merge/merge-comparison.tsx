import { ArrowLeftRight } from 'lucide-react';
import { MERGE_UNDO_DAYS } from '#contract/customer-merges.ts';
import { customerName } from '#domain/customer-search.ts';
import { useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import type { MergePreview } from './merge-queries.ts';
import { isLeftOut, mergeLines, movedWords, notReadableWords } from './merge-words.ts';

const HEAD = 'py-1.5 pr-3 text-left text-xs font-medium text-ink-3';

/** Shows both accounts side by side, with the result. */
export function MergeComparison({
  preview,
  disabled,
  busy,
  onSwap,
}: {
  preview: MergePreview;
  disabled: boolean;
  /** The swapped preview is still loading. */
  busy: boolean;
  onSwap: () => void;
}) {
  const { time_zone: timeZone } = useUser();
  const { kept, merged } = preview;
  const lines = mergeLines(preview, timeZone);
  const notReadable = notReadableWords(preview.not_readable, merged.id);
  const hasLeftOut = lines.some(isLeftOut);
  return (
    <div aria-busy={busy} className={cx('text-sm', busy && 'opacity-60')}>
      <table className="w-full table-fixed">
        <thead>
          <tr className="border-b border-line align-bottom">
            <th scope="col" className="w-30">
              <span className="sr-only">What</span>
            </th>
            <th scope="col" className={HEAD}>
              Kept
              <span className="block truncate text-sm text-ink">
                {customerName(kept)} <span className="text-ink-3">#{kept.id}</span>
              </span>
            </th>
            <th scope="col" className={HEAD}>
              Merged into it
              <span className="block truncate text-sm text-ink">
                {customerName(merged)} <span className="text-ink-3">#{merged.id}</span>
              </span>
            </th>
            <th scope="col" className={HEAD}>
              Afterwards
              <span className="block truncate text-sm text-ink">#{kept.id}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.name} className="border-b border-line align-top">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal text-ink-3">
                {line.name}
              </th>
              <Cell text={line.kept} />
              <Cell text={line.merged} leftOut={isLeftOut(line)} />
              <Cell text={line.result} strong={line.result !== line.kept} />
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-3 flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-0 grow basis-80 text-ink-2">
          Moved to #{kept.id}: {movedWords(preview)}. {hasLeftOut && 'Struck-through values are not kept. '}
          The merge can be undone for {MERGE_UNDO_DAYS} days.
          {notReadable !== '' && <span className="mt-1 block text-yellow">{notReadable}</span>}
        </p>
        <Button
          size="sm"
          disabled={disabled}
          busy={busy}
          icon={<ArrowLeftRight aria-hidden className="size-3.5" />}
          onClick={onSwap}
        >
          Keep #{merged.id} instead
        </Button>
      </div>
    </div>
  );
}

function Cell({ text, leftOut = false, strong = false }: { text: string; leftOut?: boolean; strong?: boolean }) {
  return (
    <td className={cx('py-1.5 pr-3 wrap-anywhere', strong ? 'font-medium text-accent-ink' : 'text-ink')}>
      {text === '' ? (
        <span className="text-ink-3">None</span>
      ) : leftOut ? (
        <>
          <del className="text-ink-3">{text}</del>
          <span className="sr-only">, not kept</span>
        </>
      ) : (
        text
      )}
    </td>
  );
}
