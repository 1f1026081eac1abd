import { type KeyboardEvent, useId, useState } from 'react';
import { displayQuantity, toMilli } from '#domain/quantity.ts';
import type { StockItem } from '#domain/stock.ts';
import { readQuantity, typedSentence } from '#domain/typed.ts';
import { sentenceOf } from '#web/api/call-error.ts';
import { useMay } from '#web/api/session.ts';
import { refuseFigure } from './refuse-figure.ts';
import { saveReorderLevel } from './stock-figure-query.ts';
import { TextInput } from './text-field.tsx';
import { toast } from './toast.tsx';

const textOf = (level: number | null): string =>
  level === null ? '' : displayQuantity(toMilli(Math.round(level * 1000)));

/**
 * From which stock on an item counts as low here; empty for never. Saved on Enter and on leaving, Escape takes it back.
 */
export function ReorderLevel({
  place,
  level,
  name,
  unit = '',
  labelled = false,
}: {
  place: StockItem & { readonly locationId: number };
  level: number | null;
  name: string;
  unit?: string | undefined;
  /** With its name before it; a list has it in its head. */
  labelled?: boolean;
}) {
  const id = useId();
  const may = useMay('adjust-stock');
  const [text, setText] = useState(textOf(level));
  const [saved, setSaved] = useState(textOf(level));
  const [known, setKnown] = useState(level);
  if (known !== level) {
    setKnown(level);
    setSaved(textOf(level));
    // What is being typed stays.
    if (text === saved) setText(textOf(level));
  }
  const parsed = text.trim() === '' ? null : readQuantity(text);
  const isValid = parsed === null || parsed.ok;

  async function save(): Promise<void> {
    if (!isValid) return;
    const next = parsed?.ok ? parsed.value : null;
    const shown = next === null ? '' : displayQuantity(next);
    setText(shown);
    if (shown === saved) return;
    setSaved(shown);
    try {
      await saveReorderLevel(place, next);
    } catch (error) {
      setSaved(saved);
      setText(saved);
      toast.error(`The reorder level of ${name} was not saved. ${sentenceOf(error)}`);
    }
  }

  function leave(): void {
    if (parsed === null || parsed.ok) return void save();
    setText(saved);
    refuseFigure(`The reorder level of ${name} stays as it was. ${typedSentence(parsed.refused)}`);
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'Enter') void save();
    if (event.key === 'Escape' && text !== saved) {
      // The first one takes back what was typed, the next one closes what it stands in.
      event.stopPropagation();
      setText(saved);
    }
  }

  return (
    <span className="inline-flex items-center gap-2">
      {labelled && (
        <label htmlFor={id} className="text-sm text-ink-2">
          Reorder level
        </label>
      )}
      <TextInput
        id={id}
        size="sm"
        inputMode="decimal"
        className="w-20"
        placeholder="Never"
        aria-label={labelled ? undefined : `Reorder level of ${name}`}
        aria-invalid={!isValid}
        title="At this stock or below it counts as low; empty for never"
        readOnly={!may}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={leave}
        onKeyDown={press}
      />
      {unit && <span className="-ml-1 text-sm text-ink-3">{unit}</span>}
    </span>
  );
}
