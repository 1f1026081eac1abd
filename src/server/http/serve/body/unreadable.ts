import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FailureReply } from '#contract/error.ts';
import { Refusal } from '#server/refusal.ts';
import { BARE_HEADERS } from '../../guard/security-headers.ts';

function refusalFor(code: string): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Refusal('headers_too_large', 'The headers of the request are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Refusal('request_timeout', 'The request took too long to arrive.');
    default:
      return new Refusal('invalid_request', 'The request is not valid HTTP.');
  }
}

/** Closing at once, while the caller still sends, would lose the answer. */
const LISTENS_ON_MS = 500;

/** Answers bytes that are not a request with the usual envelope, and closes the connection. */
export function answerUnreadable(error: Error & { code: string }, socket: Socket): void {
  // The connection is gone, or these are further bytes of a request that was answered already.
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return;
  if (socket.writable) {
    const { status, code, message } = refusalFor(error.code);
    const body = JSON.stringify({ success: false, error: message, code } satisfies FailureReply);
    const headers = {
      ...BARE_HEADERS,
      'cache-control': 'no-store',
      connection: 'close',
      'content-length': String(Buffer.byteLength(body)),
      'content-type': 'application/json; charset=utf-8',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  }
  socket.resume();
  setTimeout(() => socket.destroy(), LISTENS_ON_MS).unref();
}
