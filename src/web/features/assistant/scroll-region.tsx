import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';

/** A part that scrolls by itself, and so must be reached by keys. */
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it with the arrow keys
    <div tabIndex={0} role="region" aria-label={label} className={cx('-outline-offset-2', className)}>
      {children}
    </div>
  );
}
