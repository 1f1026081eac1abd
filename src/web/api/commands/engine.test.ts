import { beforeEach, describe, expect, it } from 'vitest';
import { CallError } from '../call/call-error.ts';
import type { CommandOutcome } from './definition.ts';
import { beginAnew, disk, newCustomer, page, refund, REFUSED, ROWAN, SASHA, shop } from './engine.testing.ts';

beforeEach(beginAnew);

describe('a command', () => {
  it('is on the disk before it is sent, and happens once', async () => {
    const till = page();
    const outcomes: CommandOutcome[] = [];
    till.engine.watch(refund, 'order 17', (outcome) => void outcomes.push(outcome));
    const sending = till.send();
    expect(till.engine.openOf('refund', 'order 17')).toMatchObject({ state: 'sending' });
    expect(shop.effects).toEqual([]);
    await sending;
    expect(disk.records.get('key-1')).toMatchObject({ state: 'sending', request: { body: { amount: '10.88' } } });
    await till.settle();
    expect(shop.effects).toHaveLength(1);
    expect(outcomes).toMatchObject([{ kind: 'done', reply: { number: 1 }, first: true }]);
    expect(disk.records.get('key-1')).toMatchObject({ state: 'done', request: null, memo: null });
  });

  it('is not sent twice by a second press, nor by an edit, while its outcome is unknown', async () => {
    const till = page();
    shop.fate = ['reply lost'];
    await till.send();
    expect(await till.send('10.87')).toBe(false);
    await till.settle();
    expect(shop.effects).toHaveLength(1);
  });

  it.each(['reply lost', 'request lost'] as const)('happens once when the %s, and says so', async (fate) => {
    const till = page();
    const outcomes: CommandOutcome[] = [];
    till.engine.watch(refund, 'order 17', (outcome) => void outcomes.push(outcome));
    shop.fate = [fate, fate, fate];
    await till.send();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(till.records()).toMatchObject([{ state: 'unknown' }]);
    await till.settle();
    expect(shop.effects).toHaveLength(1);
    expect(outcomes).toMatchObject([{ kind: 'done', first: fate === 'request lost' }]);
  });

  it('that needs an approval is sent again under its key once it is approved, and refused otherwise', async () => {
    const needed = () =>
      new CallError({ status: 403, code: 'approval_needed', message: 'A manager.', details: { success: false } });
    const till = page();
    const outcomes: CommandOutcome[] = [];
    till.engine.watch(refund, 'order 17', (outcome) => void outcomes.push(outcome));
    const asked: string[] = [];
    till.approves = (key) => asked.push(key) === 1;
    shop.fate = [needed()];
    await till.send();
    await till.settle();
    expect(outcomes).toMatchObject([{ kind: 'done', first: true }]);
    expect([...shop.done.keys()]).toEqual(asked);
    shop.fate = [needed()];
    await till.send('10.87');
    await till.settle();
    expect(outcomes).toMatchObject([{ kind: 'done' }, { kind: 'refused', error: { code: 'approval_needed' } }]);
    expect(shop.effects).toHaveLength(1);
  });

  it.each(['as it is kept', 'after it is sent', 'while it waits'] as const)(
    'is not done twice when the browser is killed %s',
    async (moment) => {
      const till = page();
      shop.fate = ['reply lost'];
      const sending = till.send();
      if (moment === 'after it is sent') await sending;
      if (moment === 'while it waits') await sending.then(() => new Promise((resolve) => setTimeout(resolve, 0)));
      till.kill();
      const again = page();
      await again.engine.open();
      expect(again.engine.openOf('refund', 'order 17')).toMatchObject({ state: 'unknown', memo: { amount: '10.88' } });
      await again.settle();
      expect(shop.effects).toHaveLength(1);
      expect(again.unwatched).toEqual(['done']);
    },
  );

  it('waits for the person who sent it, at the location where it was sent', async () => {
    const till = page();
    shop.fate = ['reply lost'];
    await till.send();
    till.become(ROWAN);
    await till.settle();
    expect(till.engine.openOf('refund', 'order 17')).toBeNull();
    expect(till.records()).toMatchObject([{ state: 'unknown' }]);
    till.become({ ...SASHA, locationId: 19 });
    await till.settle();
    expect(till.records()).toMatchObject([{ state: 'unknown' }]);
    till.become(SASHA);
    await till.settle();
    expect(till.records()).toMatchObject([{ state: 'done' }]);
    expect(shop.effects).toHaveLength(1);
  });

  it('settles the work of whoever sent it, though they have left by the time the answer comes', async () => {
    const till = page();
    const heard: CommandOutcome[] = [];
    till.engine.watch(refund, 'order 17', (outcome) => void heard.push(outcome));
    await till.send();
    till.become(ROWAN);
    await till.settle();
    expect(till.settled).toEqual(['done of Sasha']);
    expect([heard, till.unwatched]).toEqual([[], []]);
    expect(till.records()).toMatchObject([{ state: 'done' }]);
  });

  it('takes what is wanted after it along, on the disk from that moment on', async () => {
    const till = page();
    shop.fate = ['reply lost'];
    await till.send();
    void till.engine.amend('key-1', () => ({
      memo: { amount: '10.88', next: '1.00' },
      title: 'Refund of 10.88, then 1.00',
    }));
    await new Promise((resolve) => setTimeout(resolve, 0));
    till.kill();
    expect(disk.records.get('key-1')).toMatchObject({
      title: 'Refund of 10.88, then 1.00',
      memo: { next: '1.00' },
      request: { body: { amount: '10.88' } },
    });
  });

  it('is found out, taken over and still settles the work of whoever began it', async () => {
    const till = page();
    shop.fate = ['request lost'];
    await till.send();
    await new Promise((resolve) => setTimeout(resolve, 0));
    till.become(ROWAN);
    shop.fate = [new CallError({ status: 409, code: 'sent_by_another', message: 'No.', details: { success: false } })];
    expect(await till.engine.findOut('key-1')).toBe('not recorded');
    expect(shop.effects).toEqual([]);
    await till.engine.takeOver('key-1');
    await till.settle();
    expect(shop.effects).toHaveLength(1);
    expect(till.settled).toEqual(['done of Sasha']);
    expect(await till.engine.findOut('key-1')).toBe('settled');
  });

  it('shows its beginner that it was sent, after somebody took it over', async () => {
    const till = page();
    shop.fate = Array.from({ length: 9 }, () => 'request lost' as const);
    await till.send();
    till.become(ROWAN);
    void till.engine.takeOver('key-1');
    await new Promise((resolve) => setTimeout(resolve, 0));
    till.become(SASHA);
    expect(till.engine.openOf('refund', 'order 17')).toMatchObject({
      owner: { name: 'Rowan' },
      memo: { amount: '10.88' },
    });
    expect(await till.send('10.87')).toBe(false);
    till.become(ROWAN);
    await till.settle();
    await till.settle();
    expect(shop.effects).toHaveLength(1);
    expect(till.settled).toEqual(['done of Sasha']);
  });

  it('shows nothing of what is sent with a key that somebody else has on its way', async () => {
    const till = page();
    shop.fate = ['request lost'];
    await till.send();
    till.become(ROWAN);
    const shown = new Set<string>();
    till.engine.store.subscribe(({ records }) => records.forEach(({ owner }) => shown.add(owner.name)));
    const { title, memo, request } = till.records()[0]!;
    const again = { key: 'key-1', subject: 'order 18', title, memo: memo as { amount: string } };
    expect(
      await till.engine.send(refund, {
        ...again,
        params: undefined,
        query: undefined,
        body: request?.body as { amount: string },
      }),
    ).toBe(false);
    expect([...shown].filter((name) => name === 'Rowan')).toEqual([]);
    expect(till.engine.openOf('refund', 'order 18')).toBeNull();
    expect(till.records()).toMatchObject([{ subject: 'order 17', owner: { name: 'Sasha' } }]);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
    'is asked for when its sender is back %i moments after it was found that they had left',
    async (moments) => {
      const till = page();
      shop.fate = ['request lost'];
      await till.send();
      await new Promise((resolve) => setTimeout(resolve, 0));
      till.become(ROWAN);
      till.wake();
      for (let moment = 0; moment < moments; moment += 1) await Promise.resolve();
      till.become(SASHA);
      await till.settle();
      expect(shop.effects).toHaveLength(1);
      expect(till.records()).toMatchObject([{ state: 'done' }]);
    },
  );

  it('is asked for again within minutes, however long the clock of a proxy makes the wait', async () => {
    const till = page();
    const busy = (retryAfterMs: number) =>
      new CallError({ status: 503, code: 'http_503', message: 'Later.', retryAfterMs });
    shop.fate = [busy(30_000), busy(365 * 24 * 60 * 60_000)];
    await till.send();
    await till.settle();
    expect(till.waits).toEqual([30_000, 300_000]);
    expect(shop.effects).toHaveLength(1);
  });

  it('is asked for again though the code of its form could not be fetched', async () => {
    const till = page();
    shop.fate = ['reply lost'];
    await till.send();
    till.kill();
    const again = page();
    again.setCodeAway(true);
    await again.engine.open();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(again.problems).toHaveLength(1);
    again.setCodeAway(false);
    await again.settle();
    expect(again.records()).toMatchObject([{ state: 'done' }]);
    expect(shop.effects).toHaveLength(1);
  });

  it('that a proxy turned away is not taken for refused', async () => {
    const till = page();
    shop.fate = ['reply lost', new CallError({ status: 404, code: 'http_404', message: 'Not found' })];
    await till.send();
    await till.settle();
    expect(till.settled).toEqual(['done of Sasha']);
    expect(shop.effects).toHaveLength(1);
  });

  it('that is refused frees its form, and stays to be read when nobody was looking', async () => {
    const till = page();
    const stop = till.engine.watch(refund, 'order 17', () => undefined);
    shop.fate = [REFUSED];
    await till.send();
    await till.settle();
    expect(till.records()).toEqual([]);
    expect(disk.records.size).toBe(0);
    stop();
    shop.fate = [REFUSED];
    await till.send();
    await till.settle();
    expect(till.records()).toMatchObject([{ state: 'refused', request: null, memo: { amount: '10.88' } }]);
    expect(till.unwatched).toEqual(['refused']);
    expect(await till.send()).toBe(true);
  });

  it('with personal data leaves none behind once its outcome is known', async () => {
    const till = page();
    shop.fate = [
      new CallError({
        status: 409,
        code: 'customer_exists',
        message: 'Maya Stone (7) already has this phone number.',
        details: { success: false, matches: [{ id: 7, name: 'Maya Stone' }] },
      }),
    ];
    await till.send('Maya Stone', 'new', newCustomer);
    await till.settle();
    expect([...disk.records.values()]).toMatchObject([{ refusal: { status: 409, code: 'customer_exists' } }]);
    // Titles name customers by number.
    expect(JSON.stringify([...disk.records.values()].map((record) => ({ ...record, title: '' })))).not.toContain(
      'Maya',
    );
    // The page that sent it says why as long as it is open.
    expect(till.records()).toMatchObject([{ refusal: { message: 'Maya Stone (7) already has this phone number.' } }]);
  });

  it('whose key was used with another request happened, otherwise', async () => {
    const till = page();
    const outcomes: CommandOutcome[] = [];
    till.engine.watch(refund, 'order 17', (outcome) => void outcomes.push(outcome));
    shop.done.set('key-1', 'something else');
    await till.send();
    await till.settle();
    expect(outcomes).toMatchObject([{ kind: 'otherwise' }]);
    expect(till.records()).toMatchObject([{ state: 'done' }]);
  });
});

describe('two windows of one browser', () => {
  it('do not open again what one of them knows to be done, whatever order their writes come in', async () => {
    const till = page();
    await till.send();
    const open = { ...till.records()[0]!, state: 'unknown' as const };
    await till.settle();
    await disk.amend('key-1', () => open);
    expect(disk.records.get('key-1')).toMatchObject({ state: 'done' });
    await till.engine.reread('key-1');
    expect(till.records()).toMatchObject([{ state: 'done' }]);
    expect(till.settled).toEqual(['done of Sasha']);
  });

  it('show the same command, and one of them asks', async () => {
    const [first, second] = [page(), page()];
    const heard: CommandOutcome[] = [];
    second.engine.watch(refund, 'order 17', (outcome) => void heard.push(outcome));
    shop.fate = ['reply lost'];
    await first.send();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(second.engine.openOf('refund', 'order 17')).not.toBeNull();
    expect(await second.send()).toBe(false);
    await first.settle();
    await second.settle();
    expect(shop.effects).toHaveLength(1);
    expect(heard).toEqual([{ kind: 'elsewhere', state: 'done' }]);
  });

  it('keep what both enter on top of a command at the same moment, in which its answer fails to come', async () => {
    const [first, second] = [page(), page()];
    const enter = (till: typeof first, more: string) =>
      void till.engine.amend('key-1', ({ memo, title }) => ({
        memo: { amount: `${(memo as { amount: string }).amount} ${more}` },
        title,
      }));
    shop.fate = ['reply lost'];
    await first.send('1');
    await second.engine.reread('key-1');
    enter(first, 'a');
    enter(second, 'b');
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(disk.records.get('key-1')).toMatchObject({ state: 'unknown', memo: { amount: '1 a b' } });
    for (const { records } of [first, second]) expect(records()).toMatchObject([{ memo: { amount: '1 a b' } }]);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'do once what either of them enters %i moments after the answer to what it is entered on top of',
    async (moments) => {
      const [first, second] = [page(), page()];
      interface Entered {
        amount: string;
        next?: string[];
      }
      const grown: typeof refund = {
        ...refund,
        next: ({ memo, key }) => {
          const { next } = memo as Entered;
          if (!next) return null;
          const amount = next.join(' ');
          const request = { params: undefined, query: undefined, body: { amount } };
          return { key: `${key}-next`, kind: 'refund', title: amount, memo: { amount }, request };
        },
      };
      const left: string[] = [];
      async function enter(till: typeof first, more: string) {
        const isTaken = await till.engine.amend('key-1', ({ memo }) => ({
          memo: { ...(memo as Entered), next: [...((memo as Entered).next ?? []), more] },
        }));
        if (!isTaken) left.push(more);
      }
      await first.send('1', 'order 17', grown);
      await second.engine.reread('key-1');
      void enter(second, 'a');
      for (let moment = 0; moment < moments; moment += 1) await Promise.resolve();
      void enter(first, 'b');
      void enter(second, 'c');
      await first.settle();
      await second.settle();
      const done = shop.effects.flatMap((effect) =>
        (JSON.parse(effect) as { body: { amount: string } }).body.amount.split(' '),
      );
      expect([...done, ...left].toSorted()).toEqual(['1', 'a', 'b', 'c']);
    },
  );

  it('go on asking in the other one when the first is killed', async () => {
    const [first, second] = [page(), page()];
    shop.fate = ['reply lost'];
    await first.send();
    await new Promise((resolve) => setTimeout(resolve, 0));
    first.kill();
    await second.settle();
    expect(shop.effects).toHaveLength(1);
    expect(second.records()).toMatchObject([{ state: 'done' }]);
  });

  it('send one sale of the cart they share, whichever presses first', async () => {
    const [first, second] = [page(), page()];
    const sale = (cash: string) => ({
      subject: 'cart',
      title: 'Sale',
      memo: { amount: cash },
      key: 'cart-key',
      params: undefined,
      query: undefined,
      body: { amount: cash },
    });
    const sent = await Promise.all([first.engine.send(refund, sale('cash')), second.engine.send(refund, sale('card'))]);
    expect(sent.filter(Boolean)).toHaveLength(1);
    await first.settle();
    await second.settle();
    expect(shop.effects).toHaveLength(1);
  });
});
