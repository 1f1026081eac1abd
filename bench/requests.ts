import { randomUUID } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

export interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As it came over the wire, perhaps compressed. */
  readonly body: Buffer;
}

/** One GET, its body untouched. Rejects when nobody answers. */
export function rawGet(url: string, headers: Readonly<Record<string, string>> = {}): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', reject);
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** The JSON of an answer that must be 200. */
export async function getJson(url: string, token: string): Promise<unknown> {
  const reply = await rawGet(url, { authorization: `Bearer ${token}` });
  if (reply.status !== 200) throw new Error(`${url} answered ${reply.status}: ${reply.body.toString().slice(0, 200)}`);
  return JSON.parse(reply.body.toString());
}

/** Sends JSON, with a new key; returns how long the answer took, which must be 200. */
export async function sendJson(url: string, token: string, sent: { method: string; body: string }): Promise<number> {
  const started = performance.now();
  const reply = await fetch(url, {
    ...sent,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
  });
  const text = await reply.text();
  if (reply.status !== 200) throw new Error(`${url} answered ${reply.status}: ${text.slice(0, 200)}`);
  return performance.now() - started;
}

/** Reads an answer to its end, or until it is told to stop, and discards it. */
export function drain(url: string, token: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { authorization: `Bearer ${token}` }, signal }, (reply) => {
      reply.on('error', () => resolve());
      reply.on('close', () => resolve());
      reply.resume();
    });
    sent.on('error', (error) => (signal.aborted ? resolve() : reject(error)));
    sent.end();
  });
}
