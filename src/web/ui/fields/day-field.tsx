import { useState } from 'react';
import { TextInput } from './text-field.tsx';

const FIRST_DAY = '2000-01-01';

/** True if a date field holds a finished date. Typing a year passes through years such as 0002 first. */
function isWholeDay(value: string): boolean {
  return value === '' || value >= FIRST_DAY;
}

/** The browser's own date picker. A date that is half typed does not filter yet. */
export function DayField({
  label,
  value,
  min,
  max,
  disabled = false,
  onChange,
}: {
  label: string;
  value: string;
  min?: string;
  max?: string;
  disabled?: boolean;
  onChange: (day: string) => void;
}) {
  const [draft, setDraft] = useState(value);
  const [shown, setShown] = useState(value);
  if (value !== shown) {
    setShown(value);
    setDraft(value);
  }
  return (
    <TextInput
      type="date"
      aria-label={label}
      className="w-36"
      min={min || FIRST_DAY}
      max={max || '2999-12-31'}
      value={draft}
      disabled={disabled}
      onChange={({ target }) => {
        setDraft(target.value);
        if (!isWholeDay(target.value)) return;
        setShown(target.value);
        onChange(target.value);
      }}
    />
  );
}
