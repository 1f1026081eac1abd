import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { picture } from './picture.ts';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What passes is most of a page, and to name it most of the work. */
const WHAT_FAILS: Parameters<AxeBuilder['options']>[0] = { resultTypes: ['violations'] };

/** What fades in, or changes its colours with the theme, has other colours on its way. */
function settled(page: Page): Promise<unknown> {
  return page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
}

/**
 * What axe finds wrong in what is on the screen now, in both themes; and a picture of each for looking at. A theme is
 * colours and nothing else: the second is asked about those only.
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  const html = page.locator('html');
  const first = await html.getAttribute('data-theme');
  for (const theme of first === 'light' ? ['light', 'dark'] : ['dark', 'light']) {
    await html.evaluate((root, to) => root.setAttribute('data-theme', to), theme);
    await settled(page);
    await picture(page, `${theme}/${name}`);
    const axe = new AxeBuilder({ page }).setLegacyMode().options(WHAT_FAILS);
    const { violations } = await (
      theme === first ? axe.withTags(WCAG_22_AA) : axe.withRules('color-contrast')
    ).analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
    expect(found, `${name}, ${theme}`).toEqual([]);
  }
  await html.evaluate((root, to) => root.setAttribute('data-theme', to), first ?? 'dark');
}
