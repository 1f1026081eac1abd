import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-1.5 text-xs font-medium text-ink-3">{title}</h3>
      {children}
    </section>
  );
}

/** A list of names with amounts at the right. */
export function Sums({ rows }: { rows: readonly { name: string; amount: string; strong?: boolean }[] }) {
  return (
    <dl className="flex flex-col gap-1 text-sm">
      {rows.map(({ name, amount, strong }) => (
        <div
          key={name}
          className={cx(
            'flex justify-between gap-4',
            strong && 'mt-1 border-t border-line pt-2 text-base font-semibold',
          )}
        >
          <dt className={strong ? 'text-ink' : 'text-ink-2'}>{name}</dt>
          <dd className="text-right tabular-nums">{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
