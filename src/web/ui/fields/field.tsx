import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

export type FieldControl = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
  required: boolean | undefined;
};

/** A label, a control, and below it a hint or an error. The control gets the ids that link them for screen readers. */
export function Field({
  label,
  hint,
  error,
  required,
  className,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean | undefined;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-ink-2">
        {label}
        {required && (
          <span aria-hidden className="text-ink-3">
            {' '}
            *
          </span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': note ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
        required,
      })}
      {note && (
        <p id={noteId} className={error ? 'mt-1.5 flex gap-1.5 text-sm text-danger-ink' : 'mt-1.5 text-sm text-ink-3'}>
          {error && <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />}
          <span>{note}</span>
        </p>
      )}
    </div>
  );
}
