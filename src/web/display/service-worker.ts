import type { KeepMessage } from './page/keep-message.ts';

/**
 * Keeps the display on the device, so that a screen starts without a server. A build is kept whole or not at all: the page comes
 * from the same build as its scripts. Pictures and fonts are kept when the page names them, and when they are shown. Answers of the server are not: the
 * page keeps its last menu itself.
 */

/** Written by the build: the files of the display, with a hash in each name. */
declare const __DISPLAY_FILES__: readonly string[];
/** Written by the build: changes with any of them. */
declare const __DISPLAY_BUILD__: string;

interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends LifeEvent {
  readonly request: Request;
  respondWith(reply: Promise<Response>): void;
}
interface MessageOf extends LifeEvent {
  readonly data: unknown;
}
interface Worker {
  addEventListener(type: 'message', listener: (event: MessageOf) => void): void;
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
}

const worker = self as unknown as Worker;
const PAGE = '/menu-display';
const BUILDS = 'menu-display-build-';
const BUILD = `${BUILDS}${__DISPLAY_BUILD__}`;
const SEEN = 'menu-display-seen';
const MOST_SEEN = 400;
/** A page stands for a day at most, and a day has few deploys. */
const OLD_BUILDS = 6;

worker.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(BUILD);
      // A failed installation leaves the former build in place.
      await cache.addAll([PAGE, ...__DISPLAY_FILES__].map((path) => new Request(path, { cache: 'reload' })));
      await worker.skipWaiting();
    })(),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      // In the order of their making. A page of the build before goes on until a quiet moment, and may need its files.
      const old = names.filter((name) => name.startsWith(BUILDS) && name !== BUILD).slice(0, -OLD_BUILDS);
      await Promise.all(old.map((name) => caches.delete(name)));
      await worker.clients.claim();
    })(),
  );
});

async function keepSeen(cache: Cache, request: Request, reply: Response): Promise<void> {
  if (!reply.ok) return;
  await cache.put(request, reply);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_SEEN)).map((key) => cache.delete(key)));
}

/** Pictures may change under the same name; fonts have a hash in theirs. */
async function seen(request: Request, isFixed: boolean): Promise<Response> {
  const cache = await caches.open(SEEN);
  const known = await cache.match(request);
  if (known && isFixed) return known;
  const fresh = fetch(request).then(async (reply) => {
    await keepSeen(cache, request, reply.clone());
    return reply;
  });
  if (!known) return fresh;
  // The kept picture is used now, and the fresh one the next time.
  fresh.catch(() => undefined);
  return known;
}

/** A browser may have deleted the cache. Then the file is kept again when it is next fetched. */
async function ofBuild(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(BUILD);
  // A script of the build before is found in the cache of that build.
  const kept = (await cache.match(path)) ?? (path === PAGE ? undefined : await caches.match(path));
  if (kept) return kept;
  const reply = await fetch(request);
  // A page of a newer build does not belong to these scripts.
  if (reply.ok && path !== PAGE) await cache.put(path, reply.clone());
  return reply;
}

/** Fetches the files that are not kept yet, one after the other, so that pictures on show have the network first. */
async function keepNamed(addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(SEEN);
  for (const address of addresses) {
    const request = new Request(address);
    if (new URL(request.url).origin !== worker.location.origin || (await cache.match(request))) continue;
    // A file that cannot be fetched now is kept when it is shown.
    await fetch(request).then(
      (reply) => keepSeen(cache, request, reply),
      () => undefined,
    );
  }
}

worker.addEventListener('message', (event) => {
  const { keep } = event.data as Partial<KeepMessage>;
  if (Array.isArray(keep)) event.waitUntil(keepNamed(keep));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') return pathname === PAGE ? event.respondWith(ofBuild(request, PAGE)) : undefined;
  if (/^\/assets\/display\/.*\.(?:js|css)$/.test(pathname)) return event.respondWith(ofBuild(request, pathname));
  const isFont = pathname.endsWith('.woff2');
  if (isFont || request.destination === 'image') event.respondWith(seen(request, isFont));
});
