/** What tells one variant from another: "Large, Blue". Falls back to its own name, then its number. Source: spec §3. */
export function variantName(options: readonly string[], name: string | null, id: number): string {
  const joined = options
    .map((option) => option.trim())
    .filter((option) => option !== '')
    .join(', ');
  return joined || name?.trim() || `Variant #${id}`;
}

/** A cart line of a variant is called 'parent - variant'. Source: spec §2, "Product grid". */
export function variantLineName(productName: string, variant: string): string {
  return `${productName} - ${variant}`;
}
