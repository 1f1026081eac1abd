import { describe, expect, it } from 'vitest';
import type { Receipt } from '#domain/receipt.ts';
import { fontsOf, textsBeginAt } from '#server/testing/papers/pdf.ts';
import { drawReceipt } from './receipt-pdf.ts';

const PAPER_WIDTH = 226.77;
const MARGIN = 14.17;
const pair = (left: string, right: string, weight: 'plain' | 'note' = 'plain') =>
  ({ kind: 'pair', left, right, weight }) as const;

describe('a receipt on paper of 80 mm', () => {
  it.each([
    ['an item', pair('W'.repeat(44), '$40.00')],
    ['a customer', pair('Customer', 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2))],
    ['a reason', pair('Reason', 'x'.repeat(45), 'note')],
    ['a shop', { kind: 'centre', text: 'W'.repeat(60) } as const],
    ['an item in Chinese', pair('中'.repeat(44), '$40.00')],
    ['an item in Thai', pair('ส'.repeat(60), '$40.00')],
  ])('breaks the name of %s that has no blank, and keeps all of it on the paper', async (_, row) => {
    const at = textsBeginAt(await drawReceipt({ number: '1', width_mm: 80, rows: [row] }));
    const lines = new Set(at.map(({ y }) => y));
    expect(lines.size).toBeGreaterThan(1);
    for (const { x } of at) expect(x).toBeLessThan(PAPER_WIDTH - MARGIN);
  });

  it.each([
    ['Chinese', '张伟 陳大文', 'ChocolateClassicalSans-Regular'],
    ['Japanese', 'さくら', 'ChocolateClassicalSans-Regular'],
    ['Korean', '김철수', 'GowunDodum-Regular'],
    ['Hebrew', 'דוד כהן', 'DejaVuSans'],
    ['Arabic', 'محمد', 'DejaVuSans'],
    ['Thai', 'สมชาย', 'NotoSansThai-Regular'],
    ['Hindi', 'अमित', 'NotoSansDevanagari-Regular'],
    ['Armenian', 'Գայանե', 'DejaVuSans'],
    ['emoji', '🌿', 'NotoEmoji-Regular'],
    ['signs', '★ →', 'DejaVuSans'],
  ])('writes %s in a font that has it', async (_, text, font) => {
    const rows: Receipt = [pair('Grinder', '$1.00'), pair(text, '')];
    expect(fontsOf(await drawReceipt({ number: '1', width_mm: 80, rows }))).toEqual(new Set(['Roboto-Regular', font]));
  });

  it('takes Roboto alone for what it has', async () => {
    const rows: Receipt = [pair('Préroll Ωμέγα Привет Δ9 • ½ “x” €', '™')];
    expect(fontsOf(await drawReceipt({ number: '1', width_mm: 80, rows }))).toEqual(new Set(['Roboto-Regular']));
  });
});
