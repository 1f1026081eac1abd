import process from 'node:process';
import type { PlaywrightTestConfig } from '@playwright/test';

export interface NetworkOptions {
  /**
   * The way from the pages to the server: straight, through a proxy that breaks what the test orders (`faults`), or
   * through one that loses requests and replies at random, as the lossy run has it.
   */
  network: 'direct' | 'scripted' | 'lossy';
  /** Of the random losses: the same seed loses the same again. */
  lossySeed: string;
}

export type BrowserProject = NonNullable<PlaywrightTestConfig<NetworkOptions>['projects']>[number];

/** Loses something else with every seed, and the same with the same one. */
export const lossySeed = process.env['LOSSY_SEED'] ?? '1';

/**
 * The tests of a project behind a proxy that loses 10 % of the requests and the replies to 20 % of the writes. What is
 * lost is asked for again after 1, 2 and 4 s, hence the longer limits. A test tagged `@lossless` is left out and says
 * why; it may only be one that plays the network itself.
 */
export function withLosses(project: BrowserProject): BrowserProject {
  return {
    ...project,
    name: `${project.name}, with losses`,
    grepInvert: /@lossless/,
    timeout: 180_000,
    expect: { timeout: 40_000 },
    use: { ...project.use, network: 'lossy', lossySeed },
  };
}
