import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barcodeFor } from './barcode.ts';
import { ASCENT_EM, cutToWidth, DESCENT_EM, textWidth } from './letter-widths.ts';
import { type DrawnLabel, layoutLabel, type Mark } from './layout.ts';
import { checkTemplate, type LabelTemplate, perPage, TEMPLATES } from './template.ts';
import { pagesOf } from './pages.ts';

const PLAIN = { showBorders: false, showLogo: false };
const [AVERY_5160] = TEMPLATES;
const named = (id: string): LabelTemplate => TEMPLATES.find((template) => template.id === id) ?? AVERY_5160;

/** The box that a mark puts ink in. */
function inkOf(mark: Mark) {
  switch (mark.kind) {
    case 'text':
      return {
        left: mark.xPt,
        right: mark.xPt + mark.widthPt,
        top: mark.baselinePt - mark.sizePt * ASCENT_EM,
        bottom: mark.baselinePt + mark.sizePt * DESCENT_EM,
      };
    case 'bars': {
      const ends = mark.black.map(({ x, width }) => x + width);
      const rows = Math.max(...mark.black.map(({ y }) => y)) + 1;
      return {
        left: mark.xPt + Math.min(...mark.black.map(({ x }) => x)) * mark.modulePt,
        right: mark.xPt + Math.max(...ends) * mark.modulePt,
        top: mark.yPt,
        bottom: mark.yPt + rows * mark.rowPt,
      };
    }
    case 'logo':
      return {
        left: mark.xPt,
        right: mark.xPt + mark.sizePt,
        top: mark.yPt,
        bottom: mark.yPt + mark.sizePt,
      };
  }
}

const HAIR = 1e-4;

function isInside({ safe, marks }: DrawnLabel): boolean {
  return marks
    .map(inkOf)
    .every(
      ({ left, right, top, bottom }) =>
        left >= safe.xPt - HAIR &&
        right <= safe.xPt + safe.widthPt + HAIR &&
        top >= safe.yPt - HAIR &&
        bottom <= safe.yPt + safe.heightPt + HAIR,
    );
}

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.string({ unit: fc.constantFrom('a', 'W', '\n', '\r', '\u2028', '\t', '\u0007'), maxLength: 40 }),
  fc.string({ maxLength: 60 }),
  fc.constantFrom('Δ9 • café', 'Blue ^XA Dream', 'W'.repeat(80), '上海 手工', ''),
);
const anyCode = fc.record({
  sku: fc.option(fc.string({ minLength: 1, maxLength: 60 })),
  barcode: fc.option(fc.constantFrom('2900001602006', '012345678905', 'not a barcode')),
});

/** Hundredths of an inch. */
const inches = (least: number, most: number) =>
  fc.integer({ min: least * 100, max: most * 100 }).map((hundredths) => hundredths / 100);

/** Templates that a shop may make, that is, those that `checkTemplate` accepts. */
const ownTemplate = fc
  .record({
    marginIn: inches(0, 1),
    rows: fc.integer({ min: 1, max: 20 }),
    columns: fc.integer({ min: 1, max: 8 }),
    labelWidthIn: inches(0.2, 6),
    labelHeightIn: inches(0.2, 6),
    gapIn: inches(0, 0.5),
    paddingIn: inches(0, 0.2),
    sizePt: fc.integer({ min: 5, max: 72 }),
    lineHeightEm: fc.constantFrom(1.2, 1.5, 3),
  })
  .map((made): LabelTemplate => ({
    id: 'own',
    name: 'Own',
    page: {
      size: 'letter',
      widthIn: made.marginIn + made.columns * (made.labelWidthIn + made.gapIn),
      heightIn: made.marginIn + made.rows * (made.labelHeightIn + made.gapIn),
      marginLeftIn: made.marginIn,
      marginTopIn: made.marginIn,
    },
    grid: {
      rows: made.rows,
      columns: made.columns,
      horizontalPitchIn: made.labelWidthIn + made.gapIn,
      verticalPitchIn: made.labelHeightIn + made.gapIn,
      labelWidthIn: made.labelWidthIn,
      labelHeightIn: made.labelHeightIn,
    },
    style: { cornerRadiusIn: 0, safePaddingIn: made.paddingIn },
    text: { sizePt: made.sizePt, lineHeightEm: made.lineHeightEm, align: 'left' },
  }))
  .filter((template) => checkTemplate(template).ok);

