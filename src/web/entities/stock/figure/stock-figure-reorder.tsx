import { type KeyboardEvent, useId, useState } from 'react';
import { displayQuantity, toQuantityNumber, fromQuantityNumber } from '#domain/quantity.ts';
import { readQuantity, typedSentence } from '#domain/typed.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useMay } from '#web/api/session/session.ts';
import { refuseFigure } from '#web/ui/fields/refuse-figure.ts';
import { levelSubject, type Place, reorderLevelCommand } from './stock-figure-command.ts';
import { TextInput } from '#web/ui/fields/text-field.tsx';

const textOf = (level: number | null): string => (level === null ? '' : displayQuantity(fromQuantityNumber(level)));

/**
 * The reorder level of an item at a location; empty for none. Saved on Enter and when the field loses the focus; Escape
 * undoes typing.
 */
export function ReorderLevel({
  place,
  level,
  name,
  unit = '',
  labelled = false,
}: {
  place: Place;
  level: number | null;
  name: string;
  unit?: string | undefined;
  /** Shows its name before the field; a list has the name in its head. */
  labelled?: boolean;
}) {
  const id = useId();
  const may = useMay('adjust-stock');
  const [text, setText] = useState(textOf(level));
  const [saved, setSaved] = useState(textOf(level));
  const [known, setKnown] = useState(level);
  const command = useCommand(reorderLevelCommand, levelSubject(place), (outcome, sent) => {
    const isSaved = outcome.kind === 'done' && sent !== null;
    setText(isSaved ? sent.text : saved);
    if (isSaved) setSaved(sent.text);
  });
  const isSent = command.open !== null;
  // A level that was sent stays visible until its answer is known.
  const shownText = command.memo?.text ?? text;
  if (known !== level) {
    setKnown(level);
    setSaved(textOf(level));
    // A text that is being typed stays.
    if (text === saved) setText(textOf(level));
  }
  const parsed = text.trim() === '' ? null : readQuantity(text);
  const isValid = parsed === null || parsed.ok;

  function save(): void {
    if (!isValid || isSent) return;
    const next = parsed?.ok ? parsed.value : null;
    const shown = next === null ? '' : displayQuantity(next);
    setText(shown);
    if (shown === saved) return;
    const seen = saved === '' ? null : readQuantity(saved);
    void command.send({
      title: `The reorder level of ${name}`,
      memo: { text: shown },
      body: {
        product_id: place.productId,
        variation_id: place.variationId,
        location_id: place.locationId,
        reorder_level: next === null ? null : toQuantityNumber(next),
        seen_level: seen?.ok ? toQuantityNumber(seen.value) : null,
      },
    });
  }

  function leave(): void {
    if (parsed === null || parsed.ok) return save();
    setText(saved);
    refuseFigure(`The reorder level of ${name} stays as it was. ${typedSentence(parsed.refused)}`);
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'Enter') {
      // The field may be inside a form that saves something else.
      event.preventDefault();
      save();
    }
    if (event.key === 'Escape' && text !== saved && !isSent) {
      // The first Escape undoes typing, the next one closes the dialog.
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
        readOnly={!may || isSent}
        value={shownText}
        onChange={({ target }) => setText(target.value)}
        onBlur={leave}
        onKeyDown={press}
      />
      {command.unknown && (
        <span role="status" className="text-xs font-medium text-yellow">
          Checking whether it saved
        </span>
      )}
      {unit && <span className="-ml-1 text-sm text-ink-3">{unit}</span>}
    </span>
  );
}
