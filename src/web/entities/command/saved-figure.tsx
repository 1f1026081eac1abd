import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { z } from 'zod';
import type { Route } from '#contract/route.ts';
import type { Result } from '#domain/result.ts';
import { type TypedRefused, typedSentence } from '#domain/typed.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import type { CommandDefinition, NewCommand } from '#web/api/commands/definition.ts';
import { refuseFigure } from '#web/ui/fields/refuse-figure.ts';
import { TextInput } from '#web/ui/fields/text-field.tsx';

/** The memo of a figure that is saved by itself: its text. */
export const figureMemo = z.object({ text: z.string() });
export type FigureMemo = z.output<typeof figureMemo>;

/** A figure that is saved by itself: on Enter and when its field loses the focus; Escape undoes typing. */
export function SavedFigure<R extends Route>({
  definition,
  subject,
  title,
  label,
  hint,
  labelled = false,
  value,
  read,
  request,
  readOnly,
  placeholder,
  leading,
  unit = '',
  className = 'w-20',
}: {
  definition: CommandDefinition<R, FigureMemo>;
  subject: string;
  /** The figure, in messages: "The cost of Small, Main". */
  title: string;
  label: string;
  hint: string;
  /** Shows its name before the field; a list has the name in its head. */
  labelled?: boolean;
  /** The saved text; '' for none. */
  value: string;
  /** A typed text as it is shown and sent. */
  read: (typed: string) => Result<string, TypedRefused>;
  request: (text: string, seen: string) => Omit<NewCommand<R, FigureMemo>, 'subject' | 'title' | 'memo'>;
  readOnly: boolean;
  placeholder: string;
  leading?: ReactNode;
  unit?: string;
  className?: string;
}) {
  const id = useId();
  const [text, setText] = useState(value);
  const [saved, setSaved] = useState(value);
  const [known, setKnown] = useState(value);
  const command = useCommand(definition, subject, (outcome, sent) => {
    const isSaved = outcome.kind === 'done' && sent !== null;
    setText(isSaved ? sent.text : saved);
    if (isSaved) setSaved(sent.text);
  });
  const isSent = command.open !== null;
  // A figure that was sent stays visible until its answer is known.
  const shownText = command.memo?.text ?? text;
  if (known !== value) {
    setKnown(value);
    setSaved(value);
    // A text that is being typed stays.
    if (text === saved) setText(value);
  }
  const parsed = text.trim() === '' ? null : read(text);
  const isValid = parsed === null || parsed.ok;

  function save(): void {
    if (!isValid || isSent) return;
    const shown = parsed?.ok ? parsed.value : '';
    setText(shown);
    if (shown === saved) return;
    const asked = { title, memo: { text: shown }, ...request(shown, saved) };
    void command.send(asked as Parameters<typeof command.send>[0]);
  }

  function leave(): void {
    if (parsed === null || parsed.ok) return save();
    setText(saved);
    refuseFigure(`${title} stays as it was. ${typedSentence(parsed.refused)}`);
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
          {label}
        </label>
      )}
      <TextInput
        id={id}
        size="sm"
        inputMode="decimal"
        className={className}
        placeholder={placeholder}
        aria-label={labelled ? undefined : label}
        aria-invalid={!isValid}
        title={hint}
        leading={leading}
        readOnly={readOnly || isSent}
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
