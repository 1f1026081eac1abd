import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { loyaltySettingsRoute } from '#contract/loyalty-settings.ts';
import { nameTillRoute, tillsRoute } from '#contract/tills.ts';
import type { Shop } from '../../support/shop/shop.ts';
import { expect } from '../../support/staff.ts';
import type { Command } from './command.ts';

/** Another till of the location than the one in use, and how to find it in Settings. */
async function anotherTill(shop: Shop, page: Page) {
  const name = `Long ${randomUUID().slice(0, 8)}`;
  const { data: till } = await shop.call(nameTillRoute, { id: randomUUID() }, { name });
  const settings = page.getByRole('dialog', { name: 'Settings' });
  return {
    name,
    settings,
    async open() {
      await page.getByRole('button', { name: 'Settings' }).click();
      await expect(settings.getByRole('button', { name: `Name ${name}` })).toBeVisible();
    },
    /** The till as the list has it; null once it is gone. */
    now: async () => (await shop.call(tillsRoute)).data.find(({ id }) => id === till.id) ?? null,
    version: till.version,
  };
}

const tillName: Command = {
  name: 'name of a till',
  view: '/?view=orders',
  request: /^PUT \/api\/tills\/[^/]+$/,
  async arrange(shop, page) {
    const till = await anotherTill(shop, page);
    const field = till.settings.getByRole('textbox', { name: 'Name of the till' });
    return {
      async open() {
        await till.open();
        await till.settings.getByRole('button', { name: `Name ${till.name}` }).click();
        await field.fill(`${till.name} bar`);
      },
      press: () => till.settings.getByRole('button', { name: 'Save name' }).click(),
      field: () => field,
      made: async () => ((await till.now())?.version ?? Number.NaN) - till.version,
    };
  },
};

const tillRetire: Command = {
  name: 'retiring of a till',
  view: '/?view=orders',
  request: /^POST \/api\/tills\/[^/]+\/retire$/,
  async arrange(shop, page) {
    const till = await anotherTill(shop, page);
    const question = page.getByRole('alertdialog', { name: `Retire ${till.name}?` });
    return {
      async open() {
        await till.open();
        await till.settings.getByRole('button', { name: `Retire ${till.name}` }).click();
        await expect(question).toBeVisible();
      },
      press: () => question.getByRole('button', { name: 'Retire' }).click(),
      field: () => question.getByRole('button', { name: 'Cancel' }),
      made: async () => ((await till.now()) === null ? 1 : 0),
    };
  },
};

const loyaltySettings: Command = {
  name: 'loyalty settings',
  view: '/manage/loyalty',
  by: 'admin',
  request: /^PUT \/api\/proxy\/wc-points-rewards\/settings$/,
  async arrange(shop, page) {
    const now = () => shop.call(loyaltySettingsRoute);
    const { version, minimum_amount: least } = await now();
    const field = page.getByLabel('Least to spend');
    return {
      open: () => field.fill(Number(least) === 4 ? '5' : '4'),
      press: () => page.getByRole('button', { name: 'Save', exact: true }).click(),
      field: () => field,
      made: async () => (await now()).version - version,
    };
  },
};

/** The commands of Settings and Manage. */
export const SETTINGS_COMMANDS: readonly Command[] = [tillName, tillRetire, loyaltySettings];
