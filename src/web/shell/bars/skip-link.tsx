import type { MouseEvent } from 'react';

/** The places that hold the open view, the innermost first: a page of Manage without the menu beside it. */
const PLACES = ['page', 'main'];

/** Moves the focus to the open view. Only then can it hold the focus, because a press beside a control must not leave the focus here. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  const place = PLACES.map((id) => document.getElementById(id)).find((found) => found !== null);
  if (!place) return;
  place.tabIndex = -1;
  place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  place.focus();
}

/** The first link of the workspace, seen while it has the focus. It leads past sidebar, bars and menus. Rule: workspace/skip-link. */
export function SkipLink() {
  return (
    <a
      href="#main"
      onClick={skip}
      className="sr-only z-50 items-center rounded-md bg-accent text-sm font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:flex focus:h-touch focus:px-4"
    >
      Skip to main content
    </a>
  );
}
