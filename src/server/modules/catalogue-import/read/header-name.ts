/** A header without regard to case and spaces. */
export function nameOf(header: string): string {
  return header.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
