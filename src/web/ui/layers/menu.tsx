import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { FLOATING, FLOATING_ITEM } from './floating.ts';

/** A list of commands under its trigger. `trigger` is a `Button` or an `IconButton`. */
export function Menu({
  trigger,
  align = 'start',
  side = 'bottom',
  children,
}: {
  trigger: ReactElement;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom' | 'left' | 'right';
  children: ReactNode;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="z-50 outline-none" sideOffset={4} align={align} side={side}>
          <Base.Popup className={cx(FLOATING, 'max-h-(--available-height) min-w-44 overflow-y-auto p-1')}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({
  icon,
  tone = 'plain',
  disabled,
  onSelect,
  children,
}: {
  icon?: ReactNode;
  tone?: 'plain' | 'danger';
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Base.Item
      disabled={disabled}
      onClick={onSelect}
      className={cx(FLOATING_ITEM, tone === 'danger' && 'text-danger-ink')}
    >
      {icon}
      {children}
    </Base.Item>
  );
}

/** An entry that is on or off. A press leaves the menu open. */
export function MenuCheckItem({
  checked,
  onChange,
  disabled,
  children,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <Base.CheckboxItem checked={checked} onCheckedChange={onChange} disabled={disabled} className={FLOATING_ITEM}>
      <span className="grid size-4 place-items-center">
        <Base.CheckboxItemIndicator>
          <Check className="size-4 text-accent-ink" />
        </Base.CheckboxItemIndicator>
      </span>
      {children}
    </Base.CheckboxItem>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="mx-1 my-1 h-px bg-line" />;
}
