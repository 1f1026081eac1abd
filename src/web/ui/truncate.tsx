import { cx } from './cx.ts';
import { Tooltip } from './tooltip.tsx';

/** One line of text that is cut with an ellipsis and then shows the whole of it on hover. */
export function Truncate({ text, className }: { text: string; className?: string }) {
  return (
    <Tooltip label={text} onlyWhenClipped>
      <span className={cx('block min-w-0 truncate', className)}>{text}</span>
    </Tooltip>
  );
}
