import { LoaderCircle } from 'lucide-react';
import { cx } from '../cx.ts';

/** A spinner inside a control that is working. A region that loads shows a skeleton instead. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cx('size-4 shrink-0 animate-spin', className)} />;
}
