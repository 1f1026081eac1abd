import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { scrollStop } from '../rows/scroll-stop.ts';

export type TabItem<Value extends string> = { value: Value; label: ReactNode };

/**
 * Tabs over `TabPanel` children. Arrows move between tabs.
 * @param label names the row for screen readers
 * @param actions at the end of the row, below it in narrow windows; the same for all tabs
 */
export function Tabs<Value extends string>({
  label,
  value,
  onChange,
  items,
  actions,
  children,
}: {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  items: readonly TabItem<Value>[];
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Base.Root value={value} onValueChange={(next: Value) => onChange(next)} className="flex min-h-0 flex-col">
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-4 border-b border-line">
        <Base.List aria-label={label} activateOnFocus className="relative -mb-px flex shrink-0 gap-1">
          {items.map((item) => (
            <Base.Tab
              key={item.value}
              value={item.value}
              className="h-10 px-3 text-sm font-medium text-ink-2 transition-colors -outline-offset-2 select-none hover:text-ink data-active:text-ink"
            >
              {item.label}
            </Base.Tab>
          ))}
          <Base.Indicator className="absolute bottom-0 left-(--active-tab-left) h-0.5 w-(--active-tab-width) bg-accent transition-[left,width] duration-150" />
        </Base.List>
        {actions}
      </div>
      {children}
    </Base.Root>
  );
}

export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  return (
    <Base.Panel
      value={value}
      tabIndex={-1}
      ref={className === undefined ? scrollStop : undefined}
      className={className ?? 'min-h-0 grow overflow-y-auto pt-4'}
    >
      {children}
    </Base.Panel>
  );
}
