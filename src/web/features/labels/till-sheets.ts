import { create } from 'zustand';
import { z } from 'zod';
import type { PrinterDpi } from '#domain/labels/zpl.ts';
import { type Calibration, MOST_OFFSET_PT, NO_CALIBRATION, SCALE_BOUNDS } from '#domain/labels/calibration.ts';

/** Kept for the browser, not the person: everybody at a till uses the same printer and sheets. */
const KEY = 'tillwright.labels';

const offset = z.number().min(-MOST_OFFSET_PT).max(MOST_OFFSET_PT);
const kept = z.object({
  /** The number of used labels on the sheet in the printer, by template. */
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
  /** The warning on compliance labels, as local law requires it. */
  warning: z.string().max(300).default(''),
  /** Dots per inch of the label printer. */
  dpi: z.union([z.literal(203), z.literal(300), z.literal(600)]).default(203),
  /** The label printer that was chosen last; null for that of Quick Print. */
  printer: z.int().nullable().default(null),
});
type Kept = z.output<typeof kept>;

const NOTHING: Kept = { starts: {}, calibrations: {}, warning: '', dpi: 203, printer: null };

function stored(): Kept | null {
  try {
    const text = localStorage.getItem(KEY);
    return text === null ? null : (kept.safeParse(JSON.parse(text)).data ?? null);
  } catch {
    return null;
  }
}

// Shared by everybody, because a printer prints alike for all.
const useTillSheets = create<Kept>(() => stored() ?? NOTHING);

window.addEventListener('storage', ({ key }) => {
  if (key === KEY) useTillSheets.setState(stored() ?? NOTHING);
});

/** False while storage is full or blocked. The stored settings are then older than those in memory. */
let isStored = true;

/** Changes the stored settings. They are read first, because another window may have changed them. */
function keep(changed: (before: Kept) => Partial<Kept>): void {
  const before = (isStored ? stored() : null) ?? useTillSheets.getState();
  const after = { ...before, ...changed(before) };
  useTillSheets.setState(after);
  try {
    localStorage.setItem(KEY, JSON.stringify(after));
    isStored = true;
  } catch {
    isStored = false;
    // The settings stay in memory until the page closes.
  }
}

export function useStart(templateId: string): number {
  return useTillSheets(({ starts }) => starts[templateId] ?? 0);
}

export function setStart(templateId: string, start: number): void {
  keep(({ starts }) => ({ starts: { ...starts, [templateId]: start } }));
}

export function useCalibration(templateId: string): Calibration {
  return useTillSheets(({ calibrations }) => calibrations[templateId] ?? NO_CALIBRATION);
}

export function setCalibration(templateId: string, calibration: Calibration): void {
  keep(({ calibrations }) => ({ calibrations: { ...calibrations, [templateId]: calibration } }));
}

export const useWarning = (): string => useTillSheets(({ warning }) => warning);

export function setWarning(warning: string): void {
  keep(() => ({ warning }));
}

export const usePrinterDpi = (): PrinterDpi => useTillSheets(({ dpi }) => dpi);

export function setPrinterDpi(dpi: PrinterDpi): void {
  keep(() => ({ dpi }));
}

export const useChosenPrinter = (): number | null => useTillSheets(({ printer }) => printer);

export function choosePrinter(printer: number): void {
  keep(() => ({ printer }));
}
