import { expect, type Locator, type Page } from '@playwright/test';
import { beginPairingRoute, confirmPairingRoute, type WireTvDevice } from '#contract/tv.ts';
import type { Shop } from '../shop/shop.ts';

/** A screen that was paired and has not reported itself since. */
export async function pairedTv(shop: Shop, name: string): Promise<WireTvDevice> {
  const { code } = (await shop.call(beginPairingRoute, {}, {})).data;
  return (await shop.call(confirmPairingRoute, {}, { code, location_id: 20, device_name: name })).data;
}

/** The TV Menu Display of a browser. */
export class MenuBuilder {
  readonly page: Page;
  readonly toolbar: Locator;
  readonly preview: Locator;
  readonly panel: Locator;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.toolbar = page.getByRole('toolbar', { name: 'Menu builder' });
    this.preview = page.getByRole('group', { name: 'Preview' });
    this.panel = page.getByRole('complementary', { name: 'TV Control Panel' });
    this.dialog = page.getByRole('dialog');
  }

  async open(): Promise<void> {
    await this.page.goto('/?view=menu');
    await expect(this.preview).toBeVisible();
  }

  tool(name: string): Locator {
    return this.toolbar.getByRole('button', { name, exact: true });
  }

  async config(item: string): Promise<void> {
    await this.tool('Config').click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }

  /** Chooses a category for a quadrant, or for the only menu ("Category"). */
  async choose(place: string, category: RegExp): Promise<void> {
    await this.tool('Categories').click();
    const settings = this.page.getByRole('dialog', { name: 'Categories' });
    await settings.getByRole('combobox', { name: place, exact: true }).click();
    await this.page.getByRole('option', { name: category }).click();
    await this.page.keyboard.press('Escape');
    await expect(settings).toBeHidden();
  }

  /** Saves the layout under a new name. */
  async saveLayout(name: string): Promise<void> {
    await this.config('Save Layout');
    const saveAsNew = this.dialog.getByRole('radio', { name: 'Save as new' });
    if (await saveAsNew.isVisible()) await saveAsNew.check();
    await this.dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await this.dialog.getByRole('button', { name: 'Save Layout' }).click();
  }
}
