interface Read {
  reply: Promise<unknown>;
  abort: AbortController;
  waiting: number;
  /** Until when (ms since 1970) a kept reply is reused. */
  freshUntil: number | undefined;
}

/**
 * Equal reads share one request, and with a cache time its reply for that long. When a caller gives up, the others
 * still get the reply; when all have given up, the request is cancelled.
 */
export function sharedReads(now: () => number = Date.now) {
  const reads = new Map<string, Read>();

  async function share(
    key: string,
    cacheMs: number,
    signal: AbortSignal | undefined,
    send: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<unknown> {
    signal?.throwIfAborted();
    const known = reads.get(key);
    const usable = known && (known.freshUntil === undefined || known.freshUntil > now());
    const read = usable ? known : start(key, cacheMs, send);
    if (!signal) {
      read.waiting += 1;
      return read.reply;
    }
    return follow(key, read, signal);
  }

  function start(key: string, cacheMs: number, send: (signal: AbortSignal) => Promise<unknown>): Read {
    const abort = new AbortController();
    const read: Read = { reply: send(abort.signal), abort, waiting: 0, freshUntil: undefined };
    const forget = () => {
      if (reads.get(key) === read) reads.delete(key);
    };
    read.reply.then(() => {
      if (cacheMs > 0) read.freshUntil = now() + cacheMs;
      else forget();
    }, forget);
    reads.set(key, read);
    return read;
  }

  function follow(key: string, read: Read, signal: AbortSignal): Promise<unknown> {
    read.waiting += 1;
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        read.waiting -= 1;
        if (read.waiting === 0 && read.freshUntil === undefined) {
          if (reads.get(key) === read) reads.delete(key);
          read.abort.abort(signal.reason);
        }
        reject(signal.reason instanceof Error ? signal.reason : new DOMException('Aborted', 'AbortError'));
      };
      signal.addEventListener('abort', giveUp, { once: true });
      read.reply.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
    });
  }

  return { share, forget: () => reads.clear() };
}
