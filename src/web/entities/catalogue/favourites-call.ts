import { type Favourites, favouritesRoute } from '#contract/favourites.ts';
import { call } from '#web/api/call/call.ts';

/** A pin, a move (also pinned) to before another product, or the removal of a pin. */
export interface FavouriteChange {
  readonly locationId: number | null;
  readonly productId: number;
  readonly pinned: boolean;
  /** Null for the last place. */
  readonly beforeId: number | null;
}

/**
 * Changes asked here, in their order, until the answers of all of them are known. An answer has the list as it was when
 * the server made one of them, so it is shown with all others; otherwise the products would jump back and forth.
 */
let asked: readonly FavouriteChange[] = [];

export const askedChanges = () => asked;

export function setAskedChanges(changes: readonly FavouriteChange[]): void {
  asked = changes;
}

export function withChange(list: Favourites, { productId, pinned, beforeId }: FavouriteChange): Favourites {
  const others = list.pinned.filter((one) => one !== productId);
  const place = beforeId === null ? others.length : Math.max(0, others.indexOf(beforeId));
  return {
    pinned: pinned ? others.toSpliced(place, 0, productId) : others,
    selling: list.selling.filter((one) => one !== productId),
  };
}

/** The favourites with what was asked here meanwhile. Apart from its hook, so that the register loads without it. */
export async function fetchFavourites(locationId: number | null, signal: AbortSignal) {
  const reply = await call(favouritesRoute, { signal });
  const own = asked.filter((change) => change.locationId === locationId);
  return { ...reply, data: own.reduce(withChange, reply.data) };
}
