import type { ChatEvent } from '#contract/assistant-chat.ts';
import { CallError } from '#web/api/call/call-error.ts';
import { refusalOf } from '#web/api/call/attempt.ts';
import { headersOf } from '#web/api/call/request.ts';
import { lineReader } from './lines.ts';

/** The longest wait for the server's first reply. Rule: ai-view/times. */
const REQUEST_TIMEOUT_MS = 120_000;
/** The longest pause between two pieces. The server sends something at least every 15 s. */
const STALL_MS = 30_000;

export interface StreamRequest {
  readonly method: 'GET' | 'POST';
  readonly address: string;
  readonly body?: unknown;
}

/** The connection ended or fell silent before the end of the answer, or a proxy lost it. The answer goes on at the server. */
export class StreamLost extends Error {
  override readonly name = 'StreamLost';
}

/**
 * Reads an answer until its last line.
 * @throws CallError for a refusal, StreamLost for a lost connection, the signal's reason if the caller aborted
 */
export async function readAnswer(
  { method, address, body }: StreamRequest,
  onEvents: (events: readonly ChatEvent[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), REQUEST_TIMEOUT_MS);
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), STALL_MS);
  };
  try {
    const response = await fetch(address, {
      method,
      headers: withStream(headersOf(body, undefined)),
      body: body === undefined ? null : JSON.stringify(body),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok) {
      const refusal = refusalOf(response, await response.text());
      // A proxy in front of the shop does not know if the question has arrived.
      if (response.status >= 500 && refusal.details['success'] !== false) throw new StreamLost(refusal.message);
      throw refusal;
    }
    if (response.body === null) throw new StreamLost('no body');
    restart();
    const read = lineReader();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new StreamLost('ended early');
      restart();
      const events = read(value);
      if (events.length > 0) onEvents(events);
      if (events.some(({ type }) => type === 'done' || type === 'error')) return;
    }
  } catch (error) {
    if (error instanceof CallError || error instanceof StreamLost) throw error;
    signal.throwIfAborted();
    throw new StreamLost('connection lost', { cause: error });
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

function withStream(headers: Headers): Headers {
  headers.set('accept', 'text/event-stream');
  return headers;
}
