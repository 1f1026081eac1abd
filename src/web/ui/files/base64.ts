/** Browsers limit the number of arguments of `String.fromCharCode`. */
const PIECE_BYTES = 8192;

/** The bytes of a file, for a request. @throws when the file was moved or changed after it was chosen */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let start = 0; start < bytes.length; start += PIECE_BYTES)
    text += String.fromCharCode(...bytes.subarray(start, start + PIECE_BYTES));
  return btoa(text);
}
