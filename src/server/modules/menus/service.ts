export { menusChanged } from './revision.ts';
export type { LocationShelf } from './shelf/shelf-feed.ts';
export { shelfFeed } from './shelf/shelf-feeds.ts';
export { holdMenus, requireSeen } from './revision.ts';
export { setShown } from './store.ts';
