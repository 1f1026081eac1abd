import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LabelPrinter, LabelPrintJob } from '#contract/label-printers.ts';
import { toWireTemplate } from '#contract/labels.ts';
import { roll, TEMPLATES } from '#domain/labels/template.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { type LoopbackPrinter, loopbackPrinter } from '#server/testing/papers/loopback-printer.ts';
import { holding, untilWaiting } from '#server/testing/postgres/lock-waits.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';
import { MOST_PRINT_ATTEMPTS, take } from './claims.ts';
import { beginNext, startPrinting } from './worker.ts';

let shop: TestApp;
let manager: Till;
let cashier: Till;
let device: LoopbackPrinter;

beforeAll(async () => {
  shop = await testApp({ env: { LOCAL_PRINTERS: '1' } });
  await openShop(shop);
  manager = await shop.signIn('manager');
  cashier = await shop.signIn('staff');
});
afterAll(() => shop.close());
beforeEach(async () => {
  device = await loopbackPrinter();
  await sql`DELETE FROM label_printers`.execute(shop.database.db);
});
afterEach(() => device.close());

const PRINTERS = '/api/labels/printers';
const fields = (part: object = {}) => ({
  name: 'Zebra',
  host: device.host,
  port: device.port,
  dpi: 203,
  width: 2.25,
  height: 1.25,
  ...part,
});
const added = async (part: object = {}, by = manager): Promise<LabelPrinter> => {
  const reply = await by.post(PRINTERS, fields(part));
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ data: LabelPrinter }>().data;
};

const SMALL = toWireTemplate(roll(2, 1, 9));
const labels = (names: readonly string[] = ['Blue Ridge Mist'], part: object = {}) => ({
  template: SMALL,
  labels: names.map((name) => ({ name, copies: 2 })),
  ...part,
});
const print = (printer: LabelPrinter, body: object = labels(), headers?: Record<string, string>) =>
  cashier.post(`${PRINTERS}/${printer.id}/jobs`, body, headers);
const queued = async (printer: LabelPrinter, body: object = labels()): Promise<LabelPrintJob> => {
  const reply = await print(printer, body);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ data: LabelPrintJob }>().data;
};
const jobs = async (): Promise<LabelPrintJob[]> =>
  (await cashier.get('/api/labels/queue')).json<{ data: LabelPrintJob[] }>().data;
const jobOf = async ({ id }: LabelPrintJob): Promise<LabelPrintJob | undefined> =>
  (await jobs()).find((job) => job.id === id);
const settle = ({ id, version }: LabelPrintJob, action: string) =>
  cashier.post(`/api/labels/queue/${id}`, { action, expected_version: version });
const settled = async (job: LabelPrintJob, action: string): Promise<void> => {
  const now = await jobOf(job);
  const reply = await settle(now ?? job, action);
  expect(reply.statusCode, reply.body).toBe(200);
};

/** Prints the next job, if there is one. */
const printOnce = async (by: Parameters<typeof beginNext>[0]): Promise<void> =>
  (await beginNext(by, new AbortController().signal))?.printed;

const options = (patience: object = {}) => ({
  db: shop.database.db,
  live: shop.app.deps.live,
  reach: shop.config,
  patience: { pollMs: 1, wordMs: 1, ...patience },
  onTrouble: (error: unknown) => {
    throw error;
  },
});
const saying = (words: string): string => expect.stringContaining(words) as string;
const dueNow = () => sql`UPDATE label_print_jobs SET run_at = now() WHERE state = 'waiting'`.execute(shop.database.db);
/** Makes the claim look as it does after its process has died. */
const leaseEnds = () => sql`UPDATE label_printers SET leased_until = now() - interval '1 s'`.execute(shop.database.db);

