import { scrollStop } from '#web/ui/rows/scroll-stop.ts';
import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';

/** A region with its own scroll bar. It takes the focus, so that the keyboard can scroll it. */
export function ScrollRegion({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div ref={scrollStop} role="region" aria-label={label} className={cx('-outline-offset-2', className)}>
      {children}
    </div>
  );
}
