export type { LocationShelf } from './shelf/shelf-feed.ts';
export { shelfFeed } from './shelf/shared-feed.ts';
export { holdMenus, lockMenus, menusChanged, requireSeen } from './revision.ts';
export { createConfig, deleteConfig, listConfigs, requireConfig, restoreConfig, updateConfig } from './configs.ts';
export { displayOf } from './display.ts';
export { selectStore, setShown } from './store-config.ts';
