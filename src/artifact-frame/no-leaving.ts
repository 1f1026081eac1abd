/**
 * Keeps the code of an artifact from navigating its frame. The page's `frame-src` refuses such a navigation, but before it
 * does, a browser looks up the host and connects to it: the name of the host would carry rows out. No policy governs that,
 * so the frame holds its thread before the navigation begins, and the page removes it meanwhile.
 * What is needed is taken here, before code that nobody has checked can replace it.
 */
// Taken as they are, to be called on what they belong to.
/* oxlint-disable typescript/unbound-method */
const { apply } = Reflect;
const { composedPath, preventDefault } = Event.prototype;
const { hasAttribute, getAttribute } = Element.prototype;
const { now } = Performance.prototype;
/* oxlint-enable typescript/unbound-method */
const clock = performance;

/** Longer than the page waits for a frame that does not answer, so that it is gone when the time is over. */
const HOLDS_MS = 8000;
const ADDRESS = 'href';

/** A link leads nowhere from here: pressing one would stop the preview. Places in the document itself stay reachable. */
function refuseLink(event: Event): void {
  const path = apply(composedPath, event, []);
  for (let place = 0; place < path.length; place += 1) {
    const part = path[place];
    if (!(part instanceof Element) || !apply(hasAttribute, part, [ADDRESS])) continue;
    const address = apply(getAttribute, part, [ADDRESS]);
    if (address?.[0] !== '#') apply(preventDefault, event, []);
  }
}

/** @param tell says to the page that the frame is to be removed */
export function refuseToLeave(tell: () => void): void {
  // The first listeners of the window: nothing comes before them.
  window.addEventListener('click', refuseLink, { capture: true });
  window.addEventListener(
    'beforeunload',
    () => {
      try {
        tell();
      } finally {
        const end = apply(now, clock, []) + HOLDS_MS;
        while (apply(now, clock, []) < end);
      }
    },
    { capture: true },
  );
}
