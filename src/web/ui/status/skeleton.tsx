import { cx } from '../cx.ts';

/** A quiet place holder of the size of what will come. Give it its size with `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-skeleton rounded-md bg-press', className)} />;
}