describe('the layout of a label', () => {
  it('puts no ink outside the safe area, for every template and any data', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(...TEMPLATES), ownTemplate),
        anyText,
        fc.array(fc.record({ text: anyText, strong: fc.boolean() }), { maxLength: 9 }),
        fc.constantFrom('none', 'item', 'sku', 'qr'),
        anyCode,
        fc.record({ showBorders: fc.boolean(), showLogo: fc.boolean() }),
        fc.constantFrom('left', 'center'),
        (template, name, lines, choice, item, look, align) => {
          const code = barcodeFor(choice, item);
          const drawn = layoutLabel(
            { ...template, text: { ...template.text, align: align } },
            { name, lines, barcode: code.ok ? code.value : null },
            look,
          );
          expect(isInside(drawn)).toBe(true);
          // A PDF reader would break a line at any of these.
          expect(drawn.marks.filter((mark) => mark.kind === 'text' && /[\n\r\u2028\p{Cc}]/u.test(mark.text))).toEqual(
            [],
          );
          const bars = drawn.marks.filter(({ kind }) => kind === 'bars');
          // A barcode is either drawn so that it can be read, or a warning says that it is not drawn.
          expect(bars.length === 1).toBe(
            code.ok && code.value !== null && !drawn.warnings.includes('barcode_left_out'),
          );
        },
      ),
      { numRuns: 400 },
    );
  });

  it('keeps the size of the template where everything fits', () => {
    const { marks, warnings } = layoutLabel(
      AVERY_5160,
      { name: 'Blue Ridge Mist', lines: [{ text: 'Type: Hybrid' }], barcode: null },
      PLAIN,
    );
    expect(marks).toMatchObject([
      { text: 'Blue Ridge Mist', sizePt: 9, weight: 'medium' },
      { text: 'Type: Hybrid', sizePt: 9, weight: 'regular' },
    ]);
    expect(warnings).toEqual([]);
  });

  it('shrinks a long line alone, then cuts it with an ellipsis and says so', () => {
    const long = 'Effect: Relaxed, sleepy, happy, hungry, calm • Lineage: One x Two';
    const shrunk = layoutLabel(AVERY_5160, { name: 'Name', lines: [{ text: long }], barcode: null }, PLAIN);
    expect(shrunk.marks[0]).toMatchObject({ sizePt: 9 });
    expect(shrunk.marks[1]).toMatchObject({ text: long });
    expect((shrunk.marks[1] as { sizePt: number }).sizePt).toBeLessThan(9);
    expect(shrunk.warnings).toEqual([]);

    const cut = layoutLabel(AVERY_5160, { name: long.repeat(3), lines: [], barcode: null }, PLAIN);
    expect(cut.marks[0]).toMatchObject({ sizePt: 5, text: expect.stringMatching(/^Effect: .*…$/) as unknown });
    expect(cut.warnings).toEqual(['text_cut']);
  });

  it('lowers the bars before it leaves out a line', () => {
    const lines = ['Effect: Calm', 'Type: Hybrid', '3.5 g • $40.00', 'FLW-001 • Flower'].map((text) => ({ text }));
    const drawn = layoutLabel(
      AVERY_5160,
      { name: 'Name', lines, barcode: { symbology: 'ean13', text: '2900001602006' } },
      PLAIN,
    );
    expect(drawn.warnings).toEqual([]);
    // Five lines, the bars and the digits below them.
    expect(drawn.marks).toHaveLength(7);
  });

  it('leaves out lines that have no room and says so', () => {
    const lines = Array.from({ length: 8 }, (_, line) => ({ text: `Line ${line}` }));
    const drawn = layoutLabel(named('avery_5167'), { name: 'Name', lines, barcode: null }, PLAIN);
    expect(drawn.warnings).toEqual(['lines_left_out']);
    expect(drawn.marks.length).toBeLessThan(9);
  });

  it('leaves out a barcode that could not be scanned and says so', () => {
    const barcode = { symbology: 'code128', text: 'A-VERY-LONG-SKU-THAT-NO-LABEL-CAN-CARRY' } as const;
    const drawn = layoutLabel(named('avery_5167'), { name: 'Name', lines: [], barcode }, PLAIN);
    expect(drawn.warnings).toEqual(['barcode_left_out']);
    expect(drawn.marks.map(({ kind }) => kind)).toEqual(['text']);
  });

  it('measures text as the sum of its letters, and cuts between letters that people see', () => {
    expect(textWidth('AB', 2048, 'regular')).toBe(textWidth('A', 2048, 'regular') + textWidth('B', 2048, 'regular'));
    expect(cutToWidth('👩‍👩‍👧👩‍👩‍👧', 10, 'regular', textWidth('👩‍👩‍👧…', 10, 'regular'))).toBe('👩‍👩‍👧…');
    expect(cutToWidth('abc', 10, 'regular', 1)).toBe('');
  });
});

describe('pages of labels', () => {
  it('are as many as the labels need from the start on, none of them blank', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TEMPLATES),
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 6 }),
        fc.nat(499),
        (template, counts, anyStart) => {
          const cells = perPage(template);
          const start = anyStart % cells;
          const pages = pagesOf(
            counts.map((count, label) => ({ label, count })),
            cells,
            start,
          );
          const total = counts.reduce((sum, count) => sum + count, 0);
          expect(pages).toHaveLength(Math.ceil((total + start) / cells));
          expect(pages.every((page) => page.some((label) => label !== null))).toBe(true);
          expect(pages.flat().filter((label) => label !== null)).toEqual(
            counts.flatMap((count, label) => Array.from({ length: count }, () => label)),
          );
        },
      ),
    );
  });

  it.each([
    [30, 0, 1],
    [31, 0, 2],
    [60, 0, 2],
    [30, 1, 2],
    [1, 29, 1],
    [0, 5, 0],
  ])('%i labels from cell %i on are %i pages', (count, start, pages) => {
    expect(pagesOf([{ label: 0, count }], 30, start)).toHaveLength(pages);
  });
});
