import { toast } from '../status/toast.tsx';

/**
 * Says why a typed figure was not taken when its field is left. The press that left the field is dropped: it was made
 * in the belief that the figure counts, and would apply, send or receive another one.
 */
export function refuseFigure(sentence: string): void {
  toast.error(sentence);
  const drop = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    end();
  };
  const end = (): void => {
    window.removeEventListener('click', drop, true);
    for (const next of ['pointerdown', 'keydown']) window.removeEventListener(next, end, true);
  };
  window.addEventListener('click', drop, true);
  // The next press is made by somebody who can see what stands there now.
  for (const next of ['pointerdown', 'keydown']) window.addEventListener(next, end, true);
}
