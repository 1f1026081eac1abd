/** Keys this close together are a scanner's, or two that a hand pressed at once: they are held back until it shows. */
export const SCAN_GAP_MS = 35;
/** Once a burst runs, a scanner may stumble this long. A hand that types digits leaves 100 ms and more. */
const RHYTHM_MS = 80;
/** Of the gaps in a code this share is as short as above. */
const FAST_SHARE = 0.75;
/** Shorter bursts are two keys that were pressed together. */
const LEAST_LENGTH = 4;
/** The shortest retail barcode. No hand types this many digits in a scanner's rhythm, however slow the scanner. */
const BARCODE_LENGTH = 8;
/** Nobody scans this soon after a key: what came before is the head of the same code. */
const NEAR_MS = 300;
/** The rest of a code that broke off comes within this time. */
const REST_MS = 1500;

export interface Press {
  /** As in `KeyboardEvent.key`. */
  readonly key: string;
  /** As in `Event.timeStamp`: when it was pressed, however late it is looked at. */
  readonly atMs: number;
  /** Held down: repeats are as fast as a scanner. */
  readonly repeat: boolean;
  /** With Ctrl, Alt or Meta. */
  readonly modified: boolean;
}

export type Verdict =
  /** Let it through. `release` is what was held back and has to be typed first. */
  | { readonly kind: 'pass'; readonly release: string }
  /** May begin a code: let it pass and remember what the field held. */
  | { readonly kind: 'first'; readonly release: string }
  /** Very likely a scanner: keep it from the page until the burst shows what it is. */
  | { readonly kind: 'hold' }
  /** A code. What of it has passed must be taken back. */
  | { readonly kind: 'scan'; readonly code: string }
  /** A code with a break in it, which stands for nothing. What of it has passed must be taken back. */
  | { readonly kind: 'torn' };

interface Burst {
  readonly text: string;
  readonly gaps: number;
  readonly fastGaps: number;
}

const NONE: Burst = { text: '', gaps: 0, fastGaps: 0 };

/** Codes have no blanks and no letters beyond ASCII; dictation and text expanders type both as fast as a scanner. */
const isCodeText = (text: string): boolean => text.length >= LEAST_LENGTH && /^[\x21-\x7e]+$/.test(text);

/** Whether a machine typed it. @param leastDigits from how many digits on the slower rhythm is enough */
function isMachine({ text, gaps, fastGaps }: Burst, leastDigits: number): boolean {
  if (!isCodeText(text)) return false;
  return fastGaps >= gaps * FAST_SHARE || (text.length >= leastDigits && /^\d+$/.test(text));
}

function grown(burst: Burst, gapMs: number, key: string): Burst {
  const { text, gaps, fastGaps } = burst;
  return { text: text + key, gaps: gaps + 1, fastGaps: fastGaps + (gapMs < SCAN_GAP_MS ? 1 : 0) };
}

/**
 * Tells a scanner from a person typing. A code is a burst that Enter closes: gaps under 80 ms, most of them under 35, or
 * eight digits and more at any pace within the 80. A burst that comes right behind other keys is the rest of a code
 * whose head was let through: it is torn and stands for nothing. Pure: the caller holds back, types and takes back as
 * it is told.
 */
export function createScanReader() {
  let burst = NONE;
  let held = '';
  let lastAtMs = -Infinity;
  /** Keys have passed right before this burst. */
  let hasHead = false;
  /** When the last of a machine's keys passed that no Enter has closed. */
  let machineAtMs = -Infinity;

  function release(): string {
    const text = held;
    held = '';
    return text;
  }

  function forget(): void {
    burst = NONE;
    hasHead = false;
    machineAtMs = -Infinity;
  }

  function enter(gapMs: number, atMs: number): Verdict {
    const closed = grown(burst, gapMs, '');
    const inRhythm = burst !== NONE && gapMs < RHYTHM_MS;
    const isRest = hasHead && inRhythm && atMs - machineAtMs < REST_MS;
    const isLate = gapMs >= RHYTHM_MS && gapMs < NEAR_MS && burst.text.length >= BARCODE_LENGTH;
    const isCode = inRhythm && isMachine(closed, BARCODE_LENGTH);
    const code = burst.text;
    if (isRest || (isCode && hasHead) || (isLate && /^\d+$/.test(code))) return { kind: 'torn' };
    return isCode ? { kind: 'scan', code } : { kind: 'pass', release: release() };
  }

  return {
    press({ key, atMs, repeat, modified }: Press): Verdict {
      // Shift and its like come between the characters of a scanner too.
      if (key === 'Shift' || key === 'CapsLock') return { kind: 'pass', release: '' };
      const gapMs = atMs - lastAtMs;
      const isPlain = !repeat && !modified;
      if (!isPlain || (key.length > 1 && key !== 'Enter')) {
        forget();
        lastAtMs = atMs;
        return { kind: 'pass', release: release() };
      }
      lastAtMs = atMs;
      if (key === 'Enter') {
        const verdict = enter(gapMs, atMs);
        forget();
        held = '';
        return verdict;
      }
      if (burst !== NONE && gapMs < RHYTHM_MS) {
        burst = grown(burst, gapMs, key);
        if (gapMs >= SCAN_GAP_MS) return { kind: 'pass', release: release() };
        held += key;
        return { kind: 'hold' };
      }
      if (isMachine(burst, LEAST_LENGTH)) machineAtMs = atMs - gapMs;
      hasHead = burst !== NONE && (gapMs < NEAR_MS || atMs - machineAtMs < REST_MS);
      burst = { text: key, gaps: 0, fastGaps: 0 };
      return { kind: hasHead ? 'pass' : 'first', release: release() };
    },

    /** The burst paused: what was held back has to be typed now. The next key may still go on with it. */
    pause: release,
  };
}
