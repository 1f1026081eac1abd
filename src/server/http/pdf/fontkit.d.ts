/** The types of the part of fontkit that is used here; it has none of its own. */
declare module 'fontkit' {
  export function openSync(path: string): { hasGlyphForCodePoint(codePoint: number): boolean };
}
