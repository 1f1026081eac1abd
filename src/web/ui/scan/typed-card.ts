import { useEffect, useEffectEvent } from 'react';
import { focusedField, hearFirst, restore } from './scanner.ts';

/** Between two characters of a scanner; the text of a card has some of its own pauses at line ends. */
const RHYTHM_MS = 80;
/** Behind the last character: a card's text has no end mark of its own. */
const END_MS = 350;

/** The control characters of a card's text, as keyboards type them: LF and CR by Enter or Ctrl, RS by Ctrl alone. */
const CONTROLS: Readonly<Record<string, string>> = { j: '\n', m: '\r', '^': '\u001E', '6': '\u001E', ']': '\u001D' };

interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
}

/** The character that a press stands for; '' for none, as Shift. */
function characterOf({ key, ctrlKey }: Press): string {
  if (key === 'Enter') return '\n';
  if (ctrlKey) return CONTROLS[key.toLowerCase()] ?? '';
  return key.length === 1 ? key : '';
}

/**
 * Hears a handheld scanner that types the text of a licence, anywhere on the page, for as long as it is mounted. Such a
 * text begins with "@" and a line end within a scanner's rhythm, which no hand types; from there on nothing reaches a
 * field, a shortcut or a form until the scanner pauses. The "@" is taken out of the field again.
 */
export function useTypedCard(onText: (raw: string) => void): void {
  const told = useEffectEvent(onText);
  useEffect(() => {
    let at: { atMs: number; field: ReturnType<typeof focusedField>; value: string } | null = null;
    let text: string | null = null;
    let ending: number | undefined;
    let release: (() => void) | null = null;

    function end(): void {
      const raw = text ?? '';
      text = null;
      release?.();
      release = null;
      told(raw);
    }

    function listen(event: KeyboardEvent): void {
      if (event.isComposing || !event.isTrusted || event.repeat) return;
      const character = characterOf(event);
      if (text === null) {
        const begins =
          at !== null && character !== '' && '\n\r\u001E'.includes(character) && event.timeStamp - at.atMs < RHYTHM_MS;
        if (!begins) {
          if (character === '') return;
          const field = focusedField();
          at = character === '@' ? { atMs: event.timeStamp, field, value: field?.value ?? '' } : null;
          return;
        }
        if (at?.field) restore(at.field, at.value);
        at = null;
        text = '@';
        release = hearFirst();
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      text += character;
      window.clearTimeout(ending);
      ending = window.setTimeout(end, END_MS);
    }

    window.addEventListener('keydown', listen, true);
    return () => {
      window.clearTimeout(ending);
      release?.();
      window.removeEventListener('keydown', listen, true);
    };
  }, []);
}
