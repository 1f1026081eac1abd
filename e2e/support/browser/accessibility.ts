import process from 'node:process';
import { expect, type Locator, type Page, test } from '@playwright/test';
import axe from 'axe-core';
import { picture } from './picture.ts';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules of these that concern colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Waits until fading and changes of theme are over, because colours differ during them. */
function settled(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (;;) {
      const running = document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
      if (running.length === 0) return;
      await Promise.all(running.map((animation) => animation.finished.catch(() => undefined)));
      await new Promise(requestAnimationFrame);
    }
  });
}

type Rules = string[] | { type: 'rule'; values: string[] };

/** The violations that axe finds, one per line. Its script stays in the page for the next call. */
async function violations(page: Page, only: Rules, parts: readonly Locator[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const elements = await Promise.all(parts.map((part) => part.elementHandle()));
  // Only failures are asked for: most of the work would be listing what passes.
  return page.evaluate(
    async ([runOnly, include]) => {
      const within = include.length > 0 ? { include: include.filter((node) => node !== null) } : document;
      // Frames of artifacts have no origin, so that the script neither is in them nor can ask them.
      const found = await window.axe?.run(within, { runOnly, resultTypes: ['violations'], iframes: false });
      if (!found) throw new Error('axe is not in the page');
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
      );
    },
    [only, elements] as const,
  );
}

/** The contrast of every pair of colours is held in both themes by `tokens.test.ts`; axe costs a second each time. */
function inBothThemes(): boolean {
  return process.env['PICTURES'] !== undefined || test.info().project.metadata['bothThemes'] === true;
}

/**
 * Checks the screen with axe in the theme that it has, and keeps a picture; the long run does so in both themes. The
 * themes differ only in colours, so the second is checked for those only.
 * @param parts only the new parts of a screen that was checked as a whole before, which saves a second each time;
 * everything when left out
 */
export async function expectAccessible(page: Page, name: string, ...parts: readonly Locator[]): Promise<void> {
  for (const part of parts) await expect(part).toBeVisible();
  const html = page.locator('html');
  const first = (await html.getAttribute('data-theme')) === 'light' ? 'light' : 'dark';
  await settled(page);
  await picture(page, `${first}/${name}`);
  expect(await violations(page, WCAG_22_AA, parts), `${name}, ${first}`).toEqual([]);
  if (!inBothThemes()) return;
  const second = first === 'light' ? 'dark' : 'light';
  await html.evaluate((root, to) => root.setAttribute('data-theme', to), second);
  await settled(page);
  await picture(page, `${second}/${name}`);
  const ofColours = { type: 'rule' as const, values: OF_COLOURS };
  expect(await violations(page, ofColours, parts), `${name}, ${second}`).toEqual([]);
  await html.evaluate((root, to) => root.setAttribute('data-theme', to), first);
}
