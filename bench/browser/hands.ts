import type { Locator, Page } from '@playwright/test';

/** The pace of somebody who does this every day: a press at a known place, and a key. A faster key would be a scanner. */
const PRESS_EVERY_MS = 300;
const KEY_EVERY_MS = 90;

/** The effort of one task. */
export interface Effort {
  readonly presses: number;
  readonly keys: number;
  readonly seconds: number;
}

/** The hands of a practised person, who waits for nothing but the screen. Counts what they do. */
export class Hands {
  readonly page: Page;
  readonly #byTouch: boolean;
  #presses = 0;
  #keys = 0;

  /** @param byTouch with a finger instead of a mouse */
  constructor(page: Page, byTouch: boolean) {
    this.page = page;
    this.#byTouch = byTouch;
  }

  /** Presses what can be pressed by then. */
  async press(target: Locator): Promise<void> {
    await this.page.waitForTimeout(PRESS_EVERY_MS);
    await (this.#byTouch ? target.tap() : target.click());
    this.#presses += 1;
  }

  async key(name: string): Promise<void> {
    await this.page.waitForTimeout(KEY_EVERY_MS);
    await this.page.keyboard.press(name);
    this.#keys += 1;
  }

  async type(text: string): Promise<void> {
    for (const letter of text) await this.key(letter === ' ' ? 'Space' : letter);
  }

  /**
   * Does a task, from the first move of the hand until its end is on the screen.
   * @param done appears when the task is done
   */
  async does(task: (hands: this) => Promise<void>, done: Locator): Promise<Effort> {
    [this.#presses, this.#keys] = [0, 0];
    const started = performance.now();
    await task(this);
    await done.waitFor();
    return { presses: this.#presses, keys: this.#keys, seconds: (performance.now() - started) / 1000 };
  }
}
