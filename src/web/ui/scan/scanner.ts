import { useEffect, useEffectEvent } from 'react';
import { createScanReader, SCAN_GAP_MS } from './scan-reader.ts';
import { toast } from '../status/toast.tsx';

type Field = HTMLInputElement | HTMLTextAreaElement;

export function focusedField(): Field | null {
  const focused = document.activeElement;
  return focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement ? focused : null;
}

/** Sets what a field holds past React's own record of it, and tells the page, as a key press would. */
function write(field: Field, inputType: string, change: () => void): void {
  change();
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }));
}

function setValue(field: Field, value: string): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
}

/** Types what was held back into the field in focus, at the caret. */
function type(text: string): void {
  const field = focusedField();
  if (text === '' || !field || field.readOnly || field.disabled) return;
  write(field, 'insertText', () => {
    const { selectionStart, selectionEnd } = field;
    // Fields of numbers and addresses have no caret to ask for: people type at their end.
    if (selectionStart === null || selectionEnd === null) setValue(field, field.value + text);
    else field.setRangeText(text, selectionStart, selectionEnd, 'end');
  });
}

/** Takes back what of a code has reached a field. */
export function restore(field: Field, value: string): void {
  if (field.value !== value) write(field, 'deleteContentBackward', () => setValue(field, value));
}

/** Who hears the scanner: what was mounted last, a dialog before the view below it. */
const hearers: symbol[] = [];

/** Keeps all others from hearing, until the returned function is called. */
export function hearFirst(): () => void {
  const me = Symbol('scanner');
  hearers.push(me);
  return () => void hearers.splice(hearers.indexOf(me), 1);
}

/**
 * Hears a barcode scanner anywhere on the page, with or without focus, for as long as it is mounted. Its characters
 * reach no field and no shortcut, or are taken out of the field again; what a person types arrives unchanged, at most
 * 35 ms late and only when two keys were pressed nearly at once. A scan that broke off is dropped, and staff are told.
 */
export function useScanner(onCode: (code: string) => void): void {
  const told = useEffectEvent(onCode);
  useEffect(() => {
    const me = Symbol('scanner');
    hearers.push(me);
    const reader = createScanReader();
    let before: { field: Field; value: string } | null = null;
    /** The first character was pressed outside a field: a page may take it into one. */
    let outside = false;
    let pausing: number | undefined;

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
