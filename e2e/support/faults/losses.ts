import process from 'node:process';
import type { PlaywrightTestConfig } from '@playwright/test';

export interface NetworkOptions {
  /**
   * The way from pages to the server: direct, through a proxy with the faults that the test orders (`faults`), or
   * through one that loses requests and replies at random, as in the lossy run.
   */
  network: 'direct' | 'scripted' | 'lossy';
  /** Tests tagged `@losses` run as in the lossy run. */
  losesTagged: boolean;
}

export type BrowserProject = NonNullable<PlaywrightTestConfig<NetworkOptions>['projects']>[number];

/** Each seed loses something else, and always the same. */
export const lossySeed = process.env['LOSSY_SEED'] ?? '1';

/**
 * Runs the tests of a project behind a proxy that loses 10 % of the requests and the replies to 20 % of the writes.
 * Repeats come after 1, 2 and 4 s. A test tagged `@lossless` is left out; only a test that breaks the network itself may have that tag.
 */
export function withLosses(project: BrowserProject): BrowserProject {
  return {
    ...project,
    name: `${project.name}, with losses`,
    grepInvert: /@lossless/,
    use: { ...project.use, network: 'lossy' },
  };
}
