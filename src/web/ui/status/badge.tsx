import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export type Tone = 'green' | 'blue' | 'yellow' | 'orange' | 'red' | 'purple' | 'crimson' | 'neutral';

const TONE: Record<Tone, string> = {
  green: 'bg-green-soft text-green',
  blue: 'bg-blue-soft text-blue',
  yellow: 'bg-yellow-soft text-yellow',
  orange: 'bg-orange-soft text-orange',
  red: 'bg-red-soft text-red',
  purple: 'bg-purple-soft text-purple',
  crimson: 'bg-crimson-soft text-crimson',
  neutral: 'bg-neutral-soft text-neutral',
};

export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: Tone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap',
        TONE[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
