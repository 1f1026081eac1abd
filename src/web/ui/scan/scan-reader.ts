/**
 * Keys this close together come from a scanner, or from a hand that pressed two at once. They are held back until it is
 * clear.
 */
export const SCAN_GAP_MS = 35;
/** Within a code, a scanner may pause this long. A hand that types digits pauses 100 ms and more. */
const RHYTHM_MS = 80;
/** The share of gaps in a code that must be below SCAN_GAP_MS. */
const FAST_SHARE = 0.75;
/** A shorter burst is two keys pressed together. */
const LEAST_LENGTH = 4;
/**
 * The length of the shortest retail barcode. No hand types this many digits in a scanner's rhythm, not even in that of
 * a slow one.
 */
const BARCODE_LENGTH = 8;
/** Nobody scans this soon after pressing a key, so keys before the burst are the beginning of the same code. */
const NEAR_MS = 300;
/** The rest of a code that was interrupted arrives within this time. */
const REST_MS = 1500;

export interface Press {
  /** As in `KeyboardEvent.key`. */
  readonly key: string;
  /** As in `Event.timeStamp`: the time of the press, even if the event is handled late. */
  readonly atMs: number;
  /** A key that is held down repeats as fast as a scanner types. */
  readonly repeat: boolean;
  /** With Ctrl, Alt or Meta. */
  readonly modified: boolean;
}

export type Verdict =
  /** Let the key through. `release` was held back and has to be typed before it. */
  | { readonly kind: 'pass'; readonly release: string }
  /** The key may begin a code: let it through and remember what the field held. */
  | { readonly kind: 'first'; readonly release: string }
  /** Very likely a scanner: keep the key from the page until the burst is over. */
  | { readonly kind: 'hold' }
  /** A complete code. Those of its characters that reached a field must be removed. */
  | { readonly kind: 'scan'; readonly code: string }
  /** A code with a gap in it, which is dropped. Its characters that got through must be removed again. */
  | { readonly kind: 'torn' };

interface Burst {
  readonly text: string;
  readonly gaps: number;
  readonly fastGaps: number;
}

const NONE: Burst = { text: '', gaps: 0, fastGaps: 0 };

/**
 * Codes contain no blanks and only ASCII. Dictation and text expanders type as fast as a scanner, but type blanks and
 * other letters.
 */
const isCodeText = (text: string): boolean => text.length >= LEAST_LENGTH && /^[\x21-\x7e]+$/.test(text);

/**
 * True if a machine typed it.
 * @param leastDigits from this many digits on, the slower rhythm is enough
 */
function isMachine({ text, gaps, fastGaps }: Burst, leastDigits: number): boolean {
  if (!isCodeText(text)) return false;
  return fastGaps >= gaps * FAST_SHARE || (text.length >= leastDigits && /^\d+$/.test(text));
}

function grown(burst: Burst, gapMs: number, key: string): Burst {
  const { text, gaps, fastGaps } = burst;
  return { text: text + key, gaps: gaps + 1, fastGaps: fastGaps + (gapMs < SCAN_GAP_MS ? 1 : 0) };
}

/**
 * Tells a scanner from a person typing. A code is a burst of keys that ends with Enter: all gaps are under 80 ms, and
 * either most are under 35 ms or it has at least eight digits. A burst right after other keys is the rest of a code
 * whose beginning was let through: it is torn and is dropped. This function only decides; its caller holds back, types
 * and removes characters.
 */
export function createScanReader() {
  let burst = NONE;
  let held = '';
  let lastAtMs = -Infinity;
  /** Keys were let through right before this burst. */
  let hasHead = false;
  /** When the last key of a machine was let through, if no Enter has followed. */
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
      // Scanners press Shift between characters too.
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

    /** The burst paused, so what was held back has to be typed now. The next key may still continue the burst. */
    pause: release,
  };
}
