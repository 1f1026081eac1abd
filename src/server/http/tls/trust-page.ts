import { createHash, X509Certificate } from 'node:crypto';
import { renderSVG } from 'uqr';
import { hostForDevices } from './machine-names.ts';

/**
 * The page on which devices learn to trust the local authority. It is public and also served by plain http, because
 * nothing is trusted yet.
 */
export const TRUST_PATH = '/trust';
const AUTHORITY_PATH = `${TRUST_PATH}/tillwright.crt`;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.5rem; line-height: 1.2; } h2 { font-size: 1.1rem; margin-top: 2rem; }
a.button { display: inline-block; padding: 0.75rem 1.25rem; border-radius: 0.5rem; background: #146c45; color: #fff; text-decoration: none; font-weight: 600; }
a { color: light-dark(#146c45, #4cc38a); }
code { font-size: 0.85rem; overflow-wrap: anywhere; } svg { width: 12rem; height: 12rem; background: #fff; }
`;

/** The SHA-256 fingerprint of a certificate in the usual form: "AB:CD:...". */
export function fingerprintOf(pem: string): string {
  return new X509Certificate(pem).fingerprint256;
}

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none';style-src 'sha256-${STYLE_HASH}';frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);

/**
 * The page for people.
 * @param host as the browser has it, with its port
 */
function page(host: string, authority: string): string {
  const name = escaped(host);
  const link = `http://${hostForDevices(host)}${TRUST_PATH}`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Trust this shop</title><style>${STYLE}</style></head>
<body><main>
<h1>Trust this shop on your device</h1>
<p>The shop is served by https, so that nobody on the network can read along, and so that cameras work. Its certificate was made on
this shop’s own computer. Each device has to be told once to trust it.</p>
<p><a class="button" href="https://${name}/">Open the shop</a> if this device trusts it already.</p>
<h2>1. Get the certificate</h2>
<p><a href="${AUTHORITY_PATH}">Download the certificate</a> (tillwright.crt). Its SHA-256 fingerprint must be the one that the server
shows when it starts:</p>
<p><code>${fingerprintOf(authority)}</code></p>
<p>For another device, scan this code or open ${escaped(link)} there:</p>
${renderSVG(link, { border: 2 })}
<h2>2. iPad and iPhone</h2>
<ol><li>Download the certificate in Safari and allow the profile.</li>
<li>Settings, General, VPN &amp; Device Management: choose the profile “Tillwright on ...” and install it.</li>
<li>Settings, General, About, Certificate Trust Settings: switch it on.</li></ol>
<h2>Android</h2>
<ol><li>Download the certificate.</li>
<li>Settings, Security, More security settings, Encryption &amp; credentials, Install a certificate, CA certificate: install anyway, and
choose tillwright.crt.</li></ol>
<h2>Windows</h2>
<ol><li>Open tillwright.crt and press Install Certificate. Choose Local Machine to trust it for everybody on this computer.</li>
<li>Choose “Place all certificates in the following store”, Browse, Trusted Root Certification Authorities, and finish.</li>
<li>Close the browser and open it again.</li></ol>
<h2>macOS</h2>
<ol><li>Open tillwright.crt; Keychain Access adds it.</li>
<li>In Keychain Access open “Tillwright on ...”, then Trust, and choose Always Trust.</li></ol>
<h2>3. Open the shop</h2>
<p><a class="button" href="https://${name}/">Open the shop</a></p>
<p>The certificate is good for names and addresses of local networks and of this shop only; it cannot vouch for any other site.</p>
</main></body>
</html>
`;
}

/** A host name that may be written into a page or an address; otherwise null. */
function saneHost(host: string | undefined): string | null {
  return host !== undefined && /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i.test(host) ? host : null;
}

/** The page and the certificate; null for another address. */
export function trustAnswer(path: string, host: string | undefined, authority: string): Answer | null {
  const known = saneHost(host);
  if (path === AUTHORITY_PATH) {
    const headers = {
      'content-type': 'application/x-x509-ca-cert',
      'content-disposition': 'attachment; filename="tillwright.crt"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    };
    return { status: 200, headers, body: new X509Certificate(authority).raw };
  }
  if (path !== TRUST_PATH || known === null) return null;
  return { status: 200, headers: HTML_HEADERS, body: page(known, authority) };
}

/**
 * The answer of an https server to plain http: the page about its certificate, or a redirect to https. A write is not
 * redirected, because it has crossed the network unencrypted by then.
 */
export function plainAnswer(
  { method, url, host }: { method: string; url: string; host: string | undefined },
  authority: string | null,
): Answer {
  const path = url.split('?')[0] ?? '/';
  const isRead = method === 'GET' || method === 'HEAD';
  const known = saneHost(host);
  if (!isRead || known === null || !url.startsWith('/')) {
    const error = 'This server is reached by https. Nothing was done.';
    return {
      status: 426,
      headers: { 'content-type': 'application/json; charset=utf-8', upgrade: 'TLS/1.2' },
      body: JSON.stringify({ success: false, code: 'https_required', error }),
    };
  }
  if (authority === null) return sentTo(308, `https://${known}${url}`);
  return trustAnswer(path, known, authority) ?? sentTo(307, path === '/' ? TRUST_PATH : `https://${known}${url}`);
}

function sentTo(status: 307 | 308, location: string): Answer {
  return { status, headers: { location, 'cache-control': 'no-store' }, body: '' };
}
