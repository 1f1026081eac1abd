import { menuEvent, type MenuEvent } from '#contract/menu-events.ts';

/** The server sends a line at least every 15 s. */
const SILENCE_MS = 45_000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

interface Hears {
  readonly event: (event: MenuEvent) => void;
  /** Something arrived, even if it only shows that the stream is alive. */
  readonly alive: () => void;
  readonly down: () => void;
  /** The server refused with 401 or 404. It is asked again, because a closed menu may be opened. */
  readonly refused: (status: number) => void;
}

/** The `data:` lines of one event, as a JSON value of the contract; null for other texts. */
function read(block: string): MenuEvent | null {
  const data = block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trim())
    .join('\n');
  if (data === '') return null;
  try {
    const parsed = menuEvent.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Listens until it is stopped, and connects again after every end, with growing waits that differ between screens.
 * Unlike `EventSource` it sees lines without an event, and so notices a dead connection; and it sees the reason of a
 * refusal.
 */
export function listen(address: string, hears: Hears): () => void {
  let stopped = false;
  let failures = 0;
  let current = new AbortController();
  let timer = 0;

  async function connect(): Promise<void> {
    current = new AbortController();
    let silence = window.setTimeout(() => current.abort(), SILENCE_MS);
    try {
      const reply = await fetch(address, {
        headers: { accept: 'text/event-stream' },
        cache: 'no-store',
        credentials: 'same-origin',
        signal: current.signal,
      });
      if (!reply.ok || reply.body === null) {
        if (reply.status === 401 || reply.status === 404) hears.refused(reply.status);
        return;
      }
      const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        failures = 0;
        clearTimeout(silence);
        silence = window.setTimeout(() => current.abort(), SILENCE_MS);
        hears.alive();
        const blocks = (text + value.replaceAll('\r\n', '\n')).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          const event = read(block);
          if (event !== null) hears.event(event);
        }
      }
    } catch {
      // The network failed, the stream fell silent, or the page ended. It is tried again below.
    } finally {
      clearTimeout(silence);
    }
  }

  async function keepOn(): Promise<void> {
    for (;;) {
      await connect();
      if (stopped) return;
      hears.down();
      const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
      failures += 1;
      await new Promise((resolve) => {
        timer = window.setTimeout(resolve, most * (0.5 + Math.random() / 2));
      });
    }
  }

  void keepOn();
  return () => {
    stopped = true;
    clearTimeout(timer);
    current.abort();
  };
}
