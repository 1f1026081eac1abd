import { base64Of } from '#web/ui/files/base64.ts';

/** The call takes 16 million characters of base64, four for every three bytes. */
const MOST_BYTES = 12_000_000;
export interface ChosenFile {
  readonly name: string;
  readonly base64: string;
}

/** Reads a file for sending, or says why it cannot be sent. */
export async function readChosen(file: File): Promise<ChosenFile | { readonly refused: string }> {
  if (file.size === 0) return { refused: `${file.name} is empty.` };
  if (file.size > MOST_BYTES)
    return { refused: `${file.name} is larger than 12 MB. Divide it and import the parts one after the other.` };
  try {
    return { name: file.name, base64: await base64Of(file) };
  } catch {
    // The file was moved or changed after it was chosen.
    return { refused: `${file.name} could not be read. Choose it again.` };
  }
}
