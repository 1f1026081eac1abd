import { expect, type Page } from '@playwright/test';
import type { Username } from '../shop/shop.ts';
import type { Till } from './till.ts';

/** The answer to a manager who asks for another person's sale that the server does not have. */
export const NOT_RECORDED = /^409 POST .*\/api\/orders$/;

export async function arrive(till: Till, person: Username): Promise<void> {
  await till.page.goto('/login');
  await till.signIn(person);
  await till.ready();
}

/** Pays by card in the name of the staff, with the network as it is. */
export async function payAsStaff(till: Till, product: string, customer: string): Promise<void> {
  await arrive(till, 'staff');
  await till.add(product);
  await till.chooseCustomer(customer);
  await till.goToCheckout();
  await till.method('Card').check();
  await till.pay.click();
  await expect(till.checking).toBeVisible();
}

export const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Not everything is saved yet' });
export const waiting = (page: Page) => page.getByRole('dialog', { name: 'Waiting for an answer' });

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await warning(page).getByRole('button', { name: 'Sign out all the same' }).click();
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible();
}
