import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { FLOATING, FLOATING_ITEM } from '../layers/floating.ts';

export type SelectOption<Value extends string> = { value: Value; label: ReactNode; disabled?: boolean };

const SIZE = { sm: 'h-7 pl-2.5 pr-2 text-xs', md: 'h-9 pl-3 pr-2.5 text-sm', touch: 'h-touch pl-3.5 pr-3 text-base' };

/**
 * Chooses one of a few options: type to find one, arrow keys to move. Give it a `label` (read aloud) or put it inside a
 * `Field`.
 */
export function Select<Value extends string>({
  label,
  value,
  onChange,
  options,
  placeholder,
  shortOf,
  size = 'md',
  disabled,
  id,
  className,
  ...described
}: {
  label?: string;
  value: Value | null;
  onChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  placeholder?: string;
  /** The chosen option where its label has no room. */
  shortOf?: (value: Value) => ReactNode;
  size?: keyof typeof SIZE;
  disabled?: boolean;
  id?: string;
  className?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
}) {
  return (
    <Base.Root
      items={[...options]}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      disabled={disabled}
      id={id}
    >
      <Base.Trigger
        {...described}
        aria-label={label}
        className={cx(
          'inline-flex min-w-32 items-center justify-between gap-2 rounded-md border border-edge bg-raised text-ink transition-colors select-none hover:not-data-disabled:bg-press aria-invalid:border-danger-ink data-disabled:cursor-not-allowed data-disabled:text-ink-3',
          SIZE[size],
          className,
        )}
      >
        <Base.Value className="truncate data-placeholder:text-ink-3" placeholder={placeholder}>
          {value === null ? null : shortOf?.(value)}
        </Base.Value>
        <Base.Icon className="text-ink-3">
          <ChevronsUpDown className="size-3.5" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="z-50 outline-none" sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className={cx(FLOATING, 'min-w-(--anchor-width)')}>
            <Base.List className="max-h-(--available-height) overflow-y-auto p-1">
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.disabled}
                  className={cx(FLOATING_ITEM, size === 'touch' && 'min-h-touch')}
                >
                  <Base.ItemText className="grow">{option.label}</Base.ItemText>
                  <Base.ItemIndicator>
                    <Check className="size-4 text-accent-ink" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
