import { randomUUID } from 'node:crypto';
import { menuConfigsRoute } from '#contract/menus.ts';
import { MenuBuilder } from '../../support/pages/menu-builder.ts';
import type { Command } from './command.ts';

const menuLayout: Command = {
  name: 'layout of a menu',
  view: '/?view=menu',
  request: /^POST \/api\/proxy\/flora-im\/menus\/configs$/,
  async arrange(shop, page) {
    const name = `Long ${randomUUID().slice(0, 8)}`;
    const builder = new MenuBuilder(page);
    return {
      async open() {
        await builder.open();
        await builder.choose('Category', /^Flower/);
        await builder.config('Save Layout');
        await builder.dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      },
      press: () => builder.dialog.getByRole('button', { name: 'Save Layout' }).click(),
      field: () => builder.dialog.getByRole('textbox', { name: 'Name' }),
      made: async () => (await shop.call(menuConfigsRoute)).data.filter((config) => config.name === name).length,
    };
  },
};

export const MENU_COMMANDS: readonly Command[] = [menuLayout];
