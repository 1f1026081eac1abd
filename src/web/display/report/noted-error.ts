const MOST_ERROR = 500;
let noted: string | null = null;

/** Kept until the next one, so that the report of a screen says what went wrong last. */
export function noteError(message: string): void {
  noted = message.slice(0, MOST_ERROR);
}

export const lastError = (): string | null => noted;
