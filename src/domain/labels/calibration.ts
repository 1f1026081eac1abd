import { accept, refuse, type Result } from '../result.ts';
import { type LabelTemplate, type Place, POINTS_PER_INCH } from './template.ts';

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

/** A printer that is off by more is broken or prints on another paper. Rule: labels/calibration. */
export const MOST_OFFSET_PT = 36;
export const SCALE_BOUNDS = { least: 0.9, most: 1.1 };

/** A place on the paper, in inches from its left and its top edge. */
export interface MarkIn {
  readonly acrossIn: number;
  readonly downIn: number;
}
export type Marks = readonly [MarkIn, MarkIn];

/** A quarter of a side, at most an inch, in whole eighths, which every ruler has. */
function insetIn(sideIn: number): number {
  const eighths = Math.floor(sideIn * 2);
  return eighths === 0 ? sideIn / 4 : Math.min(eighths / 8, 1);
}

/** The crosses of a test sheet: near the top left and the bottom right corner, as far apart as every printer reaches. */
export function testMarks({ page: { widthIn, heightIn } }: LabelTemplate): Marks {
  const [acrossIn, downIn] = [insetIn(widthIn), insetIn(heightIn)];
  return [
    { acrossIn, downIn },
    { acrossIn: widthIn - acrossIn, downIn: heightIn - downIn },
  ];
}

export const markPlace = ({ acrossIn, downIn }: MarkIn): Place => ({
  xPt: acrossIn * POINTS_PER_INCH,
  yPt: downIn * POINTS_PER_INCH,
});

export type CalibrationRefused = { code: 'beyond_correction' } | { code: 'marks_disagree' };

/** Printers scale both directions alike to less than this. More is a measure that was read or typed wrong. */
const MOST_MISSED_IN = 1 / 16;

const rounded = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals || 0;

/**
 * The calibration that puts the two crosses of a test sheet in their places. The sheet must be printed without a
 * calibration. Two places are four figures for three unknown ones, so a measure that cannot be true is found.
 * Refuses: `marks_disagree` when no offset and scale explain both places; `beyond_correction` for a printer that is off by
 * more than half an inch, or scales by more than a tenth.
 */
export function calibrationFrom(drawn: Marks, measured: Marks): Result<Calibration, CalibrationRefused> {
  const apart = ([first, second]: Marks) => [second.acrossIn - first.acrossIn, second.downIn - first.downIn] as const;
  const [drawnX, drawnY] = apart(drawn);
  const [foundX, foundY] = apart(measured);
  // A printer prints a point x at x times its scale plus its shift. This scale misses both places least (least squares).
  const scaled = (foundX * drawnX + foundY * drawnY) / (drawnX ** 2 + drawnY ** 2);
  const missedIn = Math.max(Math.abs(foundX - scaled * drawnX), Math.abs(foundY - scaled * drawnY)) / 2;
  if (!(missedIn <= MOST_MISSED_IN)) return refuse({ code: 'marks_disagree' });
  const scale = 1 / scaled;
  // The drawing is moved against the shift, which is that of the middle between the places.
  const against = (of: keyof MarkIn) => {
    const [first, second] = [measured[0][of] - scaled * drawn[0][of], measured[1][of] - scaled * drawn[1][of]];
    return (-(first + second) / 2 / scaled) * POINTS_PER_INCH;
  };
  const [offsetXPt, offsetYPt] = [against('acrossIn'), against('downIn')];
  const isWithin =
    Math.abs(offsetXPt) <= MOST_OFFSET_PT &&
    Math.abs(offsetYPt) <= MOST_OFFSET_PT &&
    scale >= SCALE_BOUNDS.least &&
    scale <= SCALE_BOUNDS.most;
  if (!isWithin) return refuse({ code: 'beyond_correction' });
  return accept({ offsetXPt: rounded(offsetXPt, 3), offsetYPt: rounded(offsetYPt, 3), scale: rounded(scale, 6) });
}
