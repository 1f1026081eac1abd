/**
 * Makes an element a stop of the Tab key while it has something to scroll, so that arrow keys reach all of it. While it
 * has nothing to scroll it is no stop, because there would be nothing to do there. Used as a `ref`.
 */
export function scrollStop(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return;
  const look = () => {
    const scrolls = element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;
    element.tabIndex = scrolls ? 0 : -1;
  };
  const sizes = new ResizeObserver(look);
  const observe = () => {
    sizes.disconnect();
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
  };
  const children = new MutationObserver(observe);
  children.observe(element, { childList: true });
  observe();
  return () => {
    sizes.disconnect();
    children.disconnect();
  };
}
