import { favouritesRoute } from '#contract/favourites.ts';
import { call } from '#web/api/call/call.ts';

/** Apart from its hook, so that the register loads without it. */
export const fetchFavourites = (signal: AbortSignal) => call(favouritesRoute, { signal });
