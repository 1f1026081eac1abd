import { expect, type Locator, type Page } from '@playwright/test';
import type { Till } from './till.ts';

/** Audit mode of the register. */
export function bar(page: Page): Locator {
  return page.getByRole('group', { name: 'Audit mode' });
}

/** Opens the register in audit mode and finds a card. */
export async function audit(till: Till, name: string): Promise<Locator> {
  await till.open();
  await till.page.getByRole('button', { name: 'Audit mode' }).click();
  await expect(bar(till.page)).toBeVisible();
  return till.find(name);
}

export function field(card: Locator, name: string): Locator {
  return card.getByRole('textbox', { name: new RegExp(`^Stock of ${name}(,|$)`) });
}
