import { expect, it } from 'vitest';
import { drawPdf, type Paper } from './pdf.ts';

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
  // Drawn in this thread there would be none until both are done.
  expect(turns).toBeGreaterThan(5);
});

it('says what cannot be drawn, and draws the next', async () => {
  const broken = { ...paper('broken'), defaultStyle: { font: 'Nowhere' } };
  await expect(drawPdf(broken)).rejects.toThrow(/Nowhere/);
  expect((await drawPdf(paper('next'))).length).toBeGreaterThan(1000);
});
