import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { Refusal } from '#server/refusal.ts';
import { DrawingThread } from './drawing-thread.ts';

/** Draws "paper", and dies of other words in one way or the other. */
const MORTAL = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (paper) => {
    if (paper === 'leave') process.exit(3);
    if (paper === 'throw') throw new Error('thrown');
    if (paper === 'throw twice') {
      process.on('exit', () => { throw new Error('thrown again'); });
      throw new Error('thrown once');
    }
    if (paper === 'for ever') for (;;);
    if (paper === 'die later') setImmediate(() => { throw new Error('thrown later'); });
    parentPort.postMessage({ pdf: new Uint8Array([1]) });
  });`;

const tooLong = () => new Refusal('paper_too_long', 'Too long.');

/** Draws with real threads, and notes when they start and end. */
function mortal(isLong: boolean, died = (): void => undefined) {
  const noted: string[] = [];
  const thread = new DrawingThread({ mostWaiting: 9, retryAfterS: 1, longestS: 1 }, isLong, () => {
    noted.push('starts');
    const worker = new Worker(MORTAL, { eval: true }).once('exit', () => noted.push('ended'));
    // After the thread has heard of it.
    setImmediate(() => worker.once('error', died));
    return worker;
  });
  const draw = (paper: string, signal?: AbortSignal) =>
    thread.draw({ paper, size: 1, tooLong }, signal).then(
      () => 'drawn',
      (error: Error) => error.message,
    );
  return { draw, noted };
}

it.each([
  ['leave', 'the thread ended with a paper (3)'],
  ['throw', 'thrown'],
  ['throw twice', 'thrown once'],
])('fails a paper whose thread dies of it (%s), and draws the next ones in another', async (cause, message) => {
  for (const isLong of [false, true]) {
    const { draw, noted } = mortal(isLong);
    expect(await Promise.all([draw(cause), draw('paper'), draw('paper')])).toEqual([message, 'drawn', 'drawn']);
    expect(noted.slice(0, 3)).toEqual(['starts', 'ended', 'starts']);
  }
});

it('begins the next long paper when the thread of the last one has ended', async () => {
  const { draw, noted } = mortal(true);
  const gone = new AbortController();
  const all = [draw('for ever', gone.signal), draw('paper')];
  gone.abort(new Error('hung up'));
  expect(await Promise.all(all)).toEqual(['hung up', 'drawn']);
  expect(noted.slice(0, 3)).toEqual(['starts', 'ended', 'starts']);
  await expect.poll(() => noted).toHaveLength(4);
  expect(await draw('paper')).toBe('drawn');
});

it('ends the thread of a paper that hangs, refuses the paper, and draws the next ones', async () => {
  for (const isLong of [false, true]) {
    const { draw, noted } = mortal(isLong);
    expect(await Promise.all([draw('for ever'), draw('paper'), draw('paper')])).toEqual([
      'Too long.',
      'drawn',
      'drawn',
    ]);
    expect(noted.slice(0, 3)).toEqual(['starts', 'ended', 'starts']);
  }
});

it('gives no paper to an idle thread that is dying', async () => {
  let next: Promise<string> | undefined;
  const { draw } = mortal(false, () => {
    next = draw('paper');
  });
  expect(await draw('die later')).toBe('drawn');
  await expect.poll(() => next).toBeDefined();
  expect(await next).toBe('drawn');
});

it('draws a paper anew that was given to a thread that was dying of the one before, and only once', async () => {
  for (const isLong of [false, true]) {
    const { draw } = mortal(isLong);
    const papers = [draw('die later'), draw('paper'), draw('throw'), draw('paper')];
    // Answer and end of the thread arrive together.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    expect(await Promise.all(papers)).toEqual(['drawn', 'drawn', 'thrown', 'drawn']);
  }
});
