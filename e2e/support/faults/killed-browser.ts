import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from '@playwright/test';

const execute = promisify(execFile);
const GONE_WITHIN_MS = 10_000;
/** Chromium writes changes of localStorage five seconds after the first of them, and at most sixty times an hour. */
const WRITTEN_WITHIN_MS = 90_000;

type Settings = LaunchOptions & BrowserContextOptions;

function isAlive(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * A browser with a profile on disk that can be killed at any time and opened again with what it had written by then,
 * like a till whose browser crashed or whose battery ran out. A kill loses what the browser still held in memory.
 * Unlike a power cut, it does not lose what the operating system had yet to write.
 */
export class KillableBrowser {
  readonly #profile: string;
  readonly #settings: Settings;
  readonly #prepare: (context: BrowserContext) => void;
  #context: BrowserContext | null = null;

  private constructor(profile: string, settings: Settings, prepare: (context: BrowserContext) => void) {
    this.#profile = profile;
    this.#settings = settings;
    this.#prepare = prepare;
  }

  /** @param prepare is called with each new browser, to watch it */
  static async create(settings: Settings, prepare: (context: BrowserContext) => void): Promise<KillableBrowser> {
    return new KillableBrowser(await mkdtemp(join(tmpdir(), 'tillwright-profile-')), settings, prepare);
  }

  /**
   * Opens the browser, also after a kill.
   * @returns its only page
   */
  async open(): Promise<Page> {
    const context = await chromium.launchPersistentContext(this.#profile, this.#settings);
    this.#context = context;
    this.#prepare(context);
    return context.pages()[0] ?? context.newPage();
  }

  get context(): BrowserContext {
    if (this.#context === null) throw new Error('the browser is not open');
    return this.#context;
  }

  /** Waits until a text of localStorage is on the disk. */
  async untilWritten(text: string): Promise<void> {
    const deadline = Date.now() + WRITTEN_WITHIN_MS;
    while (!(await this.#hasWritten(text))) {
      if (Date.now() > deadline) throw new Error(`the browser did not write ${text}`);
      await sleep(100);
    }
  }

  async #hasWritten(text: string): Promise<boolean> {
    const folder = join(this.#profile, 'Default/Local Storage/leveldb');
    // The browser may delete files meanwhile.
    const names = await readdir(folder).catch(() => []);
    const files = await Promise.all(names.map((name) => readFile(join(folder, name)).catch(() => Buffer.alloc(0))));
    return files.some((file) => file.includes(text, 0, 'latin1') || file.includes(text, 0, 'utf16le'));
  }

  /** Kills the browser and all its processes with SIGKILL, so that nothing more is written. */
  async kill(): Promise<void> {
    const closed = this.context.waitForEvent('close');
    const group = await this.#processGroup();
    process.kill(-group, 'SIGKILL');
    await closed;
    this.#context = null;
    const deadline = Date.now() + GONE_WITHIN_MS;
    while (isAlive(group)) {
      if (Date.now() > deadline) throw new Error(`processes of the killed browser (${group}) are still there`);
      await sleep(10);
    }
  }

  /** Playwright starts the browser in a separate process group, and its command line names the profile. */
  async #processGroup(): Promise<number> {
    const { stdout } = await execute('ps', ['-axo', 'pid=,pgid=,args=']);
    const holder = stdout.split('\n').find((line) => line.includes(`--user-data-dir=${this.#profile}`));
    const [, pid, group] = /^\s*(\d+)\s+(\d+)\s/.exec(holder ?? '') ?? [];
    if (group === undefined) throw new Error(`no process holds the profile ${this.#profile}`);
    if (group === String(process.pid) || Number(group) <= 1)
      throw new Error(`the browser (${pid}) has no group of its own`);
    return Number(group);
  }

  /** Closes the browser and deletes the profile. */
  async remove(): Promise<void> {
    await this.#context?.close();
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
