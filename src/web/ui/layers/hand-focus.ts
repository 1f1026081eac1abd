const FOR_MS = 1000;

/**
 * What has the focus is about to go: it is handed on once nothing has it, also after a dialog that has to close first.
 * Whatever takes it by itself meanwhile keeps it.
 */
export function handFocusOn(find: () => HTMLElement | null | undefined, forMs = FOR_MS): void {
  const until = performance.now() + forMs;
  const look = () => {
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    const heir = isNowhere ? find() : null;
    if (heir) heir.focus();
    else if (performance.now() < until) window.requestAnimationFrame(look);
  };
  window.requestAnimationFrame(look);
}
