import { useEffect } from 'react';
import { focusAtOnce, handFocusOn, isFocusFree } from './hand-focus.ts';
import { DIALOG } from './layers.ts';

const CONTROLS = ':is(a[href], button, input, select, textarea, [tabindex="0"])';
const SCOPES = `${DIALOG},main`;

/** The control that has the focus in a window or on the page, and its surroundings. */
interface Place {
  readonly scope: Element;
  readonly control: HTMLElement;
  readonly form: HTMLFormElement | null;
  /** The elements that it is in, the innermost first. */
  readonly around: readonly Element[];
  /** The controls of the scope, as Tab goes through them. */
  readonly order: readonly HTMLElement[];
}

const controlsIn = (part: Element) =>
  [...part.querySelectorAll<HTMLElement>(CONTROLS)].filter(({ tabIndex }) => tabIndex >= 0);

const isUsable = (control: HTMLElement) =>
  control.isConnected && !control.matches(':disabled') && control.checkVisibility();

/** The link to what comes next, if there is one (`data-next-part`), or the first control after the menus. */
const firstOfPage = () =>
  document.querySelector<HTMLElement>('[data-next-part]') ??
  [...document.querySelectorAll('main')].flatMap(controlsIn).find((one) => isUsable(one) && !one.closest('nav'));

const firstIn = (part: Element) => controlsIn(part).find(isUsable);

function placeOf(control: HTMLElement): Place | null {
  const around: Element[] = [];
  for (let part = control.parentElement; part; part = part.parentElement) {
    around.push(part);
    if (part.matches(SCOPES))
      return { scope: part, control, form: control.closest('form'), around, order: controlsIn(part) };
  }
  return null;
}

/** The same control, or the nearest one in its form. Controls after the form may delete. */
function nearest({ scope, control, form, around, order }: Place): HTMLElement | undefined {
  if (isUsable(control)) return control;
  const at = order.indexOf(control);
  // A list may be drawn again with the answer.
  const again = controlsIn(form?.isConnected ? form : scope).find(
    (one) => one.ariaLabel !== null && one.ariaLabel === control.ariaLabel && isUsable(one),
  );
  const next = order.slice(at + 1).find((one) => isUsable(one) && (form?.contains(one) ?? true));
  const home = form?.isConnected ? form : around.find(({ isConnected }) => isConnected);
  return again ?? next ?? firstIn(home ?? scope) ?? order.slice(0, at).findLast(isUsable) ?? firstIn(scope);
}

/**
 * Keeps the place of somebody who works by keys when the control with the focus is disabled or disappears: while a form
 * is saved, after the last row was removed, after a record was deleted. A control that takes the focus by itself keeps it.
 * @param on false on a page that does so by itself
 */
export function useKeptFocus(on: boolean): void {
  useEffect(() => {
    if (!on) return;
    /** One for each window that is open, the topmost at the end. */
    let places: readonly Place[] = [];
    let frame = 0;
    let isByPointer = false;
    const note = ({ target }: Event) => {
      const place = target instanceof HTMLElement && !target.matches(SCOPES) ? placeOf(target) : null;
      // A text field matches this also under a finger.
      if (!isByPointer && place?.control.matches(':focus-visible'))
        places = [...places.filter(({ scope }) => scope.isConnected && scope !== place.scope), place];
    };
    // A finger or mouse needs no focus. In a field it would open the keyboard of a tablet.
    const forget = () => {
      isByPointer = true;
      places = [];
    };
    // Not a hotkey: any key counts, in dialogs and when a control stops it, too.
    const heed = () => (isByPointer = false);
    const look = () => {
      const last = places.findLast(({ scope }) => scope.isConnected && !scope.matches('[data-ending-style]'));
      // The link that opened a dialog may have gone with its page.
      if (!last && places.length > 0) handFocusOn(firstOfPage);
      // A dialog takes the focus itself when a control in it disappears.
      if (!last || (!isFocusFree() && document.activeElement !== last.scope)) return;
      // The answer to what was sent may give the control back.
      if (!last.scope.querySelector('button[aria-busy=true]')) focusAtOnce(nearest(last));
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
    document.addEventListener('pointerdown', forget, true);
    document.addEventListener('keydown', heed, true);
    return () => {
      window.cancelAnimationFrame(frame);
      changes.disconnect();
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', forget, true);
      document.removeEventListener('keydown', heed, true);
    };
  }, [on]);
}
