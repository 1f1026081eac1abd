import { toast } from '../status/toast.tsx';

/**
 * Says why a typed figure was not accepted, when its field loses the focus. The press that left the field is dropped,
 * because the person who pressed believed that the figure counts. The press would apply, send or receive another one.
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
  // By the next press the message and the restored figure are on the screen.
  for (const next of ['pointerdown', 'keydown']) window.addEventListener(next, end, true);
}
