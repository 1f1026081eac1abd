import { withCheckDigit } from '#domain/barcode.ts';

/**
 * Barcodes from the ranges that GS1 keeps for use inside a shop (EAN-13 prefixes 20-29, UPC-A number
 * system 4), so that no demo product carries the number of a real one.
 */

/** An in-store EAN-13: prefix 29, ten digits of `item`, check digit. */
export function inStoreEan13(item: number): string {
  return withCheckDigit(`29${String(item).padStart(10, '0')}`);
}

/** An in-store UPC-A: number system 4, ten digits of `item`, check digit. */
export function inStoreUpcA(item: number): string {
  return withCheckDigit(`4${String(item).padStart(10, '0')}`);
}