describe('the print queue', () => {
  it('does not connect to a printer whose name leads elsewhere', async () => {
    const printer = await added({ host: 'localhost' });
    const job = await queued(printer);
    await printOnce({ ...options(), reach: { localPrinters: false } });
    expect(await jobOf(job)).toMatchObject({ state: 'waiting', reason: saying('private address') });
    expect(device.printed).toEqual([]);
  });

  it('prints what was sent, in order, once by its key, and records it', async () => {
    const printer = await added({ darkness: 9 });
    const key = { 'idempotency-key': randomUUID() };
    const prints = [{ product_id: SHOP.grinder, name: 'Grinder', price: '20.00', copies: 2 }];
    const body = labels(['Grinder', 'Blue ^XA Dream'], { prints });
    const first = await print(printer, body, key);
    const again = await print(printer, body, key);
    expect(again.json()).toEqual(first.json());
    const job = first.json<{ data: LabelPrintJob }>().data;
    const next = await queued(printer, labels(['Papers']));
    expect(job).toMatchObject({ state: 'waiting', title: 'Grinder and 1 more', copies: 4, printer: 'Zebra' });
    await printOnce(options());
    await printOnce(options());
    await printOnce(options());
    expect(device.printed.map((format) => /\^FD([^^]*)/.exec(format)?.[1])).toEqual([
      'Grinder',
      'Blue _5EXA Dream',
      'Papers',
    ]);
    expect(device.printed[0]).toMatch(/^~SD09\s\^XA/);
    expect(device.printed[1]).toMatch(/^\^XA[^]*\^PQ2\s\^XZ$/);
    expect(await jobs()).toMatchObject([
      { id: next.id, state: 'done', reason: null },
      { id: job.id, state: 'done', reason: null },
    ]);
    const { last } = (await cashier.get('/api/labels/prints')).json<{ last: object[] }>();
    expect(last[0]).toMatchObject({ name: 'Grinder', price: '20.00', method: 'printer', copies: 2 });
  });

  it('refuses labels that are larger than those in the printer, and sheets', async () => {
    const printer = await added();
    const reasonOf = async (template: object) =>
      (await print(printer, { ...labels(), template })).json<{ error: string }>().error;
    expect(await reasonOf(toWireTemplate(roll(3, 2, 12)))).toBe(
      'Zebra has labels of 2.25 x 1.25 in, and those of Roll 3 x 2 in are larger.',
    );
    expect(await reasonOf(toWireTemplate(TEMPLATES[0]))).toContain('prints on a roll');
    expect(refusalOf(await print({ ...printer, id: 9_999_999 }))).toEqual([404, 'not_found']);
  });

  it('waits for labels that are out, says so, and prints once they are there', async () => {
    const job = await queued(await added());
    device.paperOut = true;
    const heard: string[] = [];
    const live = {
      publish: ({ type }: { type: string }) => void heard.push(type),
      subscribe: () => () => undefined,
    };
    await printOnce({ ...options(), live });
    expect(await jobOf(job)).toMatchObject({ state: 'waiting', reason: saying('out of labels') });
    // Nothing was recorded as printed.
    expect(heard).toContain('label-queue');
    expect(heard).not.toContain('labels');
    device.paperOut = false;
    await dueNow();
    await printOnce({ ...options(), live });
    expect(heard).toContain('labels');
    expect(await jobOf(job)).toMatchObject({ state: 'done', reason: null });
    expect(device.printed).toHaveLength(1);
  });

  it('says that labels ran out during a print, and goes on by itself', async () => {
    const names = Array.from({ length: 30 }, (_, place) => `Label ${place}`);
    const job = await queued(await added(), labels(names));
    device.lasts = 5;
    // Fetching a roll may take longer than a printer may stand still without a reason.
    const printing = printOnce(options({ standMs: 0 }));
    // Asked again after it said that it is out.
    while (!device.paperOut) await device.asked(1);
    // It has its labels ahead by then, and stands.
    await device.asked(40);
    expect(await jobOf(job)).toMatchObject({
      state: 'printing',
      reason: saying('out of labels'),
      printed: 10,
      copies: 60,
    });
    device.lasts = Infinity;
    device.paperOut = false;
    await printing;
    expect(await jobOf(job)).toMatchObject({ state: 'done', reason: null, printed: 60 });
    expect(device.printed).toHaveLength(30);
    // A former build that runs beside this one ends jobs without counting.
    await sql`UPDATE label_print_jobs SET printed = 0`.execute(shop.database.db);
    expect(await jobOf(job)).toMatchObject({ state: 'done', printed: 60 });
  });

  it('is done when the roll ends with its last label, and asks when the head is open after it', async () => {
    const printer = await added();
    const job = await queued(printer);
    device.lasts = 1;
    await printOnce(options({ emptyMs: 1 }));
    expect(await jobOf(job)).toMatchObject({ state: 'done', reason: null, printed: 2 });
    device.paperOut = false;
    device.lasts = 2;
    device.trouble = 'headOpen';
    const other = await queued(printer);
    await printOnce(options({ emptyMs: 1 }));
    expect(await jobOf(other)).toMatchObject({ state: 'unsure', reason: saying('head is open') });
  });

  it('tries a printer that cannot be reached again, later each time, and gives up in the end', async () => {
    const job = await queued(await added());
    await device.close();
    for (let tries = 1; tries <= MOST_PRINT_ATTEMPTS; tries += 1) {
      await dueNow();
      await printOnce(options());
      expect(await jobOf(job)).toMatchObject({
        state: tries < MOST_PRINT_ATTEMPTS ? 'waiting' : 'failed',
        reason: saying('cannot be reached'),
      });
    }
    await printOnce(options());
    expect((await jobOf(job))?.state).toBe('failed');
    const { rows } = await sql`SELECT id FROM label_printers WHERE leased_until IS NOT NULL`.execute(shop.database.db);
    expect(rows).toEqual([]);
    await settled(job, 'retry');
    expect(await jobOf(job)).toMatchObject({ state: 'waiting', reason: null });
  });

  it('goes on at once when the clock was set back', async () => {
    const job = await queued(await added());
    const { db } = shop.database;
    await sql`UPDATE label_printers SET leased_until = now() + interval '1 day'`.execute(db);
    await sql`UPDATE label_print_jobs SET run_at = now() + interval '1 day' WHERE state = 'waiting'`.execute(db);
    await printOnce(options());
    expect(await jobOf(job)).toMatchObject({ state: 'done' });
  });

  it('sends nothing to a printer that hangs, so that it is tried again', async () => {
    const job = await queued(await added());
    device.mood = 'silent';
    await printOnce(options({ answerMs: 20 }));
    expect(await jobOf(job)).toMatchObject({ state: 'waiting', reason: 'The printer does not say its status.' });
    device.mood = 'ready';
    await dueNow();
    await printOnce(options());
    expect((await jobOf(job))?.state).toBe('done');
    expect(device.printed).toHaveLength(1);
  });

  it('asks a person when the connection is cut after labels were sent, and never prints them again by itself', async () => {
    const printer = await added();
    const prints = [{ product_id: SHOP.grinder, name: 'Asked', price: '21.00', copies: 2 }];
    const [one, two] = [await queued(printer, labels(['One'], { prints })), await queued(printer, labels(['Two']))];
    device.mood = 'cuts';
    await printOnce(options());
    await printOnce(options());
    device.mood = 'ready';
    for (const job of [one, two])
      expect(await jobOf(job)).toMatchObject({
        state: 'unsure',
        reason: saying('cut the connection'),
      });
    await dueNow();
    await printOnce(options());
    expect(device.printed).toEqual([]);
    // They came out: nothing is printed again, and they count as printed.
    await settled(one, 'printed');
    const { last } = (await cashier.get('/api/labels/prints')).json<{ last: object[] }>();
    expect(last[0]).toMatchObject({ name: 'Asked', method: 'printer' });
    await settled(two, 'retry');
    await printOnce(options());
    expect(device.printed).toHaveLength(1);
    expect((await jobs()).map(({ state }) => state)).toEqual(['done', 'done']);
  });

  it('outlives its server: the next one prints what was not sent, and asks about what was', async () => {
    const printer = await added();
    const job = await queued(printer);
    await take(shop.database.db);
    expect((await jobOf(job))?.state).toBe('printing');
    // Another process leaves it alone until the first one is dead.
    await printOnce(options());
    expect(device.printed).toEqual([]);
    await leaseEnds();
    await printOnce(options());
    expect((await jobOf(job))?.state).toBe('done');

    const other = await queued(printer);
    const claim = (await take(shop.database.db))?.claim;
    await sql`UPDATE label_print_jobs SET sent_at = now() WHERE id = ${claim?.job}`.execute(shop.database.db);
    await leaseEnds();
    await printOnce(options());
    expect(await jobOf(other)).toMatchObject({ state: 'unsure', reason: saying('server stopped') });
    expect(device.printed).toHaveLength(1);
  });

  it('writes down that it is sent before its first label leaves', async () => {
    const job = await queued(await added());
    let answer = (): void => undefined;
    device.answering = new Promise((settle) => (answer = settle));
    const [printing] = [printOnce(options()), await device.asked(1)];
    const heldJob = await holding(shop, 'SELECT FROM label_print_jobs FOR UPDATE');
    answer();
    await untilWaiting(shop);
    expect(device.arrived).toBe(0);
    await heldJob.letGo();
    await printing;
    expect(await jobOf(job)).toMatchObject({ state: 'done' });
  });

  it('is cancelled while it waits, and during a print', async () => {
    const printer = await added();
    const waiting = await queued(printer);
    await settled(waiting, 'cancel');
    await printOnce(options());
    expect((await jobOf(waiting))?.state).toBe('cancelled');
    expect(refusalOf(await settle(waiting, 'cancel'))).toEqual([409, 'changed_meanwhile']);
    expect(refusalOf(await settle({ ...waiting, version: 2 }, 'printed'))).toEqual([409, 'status_conflict']);

    const names = Array.from({ length: 30 }, (_, place) => `Label ${place}`);
    const prints = names.map((name) => ({ product_id: null, name, price: '20.00', copies: 2 }));
    const printing = await queued(printer, labels(names, { prints }));
    device.lasts = 3;
    const ended = printOnce(options());
    while (!device.paperOut) await device.asked(1);
    expect(refusalOf(await manager.send('DELETE', `${PRINTERS}/${printer.id}`))).toEqual([409, 'status_conflict']);
    await settled(printing, 'cancel');
    await ended;
    expect(await jobOf(printing)).toMatchObject({ state: 'cancelled', reason: saying('some labels'), printed: 6 });
    expect(device.printed).toHaveLength(3);
    // Those that came out hang on the shelves.
    const { rows } = await sql<{ name: string; copies: number }>`
      SELECT name, copies FROM label_prints WHERE name LIKE 'Label %' ORDER BY id`.execute(shop.database.db);
    expect(rows).toEqual(names.slice(0, 3).map((name) => ({ name, copies: 2 })));
    await settled(printing, 'retry');
    expect(await jobOf(printing)).toMatchObject({ state: 'waiting', printed: 0 });
    expect((await manager.send('DELETE', `${PRINTERS}/${printer.id}`)).statusCode).toBe(200);
    expect(await jobs()).toEqual([]);
  });

  it('is settled by a person when its printer is lost after a cancellation was asked for', async () => {
    const printer = await added();
    const job = await queued(printer, labels(Array.from({ length: 30 }, (_, place) => `Label ${place}`)));
    device.lasts = 3;
    const ended = printOnce(options());
    while (!device.paperOut) await device.asked(1);
    device.mood = 'silent';
    await device.asked(1);
    await settled(job, 'cancel');
    expect(await jobOf(job)).toMatchObject({ state: 'printing', cancelling: true });
    await device.close();
    await ended;
    expect(await jobOf(job)).toMatchObject({ state: 'unsure', cancelling: false });
    await settled(job, 'cancel');
    expect(await jobOf(job)).toMatchObject({ state: 'cancelled', cancelling: false });
  });

  it('is cancelled, not failed, when that was asked for during the last try', async () => {
    const job = await queued(await added());
    await sql`UPDATE label_print_jobs SET attempts = ${MOST_PRINT_ATTEMPTS - 1}`.execute(shop.database.db);
    device.mood = 'silent';
    const asked = device.asked(1);
    const ended = printOnce(options());
    await asked;
    await settled(job, 'cancel');
    await device.close();
    await ended;
    expect(await jobOf(job)).toMatchObject({ state: 'cancelled', cancelling: false });
  });

  it('says that nothing was sent when it is cancelled before', async () => {
    const job = await queued(await added());
    await sql`UPDATE label_print_jobs SET cancel_asked = true`.execute(shop.database.db);
    await printOnce(options());
    expect(await jobOf(job)).toMatchObject({ state: 'cancelled', reason: 'Cancelled before anything was sent.' });
    expect(device.printed).toEqual([]);
  });

  it('begins nothing when the server stops, and sends no more of what it prints', async () => {
    const printer = await added();
    const first = await queued(printer);
    let asked = device.asked(1);
    let worker = startPrinting(options());
    await asked;
    await worker.stop();
    await expect.poll(async () => (await jobOf(first))?.state).toBe('waiting');
    expect(device.printed).toEqual([]);
    await settled(first, 'cancel');

    const second = await queued(printer, labels(Array.from({ length: 30 }, (_, place) => `Label ${place}`)));
    asked = device.asked(2);
    worker = startPrinting(options());
    await asked;
    await worker.stop();
    await expect.poll(async () => (await jobOf(second))?.state).toBe('unsure');
    expect(await jobOf(second)).toMatchObject({ reason: saying('server stopped') });
    expect(device.printed).toHaveLength(1);
  });

  it('does not print what a till sends half a day late', async () => {
    const late = { 'idempotency-key': randomUUID(), 'x-sent-before': String(13 * 3_600_000) };
    const reply = await print(await added(), labels(), late);
    expect(reply.statusCode, reply.body).toBe(201);
    await printOnce(options());
    expect(await jobs()).toMatchObject([{ state: 'failed', reason: saying('12 hours') }]);
    expect(device.printed).toEqual([]);
  });

  it('does not print what has waited for half a day', async () => {
    const job = await queued(await added());
    await sql`UPDATE label_print_jobs SET queued_at = now() - interval '13 hours'`.execute(shop.database.db);
    await printOnce(options());
    const failed = { ...job, version: job.version + 1 };
    const reason: unknown = saying('12 hours');
    expect(await jobOf(job)).toMatchObject({ state: 'failed', reason, stale: true, version: failed.version });
    // Not asked either: the labels have the prices of then.
    const refused = await settle(failed, 'retry');
    expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([409, saying('12 hours')]);
    await printOnce(options());
    expect(device.printed).toEqual([]);
  });

  it('is as old after a retry as before', async () => {
    const job = await queued(await added());
    await settled(job, 'cancel');
    await sql`UPDATE label_print_jobs SET queued_at = now() - interval '11 hours'`.execute(shop.database.db);
    await settled(job, 'retry');
    await sql`UPDATE label_print_jobs SET queued_at = queued_at - interval '2 hours'`.execute(shop.database.db);
    await printOnce(options());
    expect(await jobOf(job)).toMatchObject({ state: 'failed', reason: saying('12 hours') });
    expect(device.printed).toEqual([]);
  });

  it('prints on each printer by itself, as soon as labels are sent', async () => {
    const other = await loopbackPrinter();
    const [one, two] = [await added(), await added({ name: 'Other', port: other.port })];
    device.mood = 'silent';
    const worker = startPrinting(options({ answerMs: 50 }));
    try {
      await queued(one);
      const test = await manager.post(`${PRINTERS}/${two.id}/test`);
      expect(test.statusCode, test.body).toBe(201);
      await expect.poll(() => other.printed.length).toBe(1);
      expect(other.printed[0]).toContain('Test print, 203 dpi');
    } finally {
      await worker.stop();
      await other.close();
    }
  });
});
