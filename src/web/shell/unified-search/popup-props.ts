import type { ViewId } from '../views/views.ts';

/** What every popup of the search gets. */
export interface PopupProps {
  view: ViewId;
  /** What is typed: the view's own search in product mode, else the search's. */
  text: string;
}
