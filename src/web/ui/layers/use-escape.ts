import { useEffect, useEffectEvent } from 'react';

/**
 * Hears Escape on an element and on what is in it. A list or a menu floats elsewhere in the document, so Escape there
 * closes only that.
 * @param find the element, which is there when the component has mounted
 * @param leave answers false when it has no use for the key
 */
export function useEscape(
  find: () => HTMLElement | null | undefined,
  leave: (event: KeyboardEvent) => boolean | void,
): void {
  const found = useEffectEvent(find);
  const latest = useEffectEvent(leave);
  useEffect(() => {
    const element = found();
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && latest(event) !== false) event.preventDefault();
    };
    element?.addEventListener('keydown', press);
    return () => element?.removeEventListener('keydown', press);
  }, []);
}
