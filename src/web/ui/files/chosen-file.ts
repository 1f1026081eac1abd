import { base64Of } from './base64.ts';

/** The call takes 16 million characters of base64, four for every three bytes. */
const MOST_BYTES = 12_000_000;
export interface ChosenFile {
  readonly name: string;
  readonly base64: string;
  /** Tells it from files that were chosen before: its text is too long for a key. */
  readonly number: number;
}

let last = 0;

/** Reads a file for sending, or says why it cannot be sent. */
export async function readChosen(file: File): Promise<ChosenFile | { readonly refused: string }> {
  if (file.size === 0) return { refused: `${file.name} is empty.` };
  if (file.size > MOST_BYTES)
    return { refused: `${file.name} is larger than 12 MB. Divide it and import the parts one after the other.` };
  try {
    const base64 = await base64Of(file);
    last += 1;
    return { name: file.name, base64, number: last };
  } catch {
    // The file was moved or changed after it was chosen.
    return { refused: `${file.name} could not be read. Choose it again.` };
  }
}
