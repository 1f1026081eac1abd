import { isValidBarcode, lookupCode } from '../barcode.ts';
import { accept, refuse, type Result } from '../result.ts';

export const SYMBOLOGIES = ['code128', 'ean13', 'qr'] as const;
export type Symbology = (typeof SYMBOLOGIES)[number];

/** The code on a label: the item's own barcode, its SKU, or a square code of either. */
export const BARCODE_CHOICES = ['none', 'item', 'sku', 'qr'] as const;
export type BarcodeChoice = (typeof BARCODE_CHOICES)[number];

export interface LabelBarcode {
  readonly symbology: Symbology;
  readonly text: string;
}

export type BarcodeRefused = { code: 'no_code' | 'not_encodable' | 'too_long' };

/** False for a text with characters that its symbology cannot encode. */
export function isEncodable({ symbology, text }: LabelBarcode): boolean {
  if (text === '' || text.length > MOST_LETTERS) return false;
  if (symbology === 'ean13') return text.length === 13 && isValidBarcode(text);
  return symbology === 'qr' || ENCODABLE.test(text);
}

/** Printable ASCII, the characters that Code 128 can encode. */
const ENCODABLE = /^[\x20-\x7e]+$/;
/** Longer codes fit on no label template. */
const MOST_LETTERS = 48;

/**
 * The barcode of an item, or null if none is wanted. A UPC-A is printed as the EAN-13 with a leading 0, which has the
 * same bars. The register finds every printed code. Rule: labels/barcodes.
 * Refuses: `no_code` if the item has neither barcode nor SKU; `not_encodable`, `too_long` for the SKU.
 */
export function barcodeFor(
  choice: BarcodeChoice,
  item: { readonly sku: string | null; readonly barcode: string | null },
): Result<LabelBarcode | null, BarcodeRefused> {
  if (choice === 'none') return accept(null);
  const barcode = item.barcode?.trim() ?? '';
  const sku = item.sku?.trim() ?? '';
  if (choice === 'item' && isValidBarcode(lookupCode(barcode))) {
    return accept({ symbology: 'ean13', text: lookupCode(barcode) });
  }
  const text = (choice === 'sku' ? sku : '') || barcode || sku;
  if (text === '') return refuse({ code: 'no_code' });
  if (text.length > MOST_LETTERS) return refuse({ code: 'too_long' });
  const code: LabelBarcode = { symbology: choice === 'qr' ? 'qr' : 'code128', text };
  return isEncodable(code) ? accept(code) : refuse({ code: 'not_encodable' });
}

const PT_PER_MM = 72 / 25.4;
/** Of a printer with 300 dots an inch; one with 600 has two for each. */
const DOT_PT = 72 / 300;

/** Sizes in points, quiet zones in modules. */
interface Sizes {
  readonly smallestModulePt: number;
  readonly usualModulePt: number;
  readonly quiet: { readonly left: number; readonly right: number; readonly above: number };
}

/**
 * EAN-13 at 80 % to 150 % and its quiet zones: GS1 General Specifications 5.2. Code 128: 10 modules of quiet zone (ISO/IEC
 * 15417), and 0.19 mm is the finest that a counter scanner reads. QR: 4 modules (ISO/IEC 18004), 0.33 mm.
 */
const SIZES: Record<Symbology, Sizes> = {
  ean13: {
    smallestModulePt: 0.264 * PT_PER_MM,
    usualModulePt: 4 * DOT_PT,
    quiet: { left: 11, right: 7, above: 0 },
  },
  code128: {
    smallestModulePt: 0.19 * PT_PER_MM,
    usualModulePt: 4 * DOT_PT,
    quiet: { left: 10, right: 10, above: 0 },
  },
  qr: {
    smallestModulePt: 0.33 * PT_PER_MM,
    usualModulePt: 7 * DOT_PT,
    quiet: { left: 4, right: 4, above: 4 },
  },
};

/** Lower bars are missed by a scanner that is not held straight (ISO/IEC 15417: 5 mm). Rule: labels/barcode-sizes. */
export const LOWEST_BARS_PT = 5 * PT_PER_MM;

/**
 * The width of a module in this much room, quiet zones included; null if it would be too fine to be read.
 * Widths are whole dots if those are wide enough: bars of equal width are then printed equally wide.
 * @param printerDotPt size of a dot of a label printer; null for papers that any printer prints
 * Rule: labels/barcode-sizes.
 */
export function modulePtIn(
  symbology: Symbology,
  modules: { readonly width: number; readonly height: number },
  room: { readonly widthPt: number; readonly heightPt: number },
  printerDotPt: number | null = null,
): number | null {
  const { smallestModulePt, usualModulePt, quiet } = SIZES[symbology];
  const across = room.widthPt / (modules.width + quiet.left + quiet.right);
  const down = symbology === 'qr' ? room.heightPt / (modules.height + 2 * quiet.above) : Infinity;
  if (printerDotPt !== null) {
    // A label printer has no half dots, so the module is a whole number of them or cannot be printed.
    const most = Math.ceil(usualModulePt / printerDotPt - 1e-6);
    const dots = Math.min(Math.floor(Math.min(across, down) / printerDotPt + 1e-6), most);
    return dots * printerDotPt < smallestModulePt ? null : dots * printerDotPt;
  }
  const fits = Math.min(across, down, usualModulePt);
  if (fits < smallestModulePt) return null;
  const dotted = Math.floor(fits / DOT_PT + 1e-6) * DOT_PT;
  return dotted < smallestModulePt ? fits : dotted;
}

export const quietOf = (symbology: Symbology): Sizes['quiet'] => SIZES[symbology].quiet;
