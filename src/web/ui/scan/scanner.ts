import { useEffect, useEffectEvent } from 'react';
import { createScanReader, SCAN_GAP_MS } from './scan-reader.ts';
import { toast } from '../status/toast.tsx';

type Field = HTMLInputElement | HTMLTextAreaElement;

export function focusedField(): Field | null {
  const focused = document.activeElement;
  return focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement ? focused : null;
}

/** Changes a field's value past React's own copy, and fires the input event that a key press would. */
function write(field: Field, inputType: string, change: () => void): void {
  change();
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }));
}

function setValue(field: Field, value: string): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
}

/** Types what was held back into the focused field, at the caret. */
function type(text: string): void {
  const field = focusedField();
  if (text === '' || !field || field.readOnly || field.disabled) return;
  write(field, 'insertText', () => {
    const { selectionStart, selectionEnd } = field;
    // Fields for numbers and addresses do not tell their caret; people type at their end.
    if (selectionStart === null || selectionEnd === null) setValue(field, field.value + text);
    else field.setRangeText(text, selectionStart, selectionEnd, 'end');
  });
}

/** Restores what a field held before a code was typed into it. */
export function restore(field: Field, value: string): void {
  if (field.value !== value) write(field, 'deleteContentBackward', () => setValue(field, value));
}

/** The components that listen for scans. The one mounted last gets them: a dialog before the view below it. */
const hearers: symbol[] = [];

/** Keeps all others from hearing scans until the returned function is called. */
export function hearFirst(): () => void {
  const me = Symbol('scanner');
  hearers.push(me);
  return () => void hearers.splice(hearers.indexOf(me), 1);
}

/**
 * Listens for a barcode scanner anywhere on the page while mounted, with or without focus. The scanner's characters
 * reach no field and no shortcut, or are removed from the field again. Typed text arrives unchanged, at most 35 ms late
 * and only when two keys were pressed almost at once. A scan that was interrupted is dropped, and staff are told.
 */
export function useScanner(onCode: (code: string) => void): void {
  const told = useEffectEvent(onCode);
  useEffect(() => {
    const me = Symbol('scanner');
    hearers.push(me);
    const reader = createScanReader();
    let before: { field: Field; value: string } | null = null;
    /** The first character was pressed outside a field. The page may have moved the focus into one since. */
    let outside = false;
    let pausing: number | undefined;

    // Ahead of hotkeys and fields, in dialogs, too: a key may be part of a scan, and is then kept from them.
    function listen(event: KeyboardEvent): void {
      if (event.isComposing || !event.isTrusted || hearers.at(-1) !== me) return;
      window.clearTimeout(pausing);
      const { key, repeat, timeStamp: atMs } = event;
      const verdict = reader.press({ key, atMs, repeat, modified: event.ctrlKey || event.altKey || event.metaKey });
      switch (verdict.kind) {
        case 'pass':
          outside = false;
          type(verdict.release);
          return;
        case 'first': {
          type(verdict.release);
          const field = focusedField();
          before = field && { field, value: field.value };
          outside = field === null;
          return;
        }
        case 'hold':
          event.preventDefault();
          event.stopImmediatePropagation();
          pausing = window.setTimeout(() => type(reader.pause()), SCAN_GAP_MS);
          return;
        case 'scan':
          event.preventDefault();
          event.stopImmediatePropagation();
          if (before) restore(before.field, before.value);
          told(verdict.code);
          return;
        case 'torn':
          event.preventDefault();
          event.stopImmediatePropagation();
          if (before) restore(before.field, before.value);
          toast.error('The scan broke off, so nothing was done. Scan it again.');
      }
    }

    function follow(): void {
      const field = focusedField();
      if (!outside || !field) return;
      outside = false;
      before = { field, value: field.value };
    }

    window.addEventListener('keydown', listen, true);
    window.addEventListener('focusin', follow, true);
    return () => {
      hearers.splice(hearers.indexOf(me), 1);
      window.clearTimeout(pausing);
      window.removeEventListener('keydown', listen, true);
      window.removeEventListener('focusin', follow, true);
    };
  }, []);
}
