import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FRAME_KINDS, FRAME_PATH, type FrameKind } from '#contract/artifact-frame.ts';
import { projectRoot } from '#server/paths.ts';
import { frameSource } from '../guard/frame-source.ts';
import { unknownPath } from '../serve/error-handler.ts';

const YEAR_S = 31_536_000;
/**
 * Nothing comes in and nothing goes out: no network, no storage, no forms. Its own scripts are named by their address,
 * because a hash or a nonce would switch 'unsafe-inline' off. `sandbox` makes a direct visit as harmless.
 * Rule: ai-view/frame.
 */
const policy = (request: FastifyRequest): string =>
  [
    "default-src 'none'",
    `script-src 'unsafe-inline' ${frameSource(request.host)}`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join(';');

const NOTHING_ALLOWED = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((name) => `${name}=()`)
  .join(', ');

/** The style of frames that the product draws; an HTML artifact brings its own. */
const STYLE = `:root{--ground:#0a0b0b;--raised:#191c1b;--line:#232726;--ink:#f0f3f2;--ink-2:#abb3b0;--hover:#ffffff14;color-scheme:dark}
:root[data-theme=light]{--ground:#fff;--raised:#fff;--line:#e1e5e3;--ink:#141817;--ink-2:#4b5451;--hover:#0f19140d;color-scheme:light}
html,body{height:100%;margin:0}
body{background:var(--ground);color:var(--ink);font:14px/1.5 ui-sans-serif,system-ui,'Segoe UI',Roboto,sans-serif;font-variant-numeric:tabular-nums}
#root{min-height:100%;box-sizing:border-box;padding:16px}
figure{margin:0;display:flex;flex-direction:column;gap:8px;height:calc(100vh - 32px)}
figcaption{font-size:16px;font-weight:600}
.plot{flex:1;min-height:0}
.empty{color:var(--ink-2)}
.diagram{display:grid;place-items:center}
.diagram svg{max-width:100%;height:auto}`;

/** The runtime of each kind, by its name without the hash. */
const SCRIPTS: Record<FrameKind, readonly string[]> = {
  html: ['frame'],
  react: ['frame', 'react'],
  chart: ['frame', 'chart'],
  mermaid: ['frame', 'mermaid'],
};

function page(kind: FrameKind, files: ReadonlyMap<string, string>): string {
  const scripts = SCRIPTS[kind].map((name) => `<script src="${FRAME_PATH}${files.get(name) ?? name}"></script>`);
  const style = kind === 'html' ? '' : `<style>${STYLE}</style>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Artifact</title>${style}</head><body>${scripts.join('')}</body></html>
`;
}

/**
 * Serves the frames in which the code of artifacts runs. They hold nothing of the shop: the code and its rows come from
 * the page that shows them, over a channel.
 */
export async function registerArtifactFrame(app: FastifyInstance): Promise<void> {
  const folder = app.deps.frameFolder ?? join(projectRoot, 'dist', 'frame');
  let names: string[] = [];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  } catch {
    // Not built: an API server of a test, which shows no pages.
  }
  const files = new Map(names.map((name) => [name.replace(/-[A-Z0-9]+\.js$/, ''), name]));
  if (names.length > 0) {
    await app.register(staticFiles, {
      root: folder,
      prefix: FRAME_PATH,
      decorateReply: false,
      index: false,
      wildcard: false,
      cacheControl: false,
      acceptRanges: false,
      setHeaders: (reply) => {
        reply.header('cache-control', `public, max-age=${YEAR_S}, immutable`);
        // A frame has no origin, and to a browser is another site.
        reply.header('cross-origin-resource-policy', 'cross-origin');
      },
    });
  }
  for (const kind of FRAME_KINDS) {
    app.get(`${FRAME_PATH}${kind}`, { schema: { hide: true } }, (request, reply) => {
      if (!files.has('frame')) throw unknownPath();
      return (
        reply
          .header('content-security-policy', policy(request))
          .header('permissions-policy', NOTHING_ALLOWED)
          .header('referrer-policy', 'no-referrer')
          .header('cache-control', 'no-cache')
          .removeHeader('x-frame-options')
          // Without an origin there is nothing to key by.
          .removeHeader('origin-agent-cluster')
          .type('text/html; charset=utf-8')
          .send(page(kind, files))
      );
    });
  }
}
