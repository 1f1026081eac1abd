import { cx } from '../cx.ts';

/** A placeholder of the size of the content that is loading. Set its size with `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-skeleton rounded-md bg-press', className)} />;
}
