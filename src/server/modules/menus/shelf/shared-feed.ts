import type { FastifyInstance } from 'fastify';
import { ShelfFeed } from './shelf-feed.ts';

const feeds = new WeakMap<FastifyInstance['deps'], ShelfFeed>();

/** The feed of this server, which ends with it. */
export function shelfFeed(app: FastifyInstance): ShelfFeed {
  const known = feeds.get(app.deps);
  if (known) return known;
  const feed = new ShelfFeed(app.deps);
  feeds.set(app.deps, feed);
  app.addHook('onClose', async () => feed.close());
  return feed;
}
