import type { FieldType } from '#domain/field-value.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

const NONE = 'none';
const YES_OR_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

interface InputRule {
  readonly label: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly description?: string;
  readonly options: readonly string[];
}

/** The value of a blueprint's field, by its type; '' for none. Rule: catalogue/field-values. */
export function FieldInput({
  rule: { label, type, description, required, options },
  value,
  error,
  disabled,
  none = 'None',
  onChange,
}: {
  rule: InputRule;
  value: string;
  error: string | undefined;
  disabled: boolean;
  /** The choice of no value. */
  none?: string;
  onChange: (value: string) => void;
}) {
  const hint = description === '' ? undefined : description;
  if (type === 'select' || type === 'boolean') {
    const known = type === 'boolean' ? YES_OR_NO : options.map((option) => ({ value: option, label: option }));
    // A value that an import brought is shown, even if it is not in the list.
    const all = value === '' || known.some((one) => one.value === value) ? known : [{ value, label: value }, ...known];
    return (
      <Field label={label} hint={hint} error={error} required={required}>
        {(control) => (
          <Select
            id={control.id}
            aria-describedby={control['aria-describedby']}
            aria-invalid={control['aria-invalid']}
            className="w-full"
            disabled={disabled}
            value={value === '' ? NONE : `=${value}`}
            options={[{ value: NONE, label: none }, ...all.map((one) => ({ ...one, value: `=${one.value}` }))]}
            onChange={(next) => onChange(next === NONE ? '' : next.slice(1))}
          />
        )}
      </Field>
    );
  }
  return (
    <TextField
      label={label}
      required={required}
      hint={hint}
      error={error}
      type={type === 'date' ? 'date' : 'text'}
      inputMode={type === 'number' ? 'decimal' : undefined}
      maxLength={1000}
      disabled={disabled}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
