/** Types of products whose label is not just their name. Rule: labels/type-labels. */
const LABELS: Readonly<Record<string, string>> = {
  flower: 'Flower',
  preroll: 'Pre-Roll',
  gram: 'Grams',
  eighth: 'Eighth',
};

/** The type of goods that a pricing rule sells, as staff reads it: "Pre-Roll" for "preroll", "Vape" for "vape". */
export function productTypeLabel(productType: string): string {
  const type = productType.trim();
  return LABELS[type.toLowerCase()] ?? `${type.slice(0, 1).toUpperCase()}${type.slice(1)}`;
}
