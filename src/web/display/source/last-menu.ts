import { menuDisplayRoute, menuShelfRoute } from '#contract/menu-shelf.ts';
import { readKept, removeKept, writeKept } from '../kept.ts';
import type { KnownMenu } from '../store.ts';

/** The last good menu of a screen, which it shows until the server answers. Rule: menus/old-menu. */
interface LastMenu {
  readonly menu: KnownMenu;
  /** The instant at which the server last confirmed it, by the server's clock. */
  readonly freshMs: number;
  /** The server's clock is ahead of this device's by so much. */
  readonly aheadMs: number;
}

/** It must parse as answers of the server, so that a menu of a former build is never drawn. */
function lastMenuOf(kept: unknown): LastMenu | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { display, shelf, freshMs, aheadMs } = kept as Record<string, unknown>;
  const [first, second] = [
    menuDisplayRoute.reply.safeParse({ success: true, data: display }),
    menuShelfRoute.reply.safeParse({ success: true, data: shelf }),
  ];
  if (!first.success || !second.success || typeof freshMs !== 'number' || typeof aheadMs !== 'number') return null;
  return { menu: { display: first.data.data, shelf: second.data.data }, freshMs, aheadMs };
}

/** @param screen whose menu it is */
export async function readLastMenu(screen: string): Promise<LastMenu | null> {
  return lastMenuOf(await readKept(screen));
}

export function writeLastMenu(screen: string, { menu, ...instants }: LastMenu): Promise<boolean> {
  return writeKept(screen, { ...menu, ...instants });
}

export function removeLastMenu(screen: string): Promise<void> {
  return removeKept(screen);
}
