/** The answer of a printer to `~HS` (host status), as far as a queue needs it. */
export interface PrinterStatus {
  /** The reason why it does not print; null while it does. */
  readonly trouble: PrinterTrouble | null;
  /** Labels that it has received and not printed yet. */
  readonly labelsLeft: number;
  /** Those of them that are copies of the label in print. */
  readonly copiesLeft: number;
}

export type PrinterTrouble = 'head_open' | 'paper_out' | 'ribbon_out' | 'too_hot' | 'paused';

export const TROUBLE_WORDS: Record<PrinterTrouble, string> = {
  head_open: 'Its head is open. Close it.',
  paper_out: 'It is out of labels. Put a new roll in.',
  ribbon_out: 'It is out of ribbon. Put a new one in.',
  too_hot: 'It is too hot, and prints again once it has cooled down.',
  paused: 'It is paused. Press its pause button.',
};

/** The strings between STX and ETX, as far as they are whole. */
function framesOf(answer: string): string[][] {
  return answer
    .split('\u0002')
    .slice(1)
    .flatMap((part) => {
      const end = part.indexOf('\u0003');
      return end < 0 ? [] : [part.slice(0, end).split(',')];
    });
}

/**
 * Reads an answer to `~HS` of the ZPL II programming guide: three strings between STX and ETX, of figures between commas.
 * Null while it is not whole.
 */
export function readStatus(answer: string): PrinterStatus | null {
  const [memory, mechanics, last] = framesOf(answer);
  if (memory === undefined || mechanics === undefined || last === undefined) return null;
  const isSet = (frame: readonly string[], place: number): boolean => frame[place]?.trim() === '1';
  const figure = (frame: readonly string[], place: number): number => {
    const text = frame[place]?.trim() ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : 0;
  };
  const trouble = isSet(mechanics, 2)
    ? 'head_open'
    : isSet(memory, 1)
      ? 'paper_out'
      : isSet(mechanics, 3)
        ? 'ribbon_out'
        : isSet(memory, 11)
          ? 'too_hot'
          : isSet(memory, 2)
            ? 'paused'
            : null;
  const copiesLeft = figure(mechanics, 8);
  return { trouble, labelsLeft: figure(memory, 4) + copiesLeft, copiesLeft };
}

/**
 * The number of labels that came out of a printer.
 * @param copies of each label that it was sent, in their order
 */
export function labelsPrinted(copies: readonly number[], { labelsLeft, copiesLeft }: PrinterStatus): number {
  const waiting = labelsLeft - copiesLeft;
  const begun = copies.slice(0, Math.max(copies.length - waiting, 0));
  return Math.max(begun.reduce((sum, one) => sum + one, 0) - copiesLeft, 0);
}
