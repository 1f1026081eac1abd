import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EVENTS_PATH } from '#contract/live.ts';
import type { TestApp } from '../app.ts';

/** An event stream as a reader has it. */
export interface Listening {
  readonly events: unknown[];
  readonly ended: Promise<void>;
  close(): void;
}

/** Opens a stream of a server that listens. Rejects with the status when it is refused. */
export function listen(
  shop: TestApp,
  { headers }: { readonly headers: Readonly<Record<string, string>> },
  path = EVENTS_PATH,
): Promise<Listening> {
  const { port } = shop.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const events: unknown[] = [];
    const outgoing = request({ port, host: '127.0.0.1', path, headers }, (incoming) => {
      if (incoming.statusCode !== 200) {
        reject(new Error(`status ${incoming.statusCode}`));
        return;
      }
      let text = '';
      const ended = new Promise<void>((done) => incoming.on('close', done));
      incoming.on('error', () => undefined);
      incoming.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        const lines = text.split('\n');
        text = lines.pop() ?? '';
        for (const line of lines) if (line.startsWith('data: ')) events.push(JSON.parse(line.slice(6)));
      });
      resolve({ events, ended, close: () => void outgoing.destroy() });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
