/**
 * Keeps the display on the device, so that a screen starts without a server. A build is kept whole or not at all: the page comes
 * from the same build as its scripts. Pictures and fonts are kept when they are first shown. Answers of the server are not: the
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
interface Worker {
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
}

const worker = self as unknown as Worker;
const PAGE = '/menu-display';
const BUILD = `menu-display-build-${__DISPLAY_BUILD__}`;
const SEEN = 'menu-display-seen';
const MOST_SEEN = 400;

worker.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(BUILD);
      // One that fails leaves the former build in place.
      await cache.addAll([PAGE, ...__DISPLAY_FILES__].map((path) => new Request(path, { cache: 'reload' })));
      await worker.skipWaiting();
    })(),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      const old = names.filter((name) => name.startsWith('menu-display-build-') && name !== BUILD);
      await Promise.all(old.map((name) => caches.delete(name)));
      await worker.clients.claim();
    })(),
  );
});

/** Pictures may change under the same name; fonts have a hash in theirs. */
async function seen(request: Request, isFixed: boolean): Promise<Response> {
  const cache = await caches.open(SEEN);
  const known = await cache.match(request);
  if (known && isFixed) return known;
  const fresh = fetch(request).then(async (reply) => {
    if (reply.ok) {
      await cache.put(request, reply.clone());
      const keys = await cache.keys();
      await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_SEEN)).map((key) => cache.delete(key)));
    }
    return reply;
  });
  if (!known) return fresh;
  // Drawn from what is kept; what is new stands there the next time.
  fresh.catch(() => undefined);
  return known;
}

async function ofBuild(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(BUILD);
  return (await cache.match(path)) ?? fetch(request);
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') return pathname === PAGE ? event.respondWith(ofBuild(request, PAGE)) : undefined;
  if (__DISPLAY_FILES__.includes(pathname)) return event.respondWith(ofBuild(request, pathname));
  const isFont = pathname.endsWith('.woff2');
  if (isFont || request.destination === 'image') event.respondWith(seen(request, isFont));
});
