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

/** The end that tells an item from its siblings, with the text between: "Driftline Cart 1 g" and " - Key Lime Alibi". */
const VARIANT = /^(.+)( - .+)$/;
/** The last words, as many as a line has room for beside a cut beginning. */
const LAST_WORDS = /^(.{10,}?)( \S.{0,14})$/;

/** A name as its beginning, which may be cut, and its end, which tells it from others. The end of a short name is empty. */
export function nameParts(name: string): readonly [start: string, end: string] {
  const [, start = name, end = ''] = VARIANT.exec(name) ?? LAST_WORDS.exec(name) ?? [];
  return [start, end];
}
