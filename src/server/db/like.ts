/** A text as `LIKE` compares it letter by letter: `%`, `_` and `\` stand for themselves. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** The `LIKE` pattern of all texts that contain this one. */
export function containing(text: string): string {
  return `%${literally(text)}%`;
}
