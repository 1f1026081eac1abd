import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPagePath, PAGES } from '#contract/pages.ts';
import { projectRoot } from '#server/paths.ts';
import { unknownPath } from '../serve/error-handler.ts';
import { isApiPath } from './api-address.ts';

const HASHED = `${join('/', 'assets')}/`;
const YEAR_S = 31_536_000;

/** The worker that reads identity cards. */
const CARD_READER = /^frame-worker-[\w-]+\.js$/;
/** A worker has the policy of its own script. This one compiles WebAssembly, which pages may not. */
const CARD_READER_POLICY =
  "default-src 'none';script-src 'self' 'wasm-unsafe-eval';connect-src 'self';frame-ancestors 'none'";

/** The screens in the shop: a separate app, which draws menus and reaches only this server. */
const DISPLAY = 'menu-display.html';
const DISPLAY_POLICY =
  "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;font-src 'self';connect-src 'self';worker-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'";
/** The worker that keeps the display on the device. A worker has the policy of its own script. */
const DISPLAY_WORKER = 'menu-display-worker.js';
const DISPLAY_WORKER_POLICY = "default-src 'none';connect-src 'self';frame-ancestors 'none'";

/** A page for people. It needs no script and tells a scanner nothing. */
const NOT_FOUND = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Page not found</title></head>
<body><main><h1>Page not found</h1><p>There is nothing at this address.</p><p><a href="/">Go to the register</a></p></main></body>
</html>
`;

/**
 * Serves the built web app. Files with a hash in their name are cached for ever, others are revalidated. Every address
 * of a page gets `index.html`, because the app has its own router; only the screens in the shop have a page of their own.
 */
export async function registerWebApp(app: FastifyInstance): Promise<void> {
  const folder = app.deps.webFolder ?? join(projectRoot, 'dist', 'web');
  const built = existsSync(join(folder, 'index.html'));
  if (built) {
    await app.register(staticFiles, {
      root: folder,
      wildcard: false,
      index: 'index.html',
      cacheControl: false,
      acceptRanges: false,
      setHeaders: (reply, path) => {
        const hashed = path.slice(folder.length).startsWith(HASHED);
        if (hashed && CARD_READER.test(basename(path))) {
          reply.header('content-security-policy', CARD_READER_POLICY);
        }
        if (path.endsWith(DISPLAY)) reply.header('content-security-policy', DISPLAY_POLICY);
        if (path.endsWith(DISPLAY_WORKER)) reply.header('content-security-policy', DISPLAY_WORKER_POLICY);
        reply.header('cache-control', hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0]?.replace(/(?<=.)\/$/, '') ?? '/';
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && isPagePath(path);
    if (built && isPage) {
      return reply.header('cache-control', 'no-cache').sendFile(path === PAGES.menuDisplay ? DISPLAY : 'index.html');
    }
    if (!isApiPath(path) && request.headers.accept?.includes('text/html') === true) {
      return reply.status(404).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(NOT_FOUND);
    }
    throw unknownPath();
  });
}
