import { create } from 'zustand';

/** The limit for one page. Rule: menus/local-windows. */
export const MOST_WINDOWS = 6;
const CLOSED_POLL_MS = 300;
const FEATURES = 'popup,width=1920,height=1080';

export interface LocalWindow {
  readonly tvNumber: number;
  /** The category shown when it was opened, or the name of its menu. */
  readonly label: string;
  readonly handle: Window;
}

// Shared by everybody, because windows belong to the page that opened them and not to a person.
export const useLocalWindows = create<{ windows: readonly LocalWindow[] }>(() => ({ windows: [] }));

let poll: number | undefined;

function forgetClosed(): void {
  const { windows } = useLocalWindows.getState();
  const open = windows.filter(({ handle }) => !handle.closed);
  if (open.length < windows.length) useLocalWindows.setState({ windows: open });
  if (open.length > 0) return;
  window.clearInterval(poll);
  poll = undefined;
}

/** The lowest free number. */
export function freeNumber(taken: readonly number[]): number {
  let number = 1;
  while (taken.includes(number)) number += 1;
  return number;
}

/** Returns false if the browser blocks the window, or if six are open. */
export function openWindow(address: string, tvNumber: number, label: string): boolean {
  forgetClosed();
  const { windows } = useLocalWindows.getState();
  if (windows.length >= MOST_WINDOWS) return false;
  const handle = window.open(address, '_blank', FEATURES);
  if (handle === null) return false;
  useLocalWindows.setState({ windows: [...windows, { tvNumber, label, handle }] });
  poll ??= window.setInterval(forgetClosed, CLOSED_POLL_MS);
  return true;
}

/** Shows another menu in all open windows. */
export function pointWindows(addressOf: (tvNumber: number) => string): void {
  for (const { handle, tvNumber } of useLocalWindows.getState().windows) {
    if (!handle.closed) handle.location.replace(addressOf(tvNumber));
  }
}

export function closeWindows(): void {
  for (const { handle } of useLocalWindows.getState().windows) handle.close();
  forgetClosed();
}
