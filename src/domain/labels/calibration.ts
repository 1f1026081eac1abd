import type { Box } from './layout.ts';

/**
 * What a printer does wrong with a sheet, and what is done against it: everything is moved by the offset, in points to the
 * right and down, and drawn at the scale, from the top left corner of the page. Rule: labels/calibration.
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

/** Where a test sheet draws its square: an inch and a half from the corner of a letter page, four inches wide. */
export const TEST_SQUARE: Box = { xPt: 108, yPt: 108, widthPt: 288, heightPt: 288 };
