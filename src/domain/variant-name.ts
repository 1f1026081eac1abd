/** Its options ("Large, Blue"), else its own name, else its number. Rule: catalogue/variant-name. */
export function variantName(options: readonly string[], name: string | null, id: number): string {
  const joined = options
    .map((option) => option.trim())
    .filter((option) => option !== '')
    .join(', ');
  return joined || name?.trim() || `Variant #${id}`;
}

/** The name of a variant's cart line: 'parent - variant'. Rule: catalogue/variant-name. */
export function variantLineName(productName: string, variant: string): string {
  return `${productName} - ${variant}`;
}
