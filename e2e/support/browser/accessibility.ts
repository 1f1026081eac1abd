import { expect, type Locator, type Page } from '@playwright/test';
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

/**
 * Checks the screen with axe in both themes and keeps a picture of each. The themes differ only in colours, so the
 * second is checked for those only.
 * @param parts only the new parts of a screen that was checked as a whole before, which saves a second each time;
 * everything when left out
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
