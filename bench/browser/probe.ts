import type { Page } from '@playwright/test';
import { fromRoot } from '../processes.ts';

/** Findings of the probe (page-probe.mjs) in a page. Times in ms. */
export interface Seen {
  /** From a key press or a click to the first frame after it. */
  readonly paints: readonly number[];
  /** From it to the last frame in which the watched element changed. */
  readonly changes: readonly number[];
  /** Between one frame and the next. */
  readonly frames: readonly number[];
}

declare global {
  interface Window {
    probe: {
      /** Forgets earlier findings; `watched` is a selector of the element that an input is to change. */
      begin: (watched: string | null) => void;
      beginFrames: () => void;
      end: () => Seen;
    };
  }
}

export async function addProbe(page: Page): Promise<void> {
  await page.addInitScript({ path: fromRoot('bench/browser/page-probe.mjs') });
}

/** Frames of 60 a second that did not come, as a share of those that should have. */
export function droppedShare(frames: readonly number[]): number {
  const due = frames.map((ms) => Math.max(1, Math.round((ms * 60) / 1000)));
  const all = due.reduce((sum, count) => sum + count, 0);
  return all === 0 ? Number.NaN : (all - frames.length) / all;
}
