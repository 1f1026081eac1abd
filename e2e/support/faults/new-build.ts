import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/** The same letters, begun at another one: another hash for each build. */
const turned = (text: string, build: number): string => text.slice(build - 1) + text.slice(0, build - 1);

/**
 * A door to a server that can deploy other builds of the display: each of its files then has another hash in its name,
 * and the old names are gone.
 */
export async function deployable(upstream: string) {
  const files = new Map<string, { readonly name: string; readonly hash: string }>();
  let build = 1;
  let saidTime: string | null = null;
  const namesIn = (which: number): [original: string, name: string][] =>
    [...files].map(([original, { name, hash }]) => [original, `${name}-${turned(hash, which)}.`]);

  function asBuilt(text: string): string {
    for (const [, name = '', hash = ''] of text.matchAll(/([\w-]+)-([\w-]{8})\.(?:js|css)/g))
      files.set(`${name}-${hash}.`, { name, hash });
    if (build === 1) return text;
    return namesIn(build)
      .reduce((all, [original, name]) => all.replaceAll(original, name), text)
      .replace(/(?<=["'`])[0-9a-f]{16}(?=["'`])/, (id) => turned(id, build))
      .replace('<html', `<html data-build="${build}"`);
  }

  const door = createServer((request, response) => {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    void (async () => {
      let path = request.url ?? '/';
      for (let former = 1; former < build; former += 1)
        if (namesIn(former).some(([, name]) => path.includes(name))) return response.writeHead(404).end();
      for (const [original, name] of namesIn(build)) path = path.replace(name, original);
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
    deploy: () => void (build += 1),
    /** From now on the server's clock stands at this instant. */
    sayTime: (instant: string) => void (saidTime = instant),
    close: () => {
      door.closeAllConnections();
      door.close();
    },
  };
}
