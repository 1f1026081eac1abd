import { expect, type Locator } from '@playwright/test';
import type { Till } from './till.ts';

/** Holds the cart at hand: two presses, with a name between them if there is one. */
export async function hold(till: Till, name?: string): Promise<void> {
  await till.panel.getByRole('button', { name: 'Hold', exact: true }).click();
  const form = till.panel.getByRole('form', { name: 'Hold the cart' });
  if (name !== undefined) await form.getByRole('textbox').fill(name);
  await form.getByRole('button', { name: 'Hold' }).click();
  await expect(till.empty).toBeVisible();
}

/** The button that leads to the held carts. */
export const chip = (till: Till, count: number): Locator => till.panel.getByRole('button', { name: `Held (${count})` });
