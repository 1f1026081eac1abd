// Moves the focus when a control or a layer disappears. Inside one widget (the rows of a grid, the fields of a form)
// plain `.focus()` is right; dialogs and popups return the focus by themselves; an invalid form uses `focusFirstWrong`.

const FOR_MS = 1000;

/** True if no control has the focus, because the one that had it is gone or disabled. */
export function isFocusFree(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** True for an element behind an open window, which hides the page from screen readers. */
const isBehindWindow = (element: HTMLElement): boolean => element.closest('[aria-hidden=true], [inert]') !== null;

/** Moves the focus to an element unless another control has it, or a window is in front. Returns whether it did. */
export function focusIfFree(element: HTMLElement | null | undefined, options?: FocusOptions): boolean {
  if (!element || !isFocusFree() || isBehindWindow(element)) return false;
  element.focus(options);
  return true;
}

/** Focuses an element, if it exists. It is one stable function, so that as a `ref` it runs once, when the element appears. */
export const focusAtOnce = (element: HTMLElement | null | undefined): void => element?.focus();

/** Focuses what a press brings, such as the first field of the row that it adds. */
export const focusWhenDrawn = (find: () => HTMLElement | null | undefined): void =>
  void window.requestAnimationFrame(() => focusAtOnce(find()));

/**
 * Moves the focus to an element as soon as the control that has it disappears, even when a dialog has to close first. A
 * control that takes the focus by itself meanwhile keeps it.
 */
export function handFocusOn(find: () => HTMLElement | null | undefined, forMs = FOR_MS): void {
  const until = performance.now() + forMs;
  const look = () => {
    if (!focusIfFree(isFocusFree() ? find() : null) && performance.now() < until) window.requestAnimationFrame(look);
  };
  window.requestAnimationFrame(look);
}
