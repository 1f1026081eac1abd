import { nameParts } from '#domain/variant-name.ts';
import { cx } from '../cx.ts';

/**
 * The name of an item on one line, or one or two. If it does not fit, its beginning is cut and its end stays, because siblings
 * differ there ("Driftline C... - Key Lime Alibi"). The whole name is shown on hover.
 */
export function LongName({
  name,
  lines = 1,
  className,
}: {
  name: string;
  lines?: 1 | 2;
  className?: string | undefined;
}) {
  const [start, end] = nameParts(name);
  const variant = end.startsWith(' - ') ? end.slice(3) : null;
  if (lines === 1) {
    return (
      <span title={name} className={cx('flex min-w-0', className)}>
        <span className="truncate">{start}</span>
        {/* Its space stays. */}
        <span className="max-w-3/4 shrink-0 overflow-hidden text-ellipsis whitespace-pre">{end}</span>
      </span>
    );
  }
  return (
    <span title={name} className={cx('flex min-w-0 flex-col', className)}>
      {variant === null ? (
        <span className="line-clamp-2">{name}</span>
      ) : (
        <>
          <span className="truncate">
            {start}
            <span className="sr-only"> - </span>
          </span>
          <span className="truncate">{variant}</span>
        </>
      )}
    </span>
  );
}
