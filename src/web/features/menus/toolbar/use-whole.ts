import { useState } from 'react';

interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** The props of an input for a whole number within bounds. Other text stays in the field and changes nothing. */
export function useWhole(value: number | null, { least, most }: Bounds, onChange: (value: number) => void) {
  const [typed, setTyped] = useState<{ of: number | null; text: string } | null>(null);
  const text = typed && typed.of === value ? typed.text : (value?.toString() ?? '');
  const isWhole = /^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return {
    value: text,
    'aria-invalid': (text !== '' && !isWhole) || undefined,
    onChange: ({ target }: { target: { value: string } }) => {
      const next = target.value.trim();
      const read = Number(next);
      const isGood = /^\d{1,6}$/.test(next) && read >= least && read <= most;
      setTyped({ of: isGood ? read : value, text: target.value });
      if (isGood) onChange(read);
    },
    onBlur: () => setTyped(null),
  };
}
