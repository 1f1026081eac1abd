import { ChevronDown } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { Popover } from '#web/ui/layers/popover.tsx';

export function toolTrigger(label: string, disabled = false): ReactElement {
  return (
    <Button variant="ghost" disabled={disabled} className="px-2.5 max-[1200px]:px-2">
      {label}
      <ChevronDown aria-hidden className="size-3.5 text-ink-3 max-[1200px]:hidden" />
    </Button>
  );
}

/** A button of the toolbar that unfolds settings. */
export function Tool({
  label,
  disabled = false,
  className,
  children,
}: {
  label: string;
  disabled?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Popover title={label} align="start" trigger={toolTrigger(label, disabled)} {...(className && { className })}>
      {children}
    </Popover>
  );
}

/** A setting and its name, one below the other. */
export function Setting({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="mt-3 first:mt-0">
      <div aria-hidden className="mb-1.5 text-sm font-medium text-ink-2">
        {label}
      </div>
      {children}
    </div>
  );
}
