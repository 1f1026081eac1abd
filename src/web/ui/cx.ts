/** Joins class names, leaving out what is false. Later names do not override earlier ones: CSS order decides. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
