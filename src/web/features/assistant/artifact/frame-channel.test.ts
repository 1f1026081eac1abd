import { expect, it } from 'vitest';
import { LONGEST_FRAME_MESSAGE } from '#contract/artifact-frame.ts';
import { readFrameMessage } from './frame-channel.ts';

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
