import { useSyncExternalStore } from 'react';
import type { WireMenuDisplay, WireMenuShelf } from '#contract/menu-shelf.ts';

/** The last good answers of the server, which a menu is drawn from. */
export interface KnownMenu {
  readonly display: WireMenuDisplay;
  readonly shelf: WireMenuShelf;
}

export type Stage =
  /** Nothing is known yet. */
  | 'starting'
  /** A menu is known and shown, even if it is an old one. */
  | 'showing'
  /** The screen belongs to no location yet: it shows a code. */
  | 'pairing'
  /** The server says that there is no such menu, or that it is closed. */
  | 'unavailable';

export interface DisplayState {
  readonly stage: Stage;
  readonly menu: KnownMenu | null;
  /** When the server last confirmed the menu, by its own clock; null before the first time. */
  readonly freshMs: number | null;
  /** The latest problem, in words for people; null without one. */
  readonly trouble: string | null;
  /** Until when the number of the screen is shown, in ms of our clock. */
  readonly identifyUntilMs: number;
}

let state: DisplayState = { stage: 'starting', menu: null, freshMs: null, trouble: null, identifyUntilMs: 0 };
const listeners = new Set<() => void>();

export const displayState = (): DisplayState => state;

export function changeDisplay(change: Partial<DisplayState>): void {
  state = { ...state, ...change };
  for (const told of listeners) told();
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDisplay(): DisplayState {
  return useSyncExternalStore(subscribe, displayState);
}
