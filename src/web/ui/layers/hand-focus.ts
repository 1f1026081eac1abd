const FOR_MS = 1000;

/** Whether no control has the focus: the one that had it is gone, or is locked. */
export function isFocusFree(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Whoever has gone elsewhere meanwhile stays there. Returns whether it has the focus now. */
export function focusIfFree(element: HTMLElement | null | undefined, options?: FocusOptions): boolean {
  if (!element || !isFocusFree()) return false;
  element.focus(options);
  return true;
}

/** A `ref` of what has the focus from its first moment on. Stable, so that it runs once. */
export const focusAtOnce = (element: HTMLElement | null): void => element?.focus();

/**
 * What has the focus is about to go: it is handed on once nothing has it, also after a dialog that has to close first.
 * Whatever takes it by itself meanwhile keeps it.
 */
export function handFocusOn(find: () => HTMLElement | null | undefined, forMs = FOR_MS): void {
  const until = performance.now() + forMs;
  const look = () => {
    if (!focusIfFree(isFocusFree() ? find() : null) && performance.now() < until) window.requestAnimationFrame(look);
  };
  window.requestAnimationFrame(look);
}
