import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { addCustomerNoteRoute, customerNotesRoute } from '#contract/customer-care.ts';
import { mergeCustomersRoute } from '#contract/customer-merges.ts';
import { customerRoute, type DirectoryEntry } from '#contract/customers.ts';
import { adjustPointsRoute, balanceRoute } from '#contract/loyalty.ts';
import { expect } from '../../support/staff.ts';
import type { Command } from './command.ts';

const VIEW = '/?view=customers';

/** The details of a customer, opened by their link. */
async function opened(page: Page, customer: DirectoryEntry, tab = ''): Promise<Locator> {
  await page.goto(`${VIEW}&customer=${customer.id}${tab}`);
  const details = detailsOf(page, customer);
  await expect(details.getByRole('tab', { name: 'Details' })).toBeVisible({ timeout: 30_000 });
  return details;
}

const detailsOf = (page: Page, { name }: DirectoryEntry) => page.getByRole('region', { name, exact: true });

const customerAdd: Command = {
  name: 'customer of the list',
  view: VIEW,
  request: /^POST \/api\/users-matrix\/users$/,
  arrange(shop, page) {
    const username = `long${randomUUID().slice(0, 8)}`;
    const dialog = page.getByRole('dialog', { name: 'Add New Customer' });
    return Promise.resolve({
      async open() {
        await page.getByRole('button', { name: 'Add Customer' }).click();
        await dialog.getByLabel('Username').fill(username);
        await dialog.getByLabel('Email').fill(`${username}@example.com`);
        await dialog.getByLabel('Password').fill('a password of theirs');
      },
      press: () => dialog.getByRole('button', { name: 'Create' }).click(),
      field: () => dialog.getByLabel('Full Name'),
      made: async () => (await shop.customersNamed(username)).length,
    });
  },
};

const customerChange: Command = {
  name: 'customer change',
  view: VIEW,
  request: /^PUT \/api\/users-matrix\/users\/\d+$/,
  async arrange(shop, page) {
    const customer = await shop.customer('Longina');
    const now = async () => (await shop.call(customerRoute, customer)).data;
    const { version } = await now();
    const form = detailsOf(page, customer).getByRole('form', { name: 'Edit customer' });
    return {
      async open() {
        const details = await opened(page, customer);
        await details.getByRole('button', { name: `Edit ${customer.name}` }).click();
        await form.getByRole('textbox', { name: 'Phone' }).fill('704-555-0163');
      },
      press: () => form.getByRole('button', { name: 'Save' }).click(),
      field: () => form.getByRole('textbox', { name: 'Phone' }),
      made: async () => (await now()).version - version,
    };
  },
};

const customerDelete: Command = {
  name: 'customer deletion',
  view: VIEW,
  request: /^DELETE \/api\/users-matrix\/users\/\d+$/,
  async arrange(shop, page) {
    const customer = await shop.customer('Longina');
    const question = page.getByRole('alertdialog', { name: 'Delete Customer' });
    return {
      async open() {
        const details = await opened(page, customer);
        await details.getByRole('button', { name: `Delete ${customer.name}` }).click();
        await expect(question).toBeVisible();
      },
      press: () => question.getByRole('button', { name: 'Delete Customer' }).click(),
      field: () => question.getByRole('button', { name: 'Cancel' }),
      // A second deletion would be refused, because the customer is gone.
      made: async () => 1 - (await shop.customersNamed(customer.last_name)).length,
    };
  },
};

const customerNote: Command = {
  name: 'customer note',
  view: VIEW,
  request: /^POST \/api\/customers\/\d+\/notes$/,
  async arrange(shop, page) {
    const customer = await shop.customer('Longina');
    const notes = detailsOf(page, customer).getByRole('region', { name: 'Notes' });
    return {
      async open() {
        await opened(page, customer);
        await notes.getByLabel('New note').fill('Prefers mornings.');
      },
      press: () => notes.getByRole('button', { name: 'Add note' }).click(),
      field: () => notes.getByLabel('New note'),
      made: async () => (await shop.call(customerNotesRoute, customer)).data.length,
    };
  },
};

const customerNoteDelete: Command = {
  name: 'deletion of a customer note',
  view: VIEW,
  request: /^DELETE \/api\/customers\/\d+\/notes\/\d+$/,
  async arrange(shop, page) {
    const customer = await shop.customer('Longina');
    for (const text of ['Prefers mornings.', 'Prefers evenings.']) {
      await shop.call(addCustomerNoteRoute, customer, { text });
    }
    const notes = detailsOf(page, customer).getByRole('region', { name: 'Notes' });
    const question = page.getByRole('alertdialog', { name: 'Delete note' });
    return {
      async open() {
        await opened(page, customer);
        await notes
          .getByRole('button', { name: /^Delete the note/ })
          .first()
          .click();
        await expect(question).toContainText('Prefers evenings.');
      },
      press: () => question.getByRole('button', { name: 'Delete note' }).click(),
      field: () => question.getByRole('button', { name: 'Cancel' }),
      made: async () => 2 - (await shop.call(customerNotesRoute, customer)).data.length,
    };
  },
};

