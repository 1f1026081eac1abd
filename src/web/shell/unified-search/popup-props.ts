import type { ViewId } from '../views/views.ts';

/** The props of every search popup. */
export interface PopupProps {
  view: ViewId;
  /** The typed text. In product mode it belongs to the view, in the other modes to the search. */
  text: string;
}
