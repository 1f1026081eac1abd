import { accept, refuse, type Result } from '../result.ts';
import type { Box } from './layout.ts';
import { POINTS_PER_INCH } from './template.ts';

/**
 * The correction for a printer that prints off its place: everything is moved by the offset, in points to the right and
 * down, and drawn at the scale, from the top left corner of the page. Rule: labels/calibration.
 */
export interface Calibration {
  readonly offsetXPt: number;
  readonly offsetYPt: number;
  readonly scale: number;
}

export const NO_CALIBRATION: Calibration = { offsetXPt: 0, offsetYPt: 0, scale: 1 };

/** A printer that is off by more is broken or prints on another paper. */
export const MOST_OFFSET_PT = 36;
export const SCALE_BOUNDS = { least: 0.9, most: 1.1 };

/** The square of a test sheet: an inch and a half from the corner of a letter page, four inches wide. */
export const TEST_SQUARE: Box = { xPt: 108, yPt: 108, widthPt: 288, heightPt: 288 };

/** The measures of a printed test sheet, in inches: from the left and the top edge to the square, and across it. */
export interface Measured {
  readonly leftIn: number;
  readonly topIn: number;
  readonly widthIn: number;
}

export type CalibrationRefused = { code: 'beyond_correction' };

/**
 * The calibration that puts the square of a test sheet in its place. The sheet must be printed without a calibration.
 * Refuses: `beyond_correction` for a printer that is off by more than half an inch, or scales by more than a tenth.
 */
export function calibrationFrom({ leftIn, topIn, widthIn }: Measured): Result<Calibration, CalibrationRefused> {
  const scaled = (widthIn * POINTS_PER_INCH) / TEST_SQUARE.widthPt;
  const scale = 1 / scaled;
  // A printer prints a point x at x times its scale plus its shift. The drawing is moved against both.
  const against = (measuredIn: number, drawnPt: number) =>
    -((measuredIn * POINTS_PER_INCH - drawnPt * scaled) / scaled);
  const offsetXPt = against(leftIn, TEST_SQUARE.xPt);
  const offsetYPt = against(topIn, TEST_SQUARE.yPt);
  const isWithin =
    Math.abs(offsetXPt) <= MOST_OFFSET_PT &&
    Math.abs(offsetYPt) <= MOST_OFFSET_PT &&
    scale >= SCALE_BOUNDS.least &&
    scale <= SCALE_BOUNDS.most;
  return isWithin ? accept({ offsetXPt, offsetYPt, scale }) : refuse({ code: 'beyond_correction' });
}
