/** A text for `LIKE` in which `%`, `_` and `\` have no special meaning. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** The `LIKE` pattern of all texts that contain this one. */
export function containing(text: string): string {
  return `%${literally(text)}%`;
}
