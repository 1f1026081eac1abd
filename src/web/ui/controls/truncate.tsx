import { cx } from '../cx.ts';
import { Tooltip } from '../layers/tooltip.tsx';

/** One or two lines of text, cut with an ellipsis. A cut text is shown whole on hover. */
export function Truncate({ text, lines = 1, className }: { text: string; lines?: 1 | 2; className?: string }) {
  return (
    <Tooltip label={text} onlyWhenClipped>
      <span className={cx('min-w-0', lines === 1 ? 'block truncate' : 'line-clamp-2', className)}>{text}</span>
    </Tooltip>
  );
}
