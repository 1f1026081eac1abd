import { Field } from './field.tsx';

/** An optional text of several lines. */
export function NotesField({
  label,
  value,
  onChange,
  disabled,
  rows = 2,
  maxLength = 2000,
  className,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  disabled: boolean;
  rows?: number;
  maxLength?: number;
  className?: string;
}) {
  return (
    <Field label={label} className={className}>
      {(control) => (
        <textarea
          {...control}
          rows={rows}
          maxLength={maxLength}
          disabled={disabled}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="block w-full resize-none rounded-md border border-edge bg-raised px-3 py-2 text-sm text-ink transition-colors hover:not-disabled:border-ink-3 focus:border-focus focus:outline-1 focus:outline-offset-0 focus:outline-focus disabled:text-ink-3"
        />
      )}
    </Field>
  );
}
