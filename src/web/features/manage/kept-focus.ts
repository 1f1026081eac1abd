import { useEffect, useRef } from 'react';

const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, [tabindex="0"]';
const SCOPES = '[role=dialog], [role=alertdialog], main';

/** A place of the keyboard, as it was when the control got the focus. */
interface Place {
  /** The window or the page. */
  readonly scope: Element;
  readonly form: HTMLFormElement | null;
  readonly control: HTMLElement;
  /** What it is in, the innermost first. */
  readonly around: readonly Element[];
  /** The controls of the scope, as Tab goes through them. */
  readonly order: readonly HTMLElement[];
}

const isUsable = (control: HTMLElement): boolean =>
  control.isConnected && !control.matches(':disabled') && control.checkVisibility();

function controlsIn(part: ParentNode): HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>(CONTROLS)].filter(({ tabIndex }) => tabIndex >= 0);
}

const firstIn = (part: ParentNode | null | undefined) => part && controlsIn(part).find(isUsable);

function placeOf(control: Element): Place | null {
  const scope = control.closest(SCOPES);
  if (!scope || scope === control || !(control instanceof HTMLElement)) return null;
  const around: Element[] = [];
  for (let part = control.parentElement; part && part !== scope; part = part.parentElement) around.push(part);
  return { scope, form: control.closest('form'), control, around, order: controlsIn(scope) };
}

/** The same control, or the next that is left, in its form if it has one. */
function nextTo({ scope, form, control, around, order }: Place): HTMLElement | null | undefined {
  if (isUsable(control)) return control;
  const at = order.indexOf(control);
  const home = form?.isConnected ? form : null;
  // Save is disabled when everything is saved. What follows it may delete.
  const isSave = home !== null && control.matches('[type=submit]');
  return (
    (isSave ? null : order.slice(at + 1).find((one) => isUsable(one) && (home?.contains(one) ?? true))) ??
    firstIn(form ? (home ?? scope.querySelector('form')) : around.find(({ isConnected }) => isConnected)) ??
    order.slice(0, at).findLast(isUsable) ??
    firstIn(scope)
  );
}

/**
 * Keeps the place of somebody who works by keys when the control with the focus is disabled or disappears: while a form
 * is saved, after the last row was removed, after a record was deleted. What takes the focus by itself comes first.
 * @param on false on a page that does so by itself
 */
export function useKeptFocus(on: boolean): void {
  useEffect(() => {
    if (!on) return;
    /** One for each window that is open, the topmost at the end. */
    let places: readonly Place[] = [];
    let byKeys = false;
    let frame = 0;
    const note = ({ target }: Event) => {
      const place = target instanceof Element ? placeOf(target) : null;
      if (place) places = [...places.filter(({ scope }) => scope !== place.scope), place];
    };
    const useKeys = () => (byKeys = true);
    // On a tablet, a field that takes the focus would open the keyboard.
    const useHand = () => (byKeys = false);
    const look = () => {
      const last = places.findLast(({ scope }) => scope.isConnected && !scope.matches('[data-ending-style]'));
      const focused = document.activeElement;
      // A dialog takes the focus itself when a control in it disappears.
      if (!byKeys || !last || (focused !== document.body && focused !== last.scope)) return;
      // The answer to what was sent may give the control back.
      if (!last.scope.querySelector('button[aria-busy=true]')) nextTo(last)?.focus();
    };
    const wait = () => {
      window.cancelAnimationFrame(frame);
      // Windows that close give the focus back first.
      frame = window.requestAnimationFrame(() => (frame = window.requestAnimationFrame(look)));
    };
    const changes = new MutationObserver(wait);
    const attributeFilter = ['disabled', 'aria-busy', 'data-ending-style'];
    changes.observe(document.body, { subtree: true, childList: true, attributeFilter });
    document.addEventListener('focusin', note);
    document.addEventListener('keydown', useKeys, true);
    document.addEventListener('pointerdown', useHand, true);
    return () => {
      window.cancelAnimationFrame(frame);
      changes.disconnect();
      document.removeEventListener('focusin', note);
      document.removeEventListener('keydown', useKeys, true);
      document.removeEventListener('pointerdown', useHand, true);
    };
  }, [on]);
}

/** For a list of rows with a button that adds one: the first field of the new row gets the focus. */
export function useAddedRow<List extends HTMLElement>(count: number) {
  const list = useRef<List>(null);
  const isAdded = useRef(false);
  useEffect(() => {
    if (isAdded.current) list.current?.lastElementChild?.querySelector('input')?.focus();
    isAdded.current = false;
  }, [count]);
  return { list, expectRow: () => void (isAdded.current = true) };
}
