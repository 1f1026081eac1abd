import { IMPORT_PHASES, type ImportPhase } from '#domain/import-phases.ts';

const BAR_WIDTH = 30;
/** To the start of the line, and empty it. */
const CLEAR_LINE = '\r\u001B[2K';

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface Progress {
  readonly show: (phase: ImportPhase, done: number, total: number) => void;
  /** Takes the bar away, so that what is printed next begins on an empty line. */
  readonly end: () => void;
}

/** A bar that is drawn over itself on a terminal; elsewhere one line as each phase begins. */
export function progressOn(output: Output): Progress {
  if (output.isTTY !== true) {
    let latest: ImportPhase | null = null;
    return {
      show: (phase) => {
        if (phase !== latest) output.write(`${IMPORT_PHASES[phase]}\n`);
        latest = phase;
      },
      end: () => undefined,
    };
  }
  return {
    show: (phase, done, total) => {
      const filled = total === 0 ? BAR_WIDTH : Math.round((done / total) * BAR_WIDTH);
      const bar = `${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}`;
      const figures = total > 1 ? ` ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}` : '';
      output.write(`${CLEAR_LINE}[${bar}] ${IMPORT_PHASES[phase]}${figures}`);
    },
    end: () => void output.write(CLEAR_LINE),
  };
}
