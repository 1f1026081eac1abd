import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createLocationRoute, locationsRoute } from '#contract/locations.ts';
import { createStaffRoute, staffRoute } from '#contract/staff.ts';
import { setTaxRoute, taxesRoute } from '#contract/taxes.ts';
import type { Shop } from '../../support/shop/shop.ts';
import type { Command } from './command.ts';

const unique = () => randomUUID().slice(0, 8);
const LOCATION = 20;

const members = async (shop: Shop, name: string) =>
  (await shop.call(staffRoute)).data.filter((member) => member.name === name);

const staffAdd: Command = {
  name: 'new staff account',
  view: '/manage/staff',
  by: 'admin',
  request: /^POST \/api\/manage\/staff$/,
  arrange(shop, page) {
    const name = `Long ${unique()}`;
    const field = page.getByLabel('Name', { exact: true });
    return Promise.resolve({
      async open() {
        await page.getByRole('button', { name: 'Add staff' }).click();
        await field.fill(name);
      },
      press: () => page.getByRole('button', { name: 'Create and make a link' }).click(),
      field: () => field,
      made: async () => (await members(shop, name)).length,
    });
  },
};

/** A member of staff, and the way to open their account. */
async function member(shop: Shop, page: Page) {
  const name = `Long ${unique()}`;
  const { data } = await shop.call(createStaffRoute, {}, { name, role: 'staff', location_id: LOCATION });
  return {
    name,
    open: () => page.getByRole('button', { name, exact: true }).click(),
    made: async () => {
      const now = (await shop.call(staffRoute)).data.find(({ id }) => id === data.id);
      return (now?.version ?? Number.NaN) - data.version;
    },
  };
}

const staffChange: Command = {
  name: 'change of a staff account',
  view: '/manage/staff',
  by: 'admin',
  request: /^PUT \/api\/manage\/staff\/\d+$/,
  async arrange(shop, page) {
    const { name, open, made } = await member(shop, page);
    const field = page.getByLabel('Name', { exact: true });
    return {
      async open() {
        await open();
        await field.fill(`${name} Lee`);
      },
      press: () => page.getByRole('button', { name: 'Save', exact: true }).click(),
      field: () => field,
      made,
    };
  },
};

const staffDisable: Command = {
  name: 'disabling of a staff account',
  view: '/manage/staff',
  by: 'admin',
  request: /^PUT \/api\/manage\/staff\/\d+$/,
  async arrange(shop, page) {
    const { open, made } = await member(shop, page);
    const question = page.getByRole('alertdialog');
    return {
      async open() {
        await open();
        await page.getByRole('button', { name: 'Disable account' }).click();
      },
      press: () => question.getByRole('button', { name: 'Disable' }).click(),
      field: () => question.getByRole('button', { name: 'Cancel' }),
      made,
    };
  },
};

const taxSettings = async (shop: Shop, code: string) =>
  (await shop.call(taxesRoute)).data.filter((setting) => setting.code === code);

const taxSet: Command = {
  name: 'new tax',
  view: '/manage/taxes',
  by: 'admin',
  request: /^POST \/api\/manage\/taxes$/,
  arrange(shop, page) {
    const code = `LONG-${unique()}`;
    const form = page.getByRole('dialog');
    return Promise.resolve({
      async open() {
        await page.getByRole('button', { name: 'Add tax' }).click();
        await form.getByLabel('Name', { exact: true }).fill('Long Tax');
        await form.getByLabel('Code').fill(code);
        await form.getByLabel('Rate').fill('1');
        await form.getByLabel('From the day').fill('2099-07-01');
      },
      press: () => form.getByRole('button', { name: 'Set from that day on' }).click(),
      field: () => form.getByLabel('Rate'),
      made: async () => (await taxSettings(shop, code)).length,
    });
  },
};

const taxCancel: Command = {
  name: 'tax that is taken back',
  view: '/manage/taxes',
  by: 'admin',
  request: /^DELETE \/api\/manage\/taxes\/\d+$/,
  async arrange(shop, page) {
    const code = `LONG-${unique()}`;
    const tax = { location_id: LOCATION, code, name: `Long ${code}`, rate: '1', from_day: '2099-07-01' };
    await shop.call(setTaxRoute, {}, tax);
    const form = page.getByRole('dialog');
    return {
      open: () => page.getByRole('button', { name: tax.name }).click(),
      press: () => form.getByRole('button', { name: 'Take this back' }).click(),
      field: () => form.getByLabel('Rate'),
      made: async () => 1 - (await taxSettings(shop, code)).length,
    };
  },
};

const locationAdd: Command = {
  name: 'new location',
  view: '/manage/locations',
  by: 'admin',
  request: /^POST \/api\/manage\/locations$/,
  arrange(shop, page) {
    const name = `Long ${unique()}`;
    const field = page.getByLabel('Name', { exact: true });
    return Promise.resolve({
      async open() {
        await page.getByRole('button', { name: 'Add location' }).click();
        await field.fill(name);
      },
      press: () => page.getByRole('button', { name: 'Open location' }).click(),
      field: () => field,
      made: async () => (await shop.call(locationsRoute)).data.filter((location) => location.name === name).length,
    });
  },
};

const locationChange: Command = {
  name: 'change of a location',
  view: '/manage/locations',
  by: 'admin',
  request: /^PUT \/api\/manage\/locations\/\d+$/,
  async arrange(shop, page) {
    const { data } = await shop.call(createLocationRoute, {}, { name: `Long ${unique()}` });
    const field = page.getByLabel('Top of receipts');
    return {
      async open() {
        await page.getByRole('button', { name: data.name, exact: true }).click();
        await field.fill('Licence 42');
      },
      press: () => page.getByRole('dialog').getByRole('button', { name: 'Save' }).click(),
      field: () => field,
      made: async () => {
        const now = (await shop.call(locationsRoute)).data.find(({ id }) => id === data.id);
        return (now?.version ?? Number.NaN) - data.version;
      },
    };
  },
};

/** The commands of staff, taxes and locations. */
export const ADMINISTRATION_COMMANDS: readonly Command[] = [
  staffAdd,
  staffChange,
  staffDisable,
  taxSet,
  taxCancel,
  locationAdd,
  locationChange,
];
