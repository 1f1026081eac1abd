import type { ReactNode } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';

/** A button that is on or off. */
export function ToggleButton({
  pressed,
  onChange,
  disabled,
  icon,
  children,
}: {
  pressed: boolean;
  onChange: () => void;
  disabled?: boolean;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Button
      size="sm"
      aria-pressed={pressed}
      disabled={disabled}
      icon={icon}
      onClick={onChange}
      className={cx(pressed && 'border-accent! bg-accent-soft! text-accent-ink!')}
    >
      {children}
    </Button>
  );
}
