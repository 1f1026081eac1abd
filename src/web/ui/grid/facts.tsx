import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';

/** A list of names and values, one pair per line. @param wide has longer names */
export function Facts({ label, wide = false, children }: { label?: string; wide?: boolean; children: ReactNode }) {
  return (
    <section aria-label={label} className={cx('min-w-0', wide && '[--fact-name:8rem]')}>
      {label && <h3 className="mb-1.5 text-xs font-medium text-ink-3">{label}</h3>}
      <dl className="flex flex-col gap-1">{children}</dl>
    </section>
  );
}

export function Fact({ name, muted = false, children }: { name: string; muted?: boolean; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[var(--fact-name,6rem)_minmax(0,1fr)] gap-3 leading-6">
      <dt className="text-ink-3">{name}</dt>
      <dd className={cx('min-w-0 break-words select-text', muted ? 'text-ink-3' : 'text-ink')}>{children}</dd>
    </div>
  );
}
