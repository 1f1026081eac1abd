import { existsSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { projectRoot } from '#server/paths.ts';
import { refuseUnknownPath } from './error-handler.ts';

const HASHED = `${join('/', 'assets')}/`;
const YEAR_S = 31_536_000;

/**
 * Serves the built web app: hashed files for ever, everything else asked about each time, and `index.html` for every
 * address that is not the API's, because the app has its own router.
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
        reply.header('cache-control', hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '/';
    const page =
      (request.method === 'GET' || request.method === 'HEAD') && !path.startsWith('/api') && !/\.\w+$/.test(path);
    if (built && page) return reply.header('cache-control', 'no-cache').sendFile('index.html');
    return refuseUnknownPath(request, reply);
  });
}
