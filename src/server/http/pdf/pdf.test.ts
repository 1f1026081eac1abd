import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readFor } from '#server/db/pool/caller.ts';
import { Refusal } from '#server/refusal.ts';
import { drawPdf, type Paper } from './pdf.ts';
import { IS_LONG } from '#testing/times.ts';

const paper = (text: string, lines = 1): Paper => ({
  pageSize: 'LETTER',
  defaultStyle: { font: 'Roboto' },
  pageFooter: { text },
  content: Array.from({ length: lines }, (_, line) => `${text} ${line}`),
});

it('draws papers while the server goes on with other things', async () => {
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 1);
  const [long, short] = await Promise.all([drawPdf(paper('long', 3000)), drawPdf(paper('short'))]);
  clearInterval(turning);
  expect([long, short].map((pdf) => pdf.subarray(0, 5).toString())).toEqual(['%PDF-', '%PDF-']);
  expect(long.length).toBeGreaterThan(2 * short.length);
  // Drawing in this thread would block it until both are done.
  expect(turns).toBeGreaterThan(5);
});

it('draws the shortest of those that wait first, and turns away what is too many', async () => {
  const drawn: string[] = [];
  const draw = (name: string, lines: number) =>
    drawPdf(paper(name, lines)).then(
      () => drawn.push(name),
      (error: unknown) => drawn.push(error instanceof Refusal ? error.code : 'failed'),
    );
  const all = [draw('first', 500), ...Array.from({ length: 19 }, () => draw('long', 50)), draw('receipt', 2)];
  await Promise.all([...all, draw('too many', 1)]);
  expect(drawn).toEqual(['too_many_requests', 'first', 'receipt', ...Array.from({ length: 19 }).fill('long')]);
});

it.runIf(IS_LONG)('draws other papers beside a long one', async () => {
  const drawn: string[] = [];
  const content = Array.from({ length: 300 }, () => 'very long '.repeat(100));
  const long = drawPdf({ ...paper('long'), content }).then(() => drawn.push('long'));
  // The long one is begun.
  await sleep(1000);
  await drawPdf(paper('receipt')).then(() => drawn.push('receipt'));
  await long;
  expect(drawn).toEqual(['receipt', 'long']);
});

it('says what cannot be drawn, and draws the next', async () => {
  const broken = { ...paper('broken'), defaultStyle: { font: 'Nowhere' } };
  await expect(drawPdf(broken)).rejects.toThrow(/Nowhere/);
  const odd = drawPdf({ ...paper('odd'), styles: { wrong: (() => 1) as never } });
  const next = drawPdf(paper('next'));
  await expect(odd).rejects.toThrow('a paper was not drawn');
  expect((await next).length).toBeGreaterThan(1000);
});

const longPaper = (text: string, rows = 600): Paper => ({
  ...paper(text),
  content: Array.from({ length: rows }, () => `${text} `.repeat(100)),
});

it.runIf(IS_LONG)('draws a long paper no further once its caller has hung up', async () => {
  const gone = new AbortController();
  const drawn: string[] = [];
  const draw = (name: string, signal: AbortSignal, rows: number) =>
    readFor({ name, signal }, () => drawPdf(longPaper(name, rows))).then(
      () => drawn.push(name),
      (error: unknown) => drawn.push(error === gone.signal.reason ? `${name} ended` : 'failed'),
    );
  const all = [draw('first', gone.signal, 4000)];
  // It is begun.
  await sleep(1500);
  all.push(draw('waiting', gone.signal, 800), draw('next', new AbortController().signal, 600));
  const began = performance.now();
  gone.abort();
  await Promise.all(all);
  expect(drawn).toEqual(['first ended', 'waiting ended', 'next']);
  const tookMs = performance.now() - began;
  const alone = performance.now();
  await drawPdf(longPaper('again', 600));
  // The first is seven times as long.
  expect(tookMs / (performance.now() - alone)).toBeLessThan(4);
  await expect(readFor({ name: 'late', signal: gone.signal }, () => drawPdf(paper('late')))).rejects.toBe(
    gone.signal.reason,
  );
});

it('lets few long papers wait', async () => {
  const gone = new AbortController();
  const all = Array.from({ length: 5 }, (_, place) =>
    readFor({ name: `${place}`, signal: gone.signal }, () => drawPdf(longPaper('long'))).catch(
      (error: unknown) => error,
    ),
  );
  expect(await all[4]).toMatchObject({ code: 'too_many_requests' });
  gone.abort();
  await Promise.all(all);
});

it('refuses a paper that would take minutes and the memory of the shop', async () => {
  await expect(drawPdf(longPaper('long', 7000))).rejects.toMatchObject({
    code: 'paper_too_long',
    message: 'This is too long for one PDF. Split it into parts.',
  });
});
