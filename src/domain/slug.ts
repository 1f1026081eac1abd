/**
 * A name for use in an address: "creme-ol" for "Crème & Öl". '' for a name without letters and digits, of any script.
 */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

/** The slug, or the first of "slug-2", "slug-3" and so on that is free. */
export function freeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  if (!isTaken(slug)) return slug;
  let count = 2;
  while (isTaken(`${slug}-${count}`)) count += 1;
  return `${slug}-${count}`;
}
