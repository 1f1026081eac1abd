import { createMenuConfigRoute } from '#contract/menus.ts';
import { PAGES } from '#contract/pages.ts';
import { forgetTvDeviceRoute, sendTvCommandRoute } from '#contract/tv.ts';
import { tabTo } from '../support/browser/keys.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { MenuBuilder, pairedTv } from '../support/pages/menu-builder.ts';
import { expect, test } from '../support/staff.ts';

test.describe('a manager', () => {
  test.use({ as: 'manager' });

  test('builds the Friday menu, saves it, finds it again, brings a version back and launches it', async ({ page }) => {
    test.slow();
    const builder = new MenuBuilder(page);
    await builder.open();
    await expect(builder.preview).toContainText('No Category Selected');
    await expect(builder.tool('Columns')).toBeDisabled();

    await builder.toolbar.getByRole('radio', { name: 'Dual' }).check();
    const left = builder.preview.getByRole('button', { name: 'Left Top: Flower' });
    await expect(left).toHaveAttribute('aria-pressed', 'true');
    await builder.choose('Left Bottom', /^Edible/);
    await expect(builder.preview.getByRole('button', { name: 'Left Bottom: Edible' })).toBeVisible();
    await builder.preview.getByRole('button', { name: 'Right Top: Vape' }).click();
    await builder.tool('Display').click();
    await page.getByRole('radio', { name: 'Cards' }).check();
    await page.keyboard.press('Escape');
    await expect(page.getByText(/Right Top: \d+ products on \d+ pages/)).toBeVisible();
    await expectAccessible(page, 'menu-crowded');

    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+Shift+z');
    await builder.tool('Colors').click();
    await page.getByRole('textbox', { name: 'Font, as #rrggbb', exact: true }).fill('#333333');
    await expect(page.getByText(/The font on the background has a contrast of 1\.6:1/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Default colors' }).click();
    await expect(page.getByText(/has a contrast of/)).toHaveCount(0);
    await page.keyboard.press('Escape');

    await builder.saveLayout('Friday board');
    await expect(page.getByText('Friday board is saved')).toBeVisible();
    await expect(page.getByText('not saved')).toBeHidden();

    // It is still there after other views and after a reload.
    await page.getByRole('link', { name: /^Orders/ }).click();
    await page.getByRole('link', { name: /^TV Menu Display/ }).click();
    await expect(left).toBeVisible();
    await page.reload();
    await expect(left).toBeVisible();

    await builder.config('New menu');
    await expect(builder.preview).toContainText('No Category Selected');
    await builder.config('Load Layouts & Themes');
    await expectAccessible(page, 'menu-load', builder.dialog);
    await builder.dialog.getByRole('button', { name: 'Load Friday board' }).click();
    await expect(left).toBeVisible();

    await builder.choose('Left Top', /^Edible/);
    await builder.config('Save Layout');
    await builder.dialog.getByRole('button', { name: 'Save Layout' }).click();
    await expect(builder.dialog).toBeHidden();
    await expect(left).toBeHidden();
    await builder.config('Load Layouts & Themes');
    await builder.dialog.getByRole('button', { name: 'More for Friday board' }).click();
    await page.getByRole('menuitem', { name: 'Version history' }).click();
    await builder.dialog.getByRole('button', { name: /^Restore version 1/ }).click();
    await expect(page.getByText('Friday board is as it was')).toBeVisible();
    // The history, and the list under it.
    await page.keyboard.press('Escape');
    await expect(builder.dialog.getByRole('button', { name: 'Load Friday board' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(left).toBeVisible();

    const [opened] = await Promise.all([page.waitForEvent('popup'), builder.tool('Launch').click()]);
    expect(new URL(opened.url()).searchParams.get('leftCategory2')).not.toBeNull();
    await expect(builder.panel.getByRole('region', { name: 'Windows on this machine' })).toContainText(
      '1 of 6 windows',
    );
    await opened.close();
    await expect(builder.panel.getByRole('region', { name: 'Windows on this machine' })).toBeHidden();
  });

  test('sets up TVs with a schedule, and looks at the menu as of Friday', { tag: '@long' }, async ({ page }) => {
    const builder = new MenuBuilder(page);
    await builder.open();
    await builder.choose('Category', /^Flower/);
    await builder.saveLayout('All day');
    await expect(page.getByText('All day is saved')).toBeVisible();
    await builder.choose('Category', /^Edible/);
    await builder.saveLayout('Happy hour board');
    await expect(page.getByText('Happy hour board is saved')).toBeVisible();

    await builder.config('Store Configuration');
    const dialog = page.getByRole('dialog', { name: 'Store Configuration' });
    await dialog.getByRole('textbox', { name: 'Name of TV 1' }).fill('Window');
    await dialog.getByRole('combobox', { name: 'Layout of Window' }).click();
    await page.getByRole('option', { name: 'All day' }).click();
    await dialog.getByRole('checkbox', { name: /^Customers can open/ }).scrollIntoViewIfNeeded();
    await expectAccessible(page, 'menu-stores', dialog);
    await dialog.getByRole('button', { name: 'Save Configuration' }).click();
    const told = page.getByRole('alertdialog', { name: 'Store config saved to database!' });
    await expect(told).toContainText('Window: All day');
    await told.getByRole('button', { name: 'OK' }).click();

    // The schedule, by keys alone.
    await builder.config('Store Configuration');
    await tabTo(dialog.getByRole('button', { name: 'Schedule' }));
    await page.keyboard.press('Enter');
    const schedule = page.getByRole('dialog', { name: 'Schedule of Window' });
    await tabTo(schedule.getByRole('button', { name: 'Add time' }));
    await page.keyboard.press('Enter');
    const time = schedule.getByRole('list', { name: 'Every week' }).getByRole('listitem');
    await expect(time).toHaveCount(1);
    await tabTo(schedule.getByRole('button', { name: 'Save schedule' }));
    await page.keyboard.press('Enter');
    await expect(schedule.getByRole('alert')).toContainText('choose a layout or a theme');
    const layout = schedule.getByRole('combobox', { name: 'Layout of time 1' });
    await tabTo(layout, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: 'Happy hour board' })).toBeVisible();
    await page.keyboard.type('Happy');
    await page.keyboard.press('Enter');
    await expect(layout).toContainText('Happy hour board');
    await tabTo(schedule.getByRole('button', { name: 'Save schedule' }));
    await page.keyboard.press('Enter');
    await expect(schedule).toBeHidden();
    await expect(dialog.getByRole('button', { name: 'Schedule' })).toBeFocused();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Show as of' }).click();
    await page.getByRole('combobox', { name: 'What to show' }).click();
    await page.getByRole('option', { name: '1 · Window' }).click();
    // A Friday, within happy hour.
    await page.getByLabel('Date and time at the location').fill('2036-11-28T16:30');
    await expect(page.getByText(/Happy hour: layout Happy hour board/)).toBeVisible();
    await expect(builder.preview).toContainText('Edible');
    await page.getByLabel('Date and time at the location').fill('2036-11-28T19:30');
    await expect(builder.preview).toContainText('Flower');
    await page.getByRole('button', { name: 'Back to building' }).click();
    await expect(builder.preview).toContainText('Edible');
  });

  test('looks after screens that are on and off', { tag: '@long' }, async ({ page, browser, shop, baseURL }) => {
    test.slow();
    const off = await pairedTv(shop, 'Counter');
    // The screen is a separate browser in which nobody is signed in.
    const wall = await browser.newContext({ baseURL });
    const screen = await wall.newPage();
    await screen.goto(PAGES.menuDisplay);
    const code = screen.getByLabel(/^Code /);
    await expect(code).toBeVisible();
    const builder = new MenuBuilder(page);
    await builder.open();
    // Pairing and the panel, by keys alone.
    const pair = builder.panel.getByRole('button', { name: 'Pair a TV' });
    await tabTo(pair);
    await page.keyboard.press('Enter');
    await expect(builder.dialog.getByRole('textbox', { name: 'Code on the screen' })).toBeFocused();
    await page.keyboard.type((await code.textContent()) ?? '');
    await page.keyboard.press('Enter');
    await expect(builder.dialog).toBeHidden();
    await expect(pair).toBeFocused();
    const tvs = builder.panel.getByRole('list', { name: 'TVs' }).getByRole('listitem');
    await expect(tvs).toHaveCount(2);
    await expect(builder.panel.getByText(/^online/i)).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page, 'menu-screens', builder.panel);

    const { data: sent } = await shop.call(sendTvCommandRoute, {}, { location_id: 20, command_type: 'identify' });
    expect(sent).toHaveLength(2);
    await tabTo(builder.panel.getByRole('button', { name: 'More for Counter' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Identify' })).toBeFocused();
    await page.keyboard.press('Escape');
    await tabTo(builder.panel.getByRole('radio', { name: 'TVs' }), 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await expect(builder.panel.getByText('completed')).toBeVisible({ timeout: 30_000 });

    await wall.close();
    for (const { tv_id: id } of sent) await shop.call(forgetTvDeviceRoute, { id });
    expect(sent.map(({ tv_id: id }) => id)).toContain(off.id);
  });

  test('builds and saves a menu with the keyboard alone', { tag: '@long' }, async ({ page }) => {
    const builder = new MenuBuilder(page);
    await builder.open();
    await builder.tool('Categories').focus();
    await page.keyboard.press('Enter');
    const category = page.getByRole('combobox', { name: 'Category', exact: true });
    await category.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Flower');
    await page.keyboard.press('Enter');
    await expect(category).toContainText('Flower');
    await page.keyboard.press('Escape');
    await expect(builder.tool('Categories')).toBeFocused();
    await expect(builder.preview).toContainText('Flower');
    await builder.tool('Config').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(builder.dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(builder.dialog).toContainText('Please enter a layout name');
    await page.keyboard.type('By keys');
    await page.keyboard.press('Enter');
    await expect(page.getByText('By keys is saved')).toBeVisible();
    await expect(builder.dialog).toBeHidden();

    // Two sides: the quadrants of the preview are chosen and filled by keys, and the menu is launched.
    await builder.toolbar.getByRole('radio', { name: 'Single' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(builder.toolbar.getByRole('radio', { name: 'Dual' })).toBeChecked();
    const right = builder.preview.getByRole('button', { name: /^Right Top/ });
    await builder.preview.getByRole('button', { name: /^Left Top/ }).focus();
    await page.keyboard.press('Tab');
    await expect(right).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(right).toHaveAttribute('aria-pressed', 'true');
    await builder.tool('Launch').focus();
    const [opened] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
    await opened.close();
  });

  test.describe('when an answer is lost', { tag: '@lossless' }, () => {
    test.use({ network: 'scripted' });

    test('saves a layout once, and says that it is being checked', { tag: '@long' }, async ({ page, faults }) => {
      const builder = new MenuBuilder(page);
      await builder.open();
      await builder.choose('Category', /^Flower/);
      const lost = faults.loseReplies(new RegExp(`^POST ${createMenuConfigRoute.path}$`));
      await builder.saveLayout('Lost and found');
      await expect(builder.dialog.getByText('Checking whether this layout saved')).toBeVisible();
      lost.end();
      await builder.dialog.getByRole('button', { name: 'Check now' }).click();
      await expect(page.getByText('Lost and found is saved')).toBeVisible();
      await expect(builder.dialog).toBeHidden();
      await builder.config('Load Layouts & Themes');
      await expect(builder.dialog.getByRole('button', { name: 'Load Lost and found' })).toHaveCount(1);
    });
  });
});
