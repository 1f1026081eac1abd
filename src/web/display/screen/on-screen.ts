import { onScreenAt as storedAt, type OnScreen } from '#domain/menu/on-screen.ts';
import type { Shelf } from '#domain/menu/shelf.ts';
import { type DisplayAddress, saysWhat, withLayoutOf, withThemeOf } from '../address.ts';
import type { KnownMenu } from '../store.ts';

/** The stored menu of a screen at an instant, with the values that the address gives. */
export function onScreenAt({ display }: KnownMenu, shelf: Shelf, { parameters }: DisplayAddress, at: Date): OnScreen {
  const isArranged = saysWhat(parameters);
  const stored = storedAt(display, shelf, at, { isPaired: display.device !== null, isArranged });
  return {
    ...stored,
    layout: withLayoutOf(parameters, stored.layout),
    theme: withThemeOf(parameters, stored.theme),
    layoutId: isArranged ? null : stored.layoutId,
  };
}
