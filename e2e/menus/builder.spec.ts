import { randomUUID } from 'node:crypto';
import { logDisplayRoute } from '#contract/menu-reports.ts';
import { menuShelfRoute } from '#contract/menu-shelf.ts';
import { createMenuConfigRoute } from '#contract/menus.ts';
import { PAGES } from '#contract/pages.ts';
import { forgetTvDeviceRoute, sendTvCommandRoute } from '#contract/tv.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { MenuBuilder, pairedTv } from '../support/pages/menu-builder.ts';
import { expect, test } from '../support/staff.ts';

test.describe('a manager', () => {
  test.use({ as: 'manager' });

  test('builds the Friday menu, saves it, finds it again and launches it', { tag: '@losses' }, async ({ page }) => {
    test.slow();
    const builder = new MenuBuilder(page);
    await builder.open();
    await expect(builder.preview).toContainText('No Category Selected');
    await expect(builder.tool('Columns')).toBeDisabled();
    await expectAccessible(page, 'menu-empty');

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

    const [opened] = await Promise.all([page.waitForEvent('popup'), builder.tool('Launch').click()]);
    expect(new URL(opened.url()).searchParams.get('leftCategory2')).not.toBeNull();
    await expect(builder.panel.getByRole('region', { name: 'Windows on this machine' })).toContainText(
      '1 of 6 windows',
    );
    await opened.close();
    await expect(builder.panel.getByRole('region', { name: 'Windows on this machine' })).toBeHidden();
  });

  test('is told when another manager changed the layout meanwhile, and loses nothing', async ({
    page,
    anotherTill,
    watch,
  }) => {
    test.slow();
    watch.expect(/^409 PUT .*\/menus\/configs\/\d+$/);
    const mine = new MenuBuilder(page);
    await mine.open();
    await mine.choose('Category', /^Flower/);
    await mine.saveLayout('Shared board');
    await expect(page.getByText('Shared board is saved')).toBeVisible();

    const theirs = new MenuBuilder((await anotherTill('manager')).page);
    await theirs.open();
    await theirs.config('Load Layouts & Themes');
    await theirs.dialog.getByRole('button', { name: 'Load Shared board' }).click();
    await theirs.choose('Category', /^Edible/);
    await mine.choose('Category', /^Vape/);
    await mine.config('Save Layout');
    await mine.dialog.getByRole('button', { name: 'Save Layout' }).click();
    await expect(mine.dialog).toBeHidden();

    await expect(theirs.page.getByText(/saved a newer Shared board/)).toBeVisible();
    await theirs.config('Save Layout');
    await theirs.dialog.getByRole('button', { name: 'Save Layout' }).click();
    const told = theirs.dialog.getByRole('alert');
    await expect(told).toContainText('changed Shared board since you loaded it. Nothing was saved.');
    await told.getByRole('button', { name: 'Replace it with mine' }).click();
    await expect(theirs.dialog).toBeHidden();
    await expect(mine.page.getByText(/saved a newer Shared board/)).toBeVisible();
    await mine.page.getByRole('button', { name: 'Load it' }).click();
    await expect(mine.preview).toContainText('Edible');

    await theirs.config('Load Layouts & Themes');
    await theirs.dialog.getByRole('button', { name: 'More for Shared board' }).click();
    await theirs.page.getByRole('menuitem', { name: 'Version history' }).click();
    await theirs.dialog.getByRole('button', { name: /^Restore version 1/ }).click();
    await expect(theirs.page.getByText('Shared board is as it was')).toBeVisible();
  });

  test('sets up TVs with a schedule, and looks at the menu as of Friday', async ({ page }) => {
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

    await builder.config('Store Configuration');
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    const schedule = page.getByRole('dialog', { name: 'Schedule of Window' });
    await schedule.getByRole('button', { name: 'Add time' }).click();
    await schedule.getByRole('button', { name: 'Save schedule' }).click();
    await expect(schedule.getByRole('alert')).toContainText('choose a layout or a theme');
    await schedule.getByRole('combobox', { name: 'Layout of time 1' }).click();
    await page.getByRole('option', { name: 'Happy hour board' }).click();
    await expectAccessible(page, 'menu-schedule', schedule);
    await schedule.getByRole('button', { name: 'Save schedule' }).click();
    await expect(schedule).toBeHidden();
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

  test('looks after screens that are on and off, and sees what they showed', async ({
    page,
    browser,
    shop,
    baseURL,
  }) => {
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
    await builder.panel.getByRole('button', { name: 'Pair a TV' }).click();
    await builder.dialog
      .getByRole('textbox')
      .first()
      .fill((await code.textContent()) ?? '');
    await builder.dialog.getByRole('button', { name: 'Pair', exact: true }).click();
    const tvs = builder.panel.getByRole('list', { name: 'TVs' }).getByRole('listitem');
    await expect(tvs).toHaveCount(2);
    await expect(builder.panel.getByText(/^online/i)).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page, 'menu-screens', builder.panel);

    const { data: sent } = await shop.call(sendTvCommandRoute, {}, { location_id: 20, command_type: 'identify' });
    expect(sent).toHaveLength(2);
    await builder.panel.getByRole('radio', { name: 'Command log' }).check();
    await expect(builder.panel.getByText('completed')).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page, 'menu-command-log', builder.panel);

    // The screen hung for a while before.
    const { data: played } = await shop.call(
      createMenuConfigRoute,
      {},
      {
        name: 'Played board',
        config_type: 'layout',
        config_data: { singleMenu: { category: 'flower' } },
        location_id: 20,
      },
    );
    const [product] = (await shop.call(menuShelfRoute, { location_id: '20', category: 'flower' })).data.products;
    const plays = {
      sent_at: new Date().toISOString(),
      entries: [
        {
          id: randomUUID(),
          config_id: played.id,
          theme_id: null,
          started_at: new Date(Date.now() - 3_600_000).toISOString(),
          seconds: 3600,
          products: [{ product_id: product?.id ?? 0, seconds: 3600, sold_out_seconds: 600 }],
        },
      ],
    };
    const logged = await wall.request.post(`${logDisplayRoute.path}?paired=true`, { data: plays });
    expect(await logged.json()).toEqual({ success: true, data: { kept: 1 } });

    await builder.config('Menu Analytics');
    await expect(builder.dialog.getByRole('row').filter({ hasText: 'Played board' })).toContainText('1 h');
    await expect(builder.dialog.getByRole('row').filter({ hasText: product?.name ?? '' })).toContainText('10');
    await expectAccessible(page, 'menu-analytics', builder.dialog);
    await page.keyboard.press('Escape');
    await wall.close();
    for (const { tv_id: id } of sent) await shop.call(forgetTvDeviceRoute, { id });
    expect(sent.map(({ tv_id: id }) => id)).toContain(off.id);
  });

  test('builds and saves a menu with the keyboard alone', async ({ page }) => {
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

    test('saves a layout once, and says that it is being checked', async ({ page, faults }) => {
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

test.describe('staff', () => {
  test('load and launch menus, and are offered nothing that changes them', async ({ page, shop }) => {
    expect(shop.user.permissions).not.toContain('edit-menus');
    const builder = new MenuBuilder(page);
    await builder.open();
    await expect(builder.toolbar.getByRole('button')).toHaveCount(3);
    await builder.tool('Config').click();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Load Layouts & Themes',
      'QR Code',
      'Store Configuration',
      'Menu Analytics',
    ]);
    await page.getByRole('menuitem', { name: 'QR Code' }).click();
    await expect(builder.dialog).toContainText('Charlotte Central');
    await expect(builder.dialog.getByRole('img', { name: /menu-display\?location_id=20/ })).toBeVisible();
    await expectAccessible(page, 'menu-qr', builder.dialog);
  });
});
