/** GS1 check digit: weights 3 and 1 alternate from the right. Appends it to `digits`. */
export function withCheckDigit(digits: string): string {
  let weighted = 0;
  for (let place = 0; place < digits.length; place += 1) {
    weighted += Number(digits[digits.length - 1 - place]) * (place % 2 === 0 ? 3 : 1);
  }
  return `${digits}${(10 - (weighted % 10)) % 10}`;
}

/** True for an EAN-13 or UPC-A with a right check digit. */
export function isValidBarcode(code: string): boolean {
  return /^(\d{12}|\d{13})$/.test(code) && withCheckDigit(code.slice(0, -1)) === code;
}

/**
 * The one form in which a code is looked up. A UPC-A and the EAN-13 that is the same with a leading 0 are one product,
 * because scanners are set to send either. Spaces and dashes between the digits are ignored. Any other code (an
 * in-house label, a SKU) only loses its outer spaces and its case.
 */
export function lookupCode(code: string): string {
  const plain = code.trim().toLowerCase();
  const digits = plain.replace(/[\s-]/g, '');
  if (!isValidBarcode(digits)) return plain;
  return digits.length === 12 ? `0${digits}` : digits;
}

export interface Coded {
  readonly sku: string | null;
  readonly barcode: string | null;
}

/** The product that a code belongs to, or one variant of it. */
export interface CodeHit<Product, Variant> {
  readonly product: Product;
  readonly variant: Variant | null;
}

/** Barcodes and SKUs by `lookupCode`. A product's own code is not given up to a variant of another. */
export function indexCodes<Product extends Coded, Variant extends Coded>(
  products: readonly Product[],
  variantsOf: (product: Product) => readonly Variant[],
): Map<string, CodeHit<Product, Variant>> {
  const byCode = new Map<string, CodeHit<Product, Variant>>();
  const note = ({ barcode, sku }: Coded, hit: CodeHit<Product, Variant>): void => {
    for (const code of [barcode, sku]) {
      if (code && !byCode.has(lookupCode(code))) byCode.set(lookupCode(code), hit);
    }
  };
  for (const product of products) note(product, { product, variant: null });
  for (const product of products) for (const variant of variantsOf(product)) note(variant, { product, variant });
  return byCode;
}
