import { describe, expect, it } from 'vitest';
import { progressOn } from './progress.ts';
import { reportLines } from './report.ts';
import type { ImportReport } from './service.ts';

const REPORT: ImportReport = {
  file: { encoding: 'UTF-8', delimiter: ';', rowCount: 12, header: [], guessed: {}, rows: [], isOwn: false },
  locationName: 'Charlotte Central',
  problems: [],
  notes: Array.from({ length: 12 }, (_, n) => ({
    line: n + 2,
    column: 'Stock',
    reason: 'is negative and was taken as 0',
  })),
  skipped: [{ line: 20, name: 'Set', reason: 'a grouped product' }],
  counts: {
    created: 1,
    updated: 2,
    unchanged: 9,
    categoriesCreated: 1,
    stockSet: 1,
    stockLeft: 0,
    stockMissing: 0,
    priceMissing: 0,
    priceCleared: 0,
  },
  newCategories: ['Clothing > Hoodies'],
  changed: [],
  productIds: [],
};

describe('the report of an import', () => {
  it('says in one line what many rows have in common', () => {
    expect(reportLines(REPORT, true)).toEqual([
      'Read 12 rows (UTF-8, semicolons)',
      'line 20: skipped, a grouped product',
      'lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more: Stock is negative and was taken as 0',
      '1 new category: Clothing > Hoodies',
      'Stock at Charlotte Central would be set for 1 item',
      '1 created, 2 updated, 9 unchanged, 1 skipped',
      'This was a dry run: nothing was written.',
    ]);
  });

  it('names both lines of rows that repeat others, the first few of them', () => {
    const skipped = Array.from({ length: 5000 }, (_, n) => ({
      line: n + 5002,
      name: 'Mug',
      repeats: n + 2,
      reason: 'the same',
    }));
    const lines = reportLines({ ...REPORT, skipped }, false);
    expect(lines[1]).toMatch(
      /^lines 5002 \(repeats 2\), 5003 \(repeats 3\), .*5011 \(repeats 11\) and 4,990 more: skipped, the same$/,
    );
    expect(lines).toHaveLength(6);
  });

  it('says in one line what is wrong with thousands of rows alike, and bounds what differs', () => {
    const alike = Array.from({ length: 5000 }, (_, n) => ({ line: n + 2, column: 'Name', reason: 'is missing' }));
    expect(
      reportLines({ ...REPORT, problems: [{ line: 1, column: null, reason: 'is odd' }, ...alike] }, false),
    ).toEqual([
      'Read 12 rows (UTF-8, semicolons)',
      'line 1: is odd',
      'lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 4,990 more, Name: is missing',
      'Nothing was written: 5,001 problems. Correct the file and run the import again.',
    ]);
    const different = alike.map((problem, n) => ({ ...problem, reason: `"${n}" is not a price` }));
    const lines = reportLines({ ...REPORT, problems: different }, false);
    expect(lines).toHaveLength(103);
    expect(lines[101]).toBe('and 4,900 more problems');
  });

  it('says what has no price, and what had one', () => {
    const counts = { ...REPORT.counts, priceMissing: 19, priceCleared: 1 };
    const lines = reportLines({ ...REPORT, counts }, true);
    expect(lines).toContain(
      'No price is given for 19 new items: not for sale until priced, unless a price list of the category has them',
    );
    expect(lines).toContain('The price of 1 item would be taken away, because the file has a blank in its place');
  });

  it('names the first few of many new categories', () => {
    const newCategories = Array.from({ length: 1000 }, (_, n) => `C${n}`);
    expect(reportLines({ ...REPORT, newCategories }, false)).toContain(
      '1,000 new categories: C0, C1, C2, C3, C4, C5, C6, C7, C8, C9 and 990 more',
    );
  });

  it('says how much stock was left alone because it moved since', () => {
    const counts = { ...REPORT.counts, stockLeft: 1200 };
    expect(reportLines({ ...REPORT, counts }, false)).toContain(
      'Stock at Charlotte Central was set for 1 item, and left for 1,200 items that moved since an import with the same figure',
    );
  });

  it('says how many new items cannot be sold before they are counted', () => {
    const counts = { ...REPORT.counts, stockMissing: 19 };
    expect(reportLines({ ...REPORT, counts }, false)).toContain(
      'No stock is given for 19 new items: out of stock until counted',
    );
  });

  it('lists every problem of a refused file', () => {
    const problems = Array.from({ length: 30 }, (_, n) => ({
      line: n + 2,
      column: 'Stock',
      reason: `"${n}x" is not a number`,
    }));
    const lines = reportLines({ ...REPORT, problems }, false);
    expect(lines).toHaveLength(32);
    expect(lines[1]).toBe('line 2, Stock: "0x" is not a number');
    expect(lines.at(-1)).toBe('Nothing was written: 30 problems. Correct the file and run the import again.');
  });
});

describe('the progress of an import', () => {
  function shown(isTTY: boolean): string {
    let text = '';
    const progress = progressOn({ isTTY, write: (part: string) => (text += part) });
    progress.show('products', 500, 1000);
    progress.show('products', 1000, 1000);
    progress.end();
    return text;
  }

  it('is a bar on a terminal, taken away at the end', () => {
    const [, half, full, rest] = shown(true).split('\r\u001B[2K');
    expect(half).toBe(`[${'#'.repeat(15)}${'-'.repeat(15)}] Writing products 500 of 1,000`);
    expect(full).toBe(`[${'#'.repeat(30)}] Writing products 1,000 of 1,000`);
    expect(rest).toBe('');
  });

  it('is one line for each phase elsewhere', () => {
    expect(shown(false)).toBe('Writing products\n');
  });
});
