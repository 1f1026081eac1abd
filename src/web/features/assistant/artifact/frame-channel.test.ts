import { setImmediate as soon } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { LONGEST_FRAME_MESSAGE } from '#contract/artifact-frame.ts';
import { openFrameChannel, readFrameMessage } from './frame-channel.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function stubWindow(): void {
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('window', globalThis);
}

it('takes from a frame only the messages that a frame may send', () => {
  expect(readFrameMessage({ type: 'pong', count: 3 })).toEqual({ type: 'pong', count: 3 });
  expect(readFrameMessage({ type: 'picture', data: null })).toEqual({ type: 'picture', data: null });
  for (const other of [
    null,
    'ready',
    { type: 'ready', more: 1 },
    { type: 'pong', count: -1 },
    { type: 'pong', count: { valueOf: 1 } },
    { type: 'open', address: 'https://elsewhere.example' },
    { type: 'picture', data: 'data:image/svg+xml;base64,AAAA' },
    { type: 'picture', data: 'javascript:alert(1)' },
    { type: 'error', message: 'x'.repeat(LONGEST_FRAME_MESSAGE + 1) },
  ]) {
    expect(readFrameMessage(other), JSON.stringify(other)?.slice(0, 60)).toBeNull();
  }
});

it('counts a frame as hung that does not answer for 5 seconds, and no frame that does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  stubWindow();
  let port: MessagePort | undefined;
  const contentWindow = { postMessage: (_words: string, _to: string, ports: MessagePort[]) => (port = ports[0]) };
  const heard: string[] = [];
  const channel = openFrameChannel({ contentWindow } as unknown as HTMLIFrameElement, {
    onReady: () => heard.push('ready'),
    onError: (message) => heard.push(message),
    onPicture: () => undefined,
    onLeaving: () => undefined,
    onFlood: () => heard.push('flood'),
    onHung: () => heard.push('hung'),
  });
  const hears = async (word: string) => {
    while (heard.at(-1) !== word) await soon();
  };
  let answers = true;
  port?.addEventListener('message', ({ data }: MessageEvent<{ count: number }>) => {
    if (!answers) return;
    port?.postMessage({ type: 'pong', count: data.count });
    // Messages keep their order, so the answer has arrived when this has.
    port?.postMessage({ type: 'error', message: `after ${data.count}` });
  });
  port?.start();
  port?.postMessage({ type: 'ready' });
  await hears('ready');
  for (let second = 1; second <= 7; second += 1) {
    vi.advanceTimersByTime(1000);
    await hears(`after ${second}`);
  }
  answers = false;
  vi.advanceTimersByTime(1000 + 4999);
  expect(heard).not.toContain('hung');
  vi.advanceTimersByTime(1);
  expect(heard.at(-1)).toBe('hung');
  channel.close();
  port?.close();
});

it.each([
  ['says it leaves', [{ type: 'leaving' }], ['leaving']],
  // Said once: what came after the thousandth is not read.
  ['sends thousands of messages at once', Array.from({ length: 9000 }, () => ({ type: 'pong', count: 9 })), ['flood']],
  ['sends what no frame may send', Array.from({ length: 21 }, () => ({ type: 'x'.repeat(9) })), ['flood']],
])('hears a frame that %s', async (_, messages, expected) => {
  stubWindow();
  let port: MessagePort | undefined;
  const contentWindow = { postMessage: (_words: string, _to: string, ports: MessagePort[]) => (port = ports[0]) };
  const heard: string[] = [];
  const channel = openFrameChannel({ contentWindow } as unknown as HTMLIFrameElement, {
    onReady: () => undefined,
    onError: (message) => heard.push(message),
    onPicture: () => undefined,
    onLeaving: () => heard.push('leaving'),
    onFlood: () => heard.push('flood'),
    onHung: () => undefined,
  });
  for (const message of messages) port?.postMessage(message);
  while (heard.length === 0) await soon();
  for (let turn = 0; turn < 20; turn += 1) await soon();
  expect(heard).toEqual(expected);
  channel.close();
  port?.close();
});
