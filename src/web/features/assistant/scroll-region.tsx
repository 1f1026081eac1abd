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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it
    <div tabIndex={0} role="region" aria-label={label} className={cx('-outline-offset-2', className)}>
      {children}
    </div>
  );
}
