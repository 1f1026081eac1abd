import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

/** A button that fills a field with one press; 44 px high. */
export function Chip({
  chosen = false,
  onPress,
  className,
  children,
}: {
  chosen?: boolean;
  onPress: () => void;
  className?: string;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onPress}
      className={cx(
        'h-touch rounded-md border px-3 text-sm font-medium whitespace-nowrap transition-colors select-none',
        chosen
          ? 'border-accent bg-accent-soft text-accent-ink'
          : 'border-line-strong bg-raised text-ink hover:bg-press active:bg-press',
        className,
      )}
    >
      {children}
    </button>
  );
}
