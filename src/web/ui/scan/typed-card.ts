import { useEffect, useEffectEvent } from 'react';
import { focusedField, hearFirst, restore } from './scanner.ts';

/** The longest gap between two characters of a scanner. Scanners also pause at the line ends of a card's text. */
const RHYTHM_MS = 80;
/** The text has ended after this pause: a card's text has no end mark. */
const END_MS = 350;

/** The control characters of a card's text as keyboards type them: LF and CR with Enter or Ctrl, RS with Ctrl only. */
const CONTROLS: Readonly<Record<string, string>> = { j: '\n', m: '\r', '^': '\u001E', '6': '\u001E', ']': '\u001D' };

interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
}

/** The character that a key press types; '' for none, as with Shift. */
function characterOf({ key, ctrlKey }: Press): string {
  if (key === 'Enter') return '\n';
  if (ctrlKey) return CONTROLS[key.toLowerCase()] ?? '';
  return key.length === 1 ? key : '';
}

/**
 * Listens for a handheld scanner that types the text of a licence, anywhere on the page while mounted. Such a text
 * begins with "@" and a line end in a scanner's rhythm, which no hand types. From then on no character reaches a field,
 * a shortcut or a form until the scanner pauses. The "@" is removed from the field again.
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

    // Ahead of hotkeys and fields, as the scanner is.
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
