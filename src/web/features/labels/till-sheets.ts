import { create } from 'zustand';
import { z } from 'zod';
import type { PrinterDpi } from '#domain/labels/zpl.ts';
import { type Calibration, MOST_OFFSET_PT, NO_CALIBRATION, SCALE_BOUNDS } from '#domain/labels/calibration.ts';

/** Kept for the browser, not the person: everybody at a till uses the same printers and sheets. */
const KEY = 'tillwright.labels';

const offset = z.number().min(-MOST_OFFSET_PT).max(MOST_OFFSET_PT);
export const PRINTER_NAME_MAX_LENGTH = 40;
export const MOST_SHEET_PRINTERS = 8;
const kept = z.object({
  /** The number of used labels on the sheet in the printer, by printer and template (`placeOf`). */
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
  /** Names of the sheet printers beside the first one, and the name of the one in use; '' for the first. */
  sheetPrinters: z.array(z.string().min(1).max(PRINTER_NAME_MAX_LENGTH)).max(MOST_SHEET_PRINTERS).default([]),
  sheetPrinter: z.string().default(''),
});
type Kept = z.output<typeof kept>;

const NOTHING: Kept = kept.parse({});

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

/** The sheets of a template in one printer. The first printer has no name, and ids of templates have no blanks. */
const placeOf = (templateId: string, printer: string): string =>
  printer === '' ? templateId : `${templateId} ${printer}`;

export function useStart(templateId: string): number {
  return useTillSheets(({ starts, sheetPrinter }) => starts[placeOf(templateId, sheetPrinter)] ?? 0);
}

export function setStart(templateId: string, start: number): void {
  keep(({ starts, sheetPrinter }) => ({ starts: { ...starts, [placeOf(templateId, sheetPrinter)]: start } }));
}

export function useCalibration(templateId: string): Calibration {
  return useTillSheets(
    ({ calibrations, sheetPrinter }) => calibrations[placeOf(templateId, sheetPrinter)] ?? NO_CALIBRATION,
  );
}

export function setCalibration(templateId: string, calibration: Calibration): void {
  keep(({ calibrations, sheetPrinter }) => ({
    calibrations: { ...calibrations, [placeOf(templateId, sheetPrinter)]: calibration },
  }));
}

export const useSheetPrinters = (): readonly string[] => useTillSheets(({ sheetPrinters }) => sheetPrinters);

/** The name of the printer that sheets are printed on; '' for the first. */
export const useSheetPrinter = (): string => useTillSheets(({ sheetPrinter }) => sheetPrinter);

export function chooseSheetPrinter(sheetPrinter: string): void {
  keep(() => ({ sheetPrinter }));
}

/** Adds a printer and chooses it. */
export function addSheetPrinter(name: string): void {
  keep(({ sheetPrinters }) => ({ sheetPrinters: [...sheetPrinters, name], sheetPrinter: name }));
}

/** Forgets a printer with its calibrations and the sheets in it. */
export function removeSheetPrinter(name: string): void {
  function without<Value>(record: Record<string, Value>): Record<string, Value> {
    return Object.fromEntries(Object.entries(record).filter(([place]) => place.replace(/^\S+ ?/, '') !== name));
  }
  keep(({ sheetPrinters, starts, calibrations }) => ({
    sheetPrinters: sheetPrinters.filter((one) => one !== name),
    sheetPrinter: '',
    starts: without(starts),
    calibrations: without(calibrations),
  }));
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
