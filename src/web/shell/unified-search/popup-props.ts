import type { ViewId } from '../views/views.ts';

/** The props of every search popup. */
export interface PopupProps {
  view: ViewId;
  /** The typed text. */
  text: string;
}
