import { describe, expect, it } from 'vitest';
import { callerNow } from '#server/db/pool/caller.ts';
import { SharedReads } from './shared-reads.ts';

/** Somebody who asks, and may hang up. */
function caller(name: string) {
  const gone = new AbortController();
  return { name, signal: gone.signal, hangUp: () => gone.abort() };
}

/** Readings that end when the test says so. */
function readings() {
  const begun: { signal: AbortSignal | undefined; end: (answer: string) => void; fail: (error: Error) => void }[] = [];
  const work = (): Promise<string> =>
    new Promise((end, fail) => {
      begun.push({ signal: callerNow()?.signal, end, fail });
    });
  /** Waits until `count` readings have begun, and returns the last of them. */
  const nth = async (count: number) => {
    await expect.poll(() => begun.length).toBeGreaterThanOrEqual(count);
    const reading = begun[count - 1];
    if (!reading) throw new Error('not begun');
    return reading;
  };
  return { begun, work, nth };
}

describe('shared reads', () => {
  it('answer all who came while one was running by one that began after they came', async () => {
    const shared = new SharedReads<string>();
    const { begun, work, nth } = readings();
    const first = shared.read('a', caller('1'), work);
    const others = ['2', '3', '4'].map((name) => shared.read('a', caller(name), work));
    const another = shared.read('b', caller('5'), work);
    expect(begun).toHaveLength(2);
    (await nth(1)).end('old');
    (await nth(2)).end('other question');
    (await nth(3)).end('new');
    expect(await Promise.all([first, another, ...others])).toEqual(['old', 'other question', 'new', 'new', 'new']);
    const later = shared.read('a', caller('6'), work);
    (await nth(4)).end('newer');
    expect(await later).toBe('newer');
    expect(begun).toHaveLength(4);
  });

  it('go on while one of the group waits, and end when all have hung up', async () => {
    const shared = new SharedReads<string>();
    const { work, nth } = readings();
    void shared.read('a', caller('1'), work);
    const [two, three] = [caller('2'), caller('3')];
    const second = shared.read('a', two, work);
    void shared.read('a', three, work);
    (await nth(1)).end('old');
    const { signal, end } = await nth(2);
    three.hangUp();
    expect(signal?.aborted).toBe(false);
    two.hangUp();
    expect(signal?.aborted).toBe(true);
    end('nobody hears it');
    await second;
  });

  it('take nobody into a group that everybody has left', async () => {
    const shared = new SharedReads<string>();
    const { begun, work, nth } = readings();
    void shared.read('a', caller('1'), work);
    const gone = caller('2');
    void shared.read('a', gone, work);
    gone.hangUp();
    const staying = shared.read('a', caller('3'), work);
    (await nth(1)).end('old');
    (await nth(2)).end('of those who left');
    (await nth(3)).end('new');
    expect(await staying).toBe('new');
    expect(begun.map(({ signal }) => signal?.aborted)).toEqual([false, true, false]);
  });

  it('give an error to its group alone', async () => {
    const shared = new SharedReads<string>();
    const { work, nth } = readings();
    const first = shared.read('a', caller('1'), work);
    const second = shared.read('a', caller('2'), work);
    (await nth(1)).fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    (await nth(2)).end('back');
    expect(await second).toBe('back');
  });
});
