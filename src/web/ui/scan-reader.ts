/** Keys of a scanner follow each other faster than any hand types on. */
export const SCAN_GAP_MS = 35;
/** Shorter bursts are two keys that were pressed together. */
const LEAST_LENGTH = 4;

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
  /** Not ours. `release` is what was held back and has to be typed first. */
  | { readonly kind: 'pass'; readonly release: string }
  /** May begin a code: let it pass and remember what the field held. */
  | { readonly kind: 'first'; readonly release: string }
  /** Very likely a scanner: keep it from the page until the burst shows what it is. */
  | { readonly kind: 'hold' }
  /** A code. The first character has passed and must be taken back. */
  | { readonly kind: 'scan'; readonly code: string };

/**
 * Tells a scanner (a burst of characters less than 35 ms apart, closed by Enter) from a person typing.
 * Pure: the caller holds back, types and takes back as it is told. Source: look.md, "Keyboard first".
 */
export function createScanReader(gapMs = SCAN_GAP_MS) {
  let burst = '';
  let held = '';
  let lastAtMs = -Infinity;

  function release(): string {
    const text = held;
    held = '';
    return text;
  }

  return {
    press({ key, atMs, repeat, modified }: Press): Verdict {
      // Shift and its like come between the characters of a scanner too.
      if (key.length > 1 && key !== 'Enter') {
        if (key === 'Shift' || key === 'CapsLock') return { kind: 'pass', release: '' };
        burst = '';
        return { kind: 'pass', release: release() };
      }
      const inBurst = burst !== '' && atMs - lastAtMs < gapMs && !repeat && !modified;
      lastAtMs = atMs;
      if (key === 'Enter') {
        const code = burst;
        burst = '';
        if (!inBurst || code.length < LEAST_LENGTH) return { kind: 'pass', release: release() };
        held = '';
        return { kind: 'scan', code };
      }
      if (inBurst) {
        burst += key;
        held += key;
        return { kind: 'hold' };
      }
      burst = repeat || modified ? '' : key;
      return { kind: burst === '' ? 'pass' : 'first', release: release() };
    },

    /** The burst paused: what was held back has to be typed now. The next key may still go on with it. */
    pause: release,
  };
}
