import type { Locator, Page } from '@playwright/test';

/** The address to which the form for a new customer is sent. */
export const USERS = '**/api/users-matrix/users';

/** Fills in the form of a new customer at the register. */
export async function fillIn(page: Page, lastName: string): Promise<Locator> {
  await page.keyboard.press('F2');
  await page.getByRole('option', { name: 'Add new customer' }).click();
  const form = page.getByRole('form', { name: 'New customer' });
  await form.getByLabel('First name').fill('Wren');
  await form.getByLabel('Last name').fill(lastName);
  await form.getByLabel(/^Phone/).fill(`704${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`);
  return form;
}

/** A last name that nobody has. */
export const someName = () =>
  `Lost${Array.from({ length: 10 }, () => 'abcdefghijklmnop'[Math.floor(Math.random() * 16)]).join('')}`;
