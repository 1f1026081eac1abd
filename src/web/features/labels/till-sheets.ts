import { create } from 'zustand';
import { z } from 'zod';
import { type Calibration, MOST_OFFSET_PT, NO_CALIBRATION, SCALE_BOUNDS } from '#domain/labels/calibration.ts';

/** Of this browser: its printer and the sheets in it do not change with who stands before it. */
const KEY = 'tillwright.labels';

const offset = z.number().min(-MOST_OFFSET_PT).max(MOST_OFFSET_PT);
const kept = z.object({
  /** Labels of the sheet in the printer that are used, by template. */
  starts: z.record(z.string(), z.int().min(0).max(499)).default({}),
  calibrations: z
    .record(
      z.string(),
      z.object({
        offsetXPt: offset,
        offsetYPt: offset,
        scale: z.number().min(SCALE_BOUNDS.least).max(SCALE_BOUNDS.most),
      }),
    )
    .default({}),
});
type Kept = z.output<typeof kept>;

const NOTHING: Kept = { starts: {}, calibrations: {} };

function stored(): Kept {
  try {
    const read = kept.safeParse(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
    return read.success ? read.data : NOTHING;
  } catch {
    return NOTHING;
  }
}

// For everybody: a printer prints alike for all.
const useTillSheets = create<Kept>(() => stored());

function keep(part: Partial<Kept>): void {
  useTillSheets.setState(part);
  try {
    localStorage.setItem(KEY, JSON.stringify(useTillSheets.getState()));
  } catch {
    // Remembered until the page is left.
  }
}

export function useStart(templateId: string): number {
  return useTillSheets(({ starts }) => starts[templateId] ?? 0);
}

export function setStart(templateId: string, start: number): void {
  keep({ starts: { ...useTillSheets.getState().starts, [templateId]: start } });
}

export function useCalibration(templateId: string): Calibration {
  return useTillSheets(({ calibrations }) => calibrations[templateId] ?? NO_CALIBRATION);
}

export function setCalibration(templateId: string, calibration: Calibration): void {
  keep({ calibrations: { ...useTillSheets.getState().calibrations, [templateId]: calibration } });
}
