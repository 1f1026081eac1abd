import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrationFrom, type MarkIn, type Marks, markPlace, testMarks } from './calibration.ts';
import { TEMPLATES } from './template.ts';

const [LETTER] = TEMPLATES;
const marks = (first: [number, number], second: [number, number]): Marks => {
  const mark = ([acrossIn, downIn]: [number, number]): MarkIn => ({ acrossIn, downIn });
  return [mark(first), mark(second)];
};

/** A printer that shifts by inches and scales. */
const printerOf = (scale: number, shiftX: number, shiftY: number) => (of: MarkIn) => ({
  acrossIn: of.acrossIn * scale + shiftX,
  downIn: of.downIn * scale + shiftY,
});
const printer = fc.record({
  scale: fc.double({ min: 0.93, max: 1.07, noNaN: true }),
  shiftX: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
  shiftY: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
});

/** How far a place of a page misses its own by the calibration that these measures give, in inches. */
function missed(
  template = LETTER,
  { scale, shiftX, shiftY }: Record<string, number>,
  read: (inches: number) => number,
) {
  const print = printerOf(scale ?? 1, shiftX ?? 0, shiftY ?? 0);
  const drawn = testMarks(template);
  const measured = drawn.map(print).map(({ acrossIn, downIn }) => ({ acrossIn: read(acrossIn), downIn: read(downIn) }));
  const found = calibrationFrom(drawn, measured as unknown as Marks);
  if (!found.ok) throw new Error(found.refused.code);
  const { widthIn, heightIn } = template.page;
  const corners = marks([0, 0], [widthIn, heightIn]);
  return Math.max(
    ...corners.flatMap((corner) => {
      const moved = {
        acrossIn: corner.acrossIn * found.value.scale + found.value.offsetXPt / 72,
        downIn: corner.downIn * found.value.scale + found.value.offsetYPt / 72,
      };
      const came = print(moved);
      return [Math.abs(came.acrossIn - corner.acrossIn), Math.abs(came.downIn - corner.downIn)];
    }),
  );
}

describe('calibration', () => {
  it('puts everything in its place on a printer that shifts and scales, whatever the paper', () => {
    fc.assert(
      fc.property(printer, fc.constantFrom(...TEMPLATES), (broken, template) => {
        expect(missed(template, broken, (inches) => inches)).toBeLessThan(0.0001);
      }),
    );
  });

  it('is as good on the whole sheet as the ruler: read to 1/32 in, all labels are within 1/16 in', () => {
    fc.assert(
      fc.property(printer, (broken) => {
        expect(missed(LETTER, broken, (inches) => Math.round(inches * 32) / 32)).toBeLessThan(1 / 16);
      }),
    );
  });

  it('has its crosses at measures that a ruler has, inside the paper', () => {
    expect(testMarks(LETTER)).toEqual(marks([1, 1], [7.5, 10]));
    for (const template of TEMPLATES) {
      for (const { acrossIn, downIn } of testMarks(template)) {
        expect([acrossIn * 8, downIn * 8].every(Number.isInteger), template.name).toBe(true);
        expect(acrossIn > 0 && acrossIn < template.page.widthIn).toBe(true);
        expect(downIn > 0 && downIn < template.page.heightIn).toBe(true);
      }
    }
    expect(markPlace({ acrossIn: 1, downIn: 0.5 })).toEqual({ xPt: 72, yPt: 36 });
  });

  it('changes nothing for a printer that is right', () => {
    const drawn = testMarks(LETTER);
    expect(calibrationFrom(drawn, drawn)).toEqual({ ok: true, value: { offsetXPt: 0, offsetYPt: 0, scale: 1 } });
  });

  it('refuses a printer that is broken, and measures that cannot both be true', () => {
    const drawn = testMarks(LETTER);
    const codeOf = (...measured: Parameters<typeof marks>) => {
      const found = calibrationFrom(drawn, marks(...measured));
      return found.ok ? null : found.refused.code;
    };
    expect(codeOf([2, 1], [8.5, 10])).toBe('beyond_correction');
    expect(codeOf([1, 1], [4.25, 5.5])).toBe('beyond_correction');
    // Down before across.
    expect(codeOf([1, 1], [10, 7.5])).toBe('marks_disagree');
    // 1.5 for 7.5.
    expect(codeOf([1, 1], [1.5, 10])).toBe('marks_disagree');
    expect(codeOf([1, 1], [1, 1])).toBe('beyond_correction');
    expect(codeOf([7.5, 10], [1, 1])).toBe('beyond_correction');
    expect(codeOf([1, 1], [Number.NaN, 10])).toBe('marks_disagree');
  });
});
