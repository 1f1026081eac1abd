import type { Ref } from 'react';
import { PIN_LENGTH } from '#domain/pin.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';

/** A field for six hidden digits. */
export function PinField({
  label,
  value,
  error,
  hint,
  disabled,
  ref,
  onChange,
}: {
  label: string;
  value: string;
  error?: string | undefined;
  hint?: string;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
  onChange: (pin: string) => void;
}) {
  return (
    <TextField
      label={label}
      ref={ref}
      type="password"
      inputMode="numeric"
      autoComplete="off"
      data-1p-ignore
      size="touch"
      maxLength={PIN_LENGTH}
      value={value}
      hint={hint}
      error={error}
      readOnly={disabled}
      onChange={({ target }) => onChange(target.value.replace(/\D/g, ''))}
    />
  );
}
