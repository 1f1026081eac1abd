import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrationFrom, TEST_SQUARE } from './calibration.ts';

describe('calibration', () => {
  it('puts everything in its place on a printer that shifts and scales', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.92, max: 1.08, noNaN: true }),
        fc.double({ min: -25, max: 25, noNaN: true }),
        fc.double({ min: -25, max: 25, noNaN: true }),
        fc.double({ min: 0, max: 612, noNaN: true }),
        (printerScale, shiftX, shiftY, wanted) => {
          const printed = (drawn: number, shift: number) => drawn * printerScale + shift;
          const found = calibrationFrom({
            leftIn: printed(TEST_SQUARE.xPt, shiftX) / 72,
            topIn: printed(TEST_SQUARE.yPt, shiftY) / 72,
            widthIn: (TEST_SQUARE.widthPt * printerScale) / 72,
          });
          if (!found.ok) throw new Error('refused');
          const { offsetXPt, offsetYPt, scale } = found.value;
          expect(printed(wanted * scale + offsetXPt, shiftX)).toBeCloseTo(wanted, 6);
          expect(printed(wanted * scale + offsetYPt, shiftY)).toBeCloseTo(wanted, 6);
        },
      ),
    );
  });

  it('changes nothing for a printer that is right, and refuses one that is broken', () => {
    expect(calibrationFrom({ leftIn: 1.5, topIn: 1.5, widthIn: 4 })).toEqual({
      ok: true,
      value: { offsetXPt: -0, offsetYPt: -0, scale: 1 },
    });
    expect(calibrationFrom({ leftIn: 3, topIn: 1.5, widthIn: 4 })).toMatchObject({ ok: false });
    expect(calibrationFrom({ leftIn: 1.5, topIn: 1.5, widthIn: 2 })).toMatchObject({ ok: false });
    expect(calibrationFrom({ leftIn: 1.5, topIn: 1.5, widthIn: 0 })).toMatchObject({ ok: false });
  });
});
