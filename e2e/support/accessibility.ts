import { expect, type Locator, type Page } from '@playwright/test';
import axe from 'axe-core';
import { picture } from './picture.ts';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules among them that look at colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What fades in, or changes its colours with the theme, has other colours on its way; one change may follow another. */
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

/** What axe finds wrong under these rules or tags, a line each. Its script stays in the page for the next time. */
async function violations(page: Page, only: Rules, parts: readonly Locator[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const elements = await Promise.all(parts.map((part) => part.elementHandle()));
  // What passes is most of a page, and to name it most of the work: only what fails is asked for.
  return page.evaluate(
    async ([runOnly, include]) => {
      const within = include.length > 0 ? { include: include.filter((node) => node !== null) } : document;
      const found = await window.axe?.run(within, { runOnly, resultTypes: ['violations'] });
      if (!found) throw new Error('axe is not in the page');
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
      );
    },
    [only, elements] as const,
  );
}

/**
 * What axe finds wrong in what is on the screen now, in both themes; and a picture of each for looking at. A theme is
 * colours and nothing else: the second is asked about those only.
 * @param parts what is new on a screen that was looked at as a whole before, a second of work each time; left out,
 *   everything
 */
export async function expectAccessible(page: Page, name: string, ...parts: readonly Locator[]): Promise<void> {
  for (const part of parts) await expect(part).toBeVisible();
  const html = page.locator('html');
  const first = await html.getAttribute('data-theme');
  for (const theme of first === 'light' ? ['light', 'dark'] : ['dark', 'light']) {
    await html.evaluate((root, to) => root.setAttribute('data-theme', to), theme);
    await settled(page);
    await picture(page, `${theme}/${name}`);
    const only = theme === first ? WCAG_22_AA : { type: 'rule' as const, values: OF_COLOURS };
    expect(await violations(page, only, parts), `${name}, ${theme}`).toEqual([]);
  }
  await html.evaluate((root, to) => root.setAttribute('data-theme', to), first ?? 'dark');
}
