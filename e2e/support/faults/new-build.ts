import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

const reversed = (text: string): string => text.split('').toReversed().join('');

/**
 * A door to a server that can deploy another build of the display: each of its files then has another hash in its name,
 * and the old names are gone.
 */
export async function deployable(upstream: string) {
  const renamed = new Map<string, string>();
  let isNew = false;
  let saidTime: string | null = null;

  function asBuilt(text: string): string {
    for (const [, name = '', hash = ''] of text.matchAll(/([\w-]+)-([\w-]{8})\.(?:js|css)/g))
      renamed.set(`${name}-${hash}.`, `${name}-${reversed(hash)}.`);
    if (!isNew) return text;
    return [...renamed]
      .reduce((all, [old, now]) => all.replaceAll(old, now), text)
      .replace(/(?<=["'`])[0-9a-f]{16}(?=["'`])/, reversed)
      .replace('<html', '<html data-build="2"');
  }

  const door = createServer((request, response) => {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    void (async () => {
      let path = request.url ?? '/';
      for (const [old, now] of renamed) {
        if (isNew && path.includes(old)) return response.writeHead(404).end();
        path = path.replace(now, old);
      }
      const { host: _host, connection: _connection, 'accept-encoding': _encoding, ...headers } = request.headers;
      const reply = await fetch(upstream + path, { headers: headers as Record<string, string>, signal: gone.signal });
      const type = reply.headers.get('content-type') ?? '';
      response.writeHead(reply.status, { 'content-type': type, 'cache-control': 'no-store' });
      if (type.includes('event-stream') && reply.body)
        // Ends with an error when the page goes away, which is no fault.
        return pipeline(Readable.fromWeb(reply.body as ReadableStream), response, () => undefined);
      if (/javascript|html/.test(type)) return response.end(asBuilt(await reply.text()));
      const body = Buffer.from(await reply.arrayBuffer());
      const isTold = saidTime !== null && type.includes('json');
      return response.end(isTold ? body.toString().replace(/(?<="now":")[^"]*/, saidTime ?? '') : body);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void door.listen(0, '127.0.0.1', resolve));
  const { port } = door.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    deploy: () => void (isNew = true),
    /** From now on the server's clock stands at this instant. */
    sayTime: (instant: string) => void (saidTime = instant),
    close: () => {
      door.closeAllConnections();
      door.close();
    },
  };
}
