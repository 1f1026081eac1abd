import { Autocomplete } from '@base-ui/react/autocomplete';
import type { Ref } from 'react';
import { cx } from '#web/ui/cx.ts';
import { Field } from '#web/ui/field.tsx';
import { FLOATING, FLOATING_ITEM } from '#web/ui/floating.ts';

/** A supplier's name: one of those known, found as it is typed, or a new one. */
export function SupplierField({
  value,
  onChange,
  names,
  hint,
  disabled,
  inputRef,
}: {
  value: string;
  onChange: (name: string) => void;
  names: readonly string[];
  hint: string | undefined;
  disabled: boolean;
  inputRef?: Ref<HTMLInputElement>;
}) {
  return (
    <Field label="Supplier name" required hint={hint}>
      {(control) => (
        <Autocomplete.Root
          items={[...names]}
          value={value}
          onValueChange={(next) => onChange(next)}
          openOnInputClick
          disabled={disabled}
        >
          <Autocomplete.Input
            {...control}
            ref={inputRef}
            maxLength={200}
            className="h-9 w-full min-w-0 rounded-md border border-edge bg-raised px-3 text-sm text-ink transition-colors hover:not-disabled:border-ink-3 focus:border-focus focus:outline-1 focus:outline-offset-0 focus:outline-focus"
          />
          <Autocomplete.Portal>
            <Autocomplete.Positioner className="z-50 outline-none" sideOffset={4}>
              <Autocomplete.Popup className={cx(FLOATING, 'w-(--anchor-width)', 'data-empty:hidden')}>
                <Autocomplete.List className="max-h-56 overflow-y-auto p-1">
                  {(name: string) => (
                    <Autocomplete.Item key={name} value={name} className={FLOATING_ITEM}>
                      {name}
                    </Autocomplete.Item>
                  )}
                </Autocomplete.List>
              </Autocomplete.Popup>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
      )}
    </Field>
  );
}