const pointsAdjust: Command = {
  name: 'adjustment of points',
  view: VIEW,
  request: /^POST \/api\/proxy\/wc-points-rewards\/user\/\d+\/adjust$/,
  async arrange(shop, page) {
    const customer = await shop.customer('Longina');
    const form = detailsOf(page, customer).getByRole('form', { name: 'Adjust points' });
    return {
      async open() {
        await opened(page, customer, '.rewards');
        await form.getByLabel('Points').fill('25');
        await form.getByLabel('Reason', { exact: true }).fill('Birthday bonus');
      },
      press: () => form.getByRole('button', { name: 'Adjust Points' }).click(),
      field: () => form.getByLabel('Points'),
      made: async () => (await shop.call(balanceRoute, customer)).balance / 25,
    };
  },
};

const customerMerge: Command = {
  name: 'merge of customers',
  view: VIEW,
  request: /^POST \/api\/customers\/\d+\/merge$/,
  async arrange(shop, page) {
    const customer = await shop.customer('Longina');
    const other = await shop.customer('Longine');
    await shop.call(adjustPointsRoute, other, { points: 25, description: 'Birthday bonus' });
    const choosing = page.getByRole('dialog', { name: `Merge ${customer.name} with` });
    const preview = page.getByRole('dialog', { name: 'Merge customers' });
    return {
      async open() {
        const details = await opened(page, customer);
        await details.getByRole('button', { name: `More about ${customer.name}` }).click();
        await page.getByRole('menuitem', { name: 'Merge with another customer' }).click();
        await choosing.getByLabel('Find the other customer').fill(other.last_name);
        await choosing.getByRole('button', { name: other.name }).click();
        await expect(preview).toContainText('25 points');
      },
      press: () => preview.getByRole('button', { name: 'Merge', exact: true }).click(),
      field: () => preview.getByRole('button', { name: `Keep #${other.id} instead` }),
      made: async () => (await shop.call(balanceRoute, customer)).balance / 25,
    };
  },
};

const customerUnmerge: Command = {
  name: 'undoing of a merge',
  view: VIEW,
  request: /^POST \/api\/customers\/merges\/\d+\/undo$/,
  async arrange(shop, page) {
    const customer = await shop.customer('Longina');
    const other = await shop.customer('Longine');
    await shop.call(adjustPointsRoute, other, { points: 25, description: 'Birthday bonus' });
    await shop.call(mergeCustomersRoute, customer, { merge_id: other.id });
    const question = page.getByRole('alertdialog', { name: `Undo the merge of ${other.name}` });
    return {
      async open() {
        const details = await opened(page, customer);
        await details.getByRole('button', { name: `Undo the merge of ${other.name}` }).click();
        await expect(question).toBeVisible();
      },
      press: () => question.getByRole('button', { name: 'Undo merge' }).click(),
      field: () => question.getByRole('button', { name: 'Cancel' }),
      made: async () => 1 - (await shop.call(balanceRoute, customer)).balance / 25,
    };
  },
};

const customersImport: Command = {
  name: 'import of customers',
  view: VIEW,
  request: /^POST \/api\/customers\/import$/,
  arrange(shop, page) {
    const word = `long${randomUUID().slice(0, 8)}`;
    const dialog = page.getByRole('dialog', { name: 'Import customers' });
    return Promise.resolve({
      async open() {
        await page.getByRole('button', { name: 'Files' }).click();
        await page.getByRole('menuitem', { name: 'Import customers' }).click();
        const buffer = Buffer.from(
          `Name,Email\nLongina One,1.${word}@example.com\nLongina Two,2.${word}@example.com\n`,
        );
        await dialog.locator('input[type=file]').setInputFiles({ name: 'long.csv', mimeType: 'text/csv', buffer });
        await expect(dialog.getByRole('button', { name: 'Import 2 customers' })).toBeEnabled();
      },
      press: () => dialog.getByRole('button', { name: 'Import 2 customers' }).click(),
      field: () => dialog.getByRole('button', { name: 'Choose another file' }),
      // An address belongs to one person, so that all of them twice would be refused.
      made: async () => (await shop.customersNamed(word)).length / 2,
    });
  },
};

const customerIdentity: Command = {
  name: 'identity of a customer',
  view: VIEW,
  request: /^PUT \/api\/users-matrix\/customers\/\d+\/identity$/,
  async arrange(shop, page) {
    const customer = await shop.customer('Longina');
    const dialog = page.getByRole('dialog', { name: `Identity of ${customer.name}` });
    const field = dialog.getByLabel('Licence number');
    return {
      async open() {
        const details = await opened(page, customer);
        await details.getByRole('button', { name: `Set the identity of ${customer.name}` }).click();
        await field.fill('A1234');
      },
      press: () => dialog.getByRole('button', { name: 'Save' }).click(),
      field: () => field,
      made: async () => Number((await shop.call(customerRoute, customer)).data.has_licence),
    };
  },
};

/** The commands on customers. */
export const CUSTOMER_COMMANDS: readonly Command[] = [
  customerAdd,
  customerChange,
  customerDelete,
  customerNote,
  customerNoteDelete,
  pointsAdjust,
  customerMerge,
  customerUnmerge,
  customersImport,
  customerIdentity,
];
