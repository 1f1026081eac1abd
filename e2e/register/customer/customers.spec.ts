import { expect, test } from '../../support/staff.ts';

test(
  'chooses the only customer who fits what is typed, one of several by key, and a guest again',
  { tag: '@long' },
  async ({ till, shop, page }) => {
    const customer = await shop.customer('Solana');
    // A first name of this run only: who was here in another run is not among the several.
    const family = `Paired${Array.from({ length: 8 }, () => 'abcdefghijklmnop'[Math.floor(Math.random() * 16)]).join('')}`;
    const pair = [await shop.customer(family), await shop.customer(family)];
    await till.open();
    await page.keyboard.press('F2');
    const customers = page.getByRole('listbox', { name: 'Customers' });
    await expect(customers.getByRole('option', { name: /Guest Customer/ })).toBeVisible();
    // The customers stand at the cart that they are chosen for.
    const [list, cart] = [await customers.boundingBox(), await till.panel.boundingBox()];
    expect((list?.x ?? 0) + (list?.width ?? 0)).toBeGreaterThan(cart?.x ?? Number.NaN);
    await till.search.fill(customer.name);
    await expect(customers).toBeHidden();
    await expect(till.panel.getByText(customer.name, { exact: true })).toBeVisible();
    await expect(till.panel.getByText(/^0 Points/)).toBeVisible();
    await till.customer.click();
    await expect(till.panel.getByText('Guest Customer')).toBeVisible();

    await page.keyboard.press('F2');
    await till.search.fill(customer.name);
    await expect(till.customer).toBeVisible();
    await page.keyboard.press('F2');
    await till.search.fill('guest');
    await expect(customers.getByRole('option')).toContainText(['Guest Customer', 'Add new customer']);
    await expect(page.getByText('No customers found')).toBeHidden();
    await expect(page.getByText('0 customers', { exact: true })).toBeAttached();
    await page.keyboard.press('Enter');
    await expect(till.customer).toBeHidden();

    await page.keyboard.press('F2');
    await till.search.fill(family);
    const found = customers.getByRole('option', { name: new RegExp(`${family} Of`) });
    await expect(found.nth(1)).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const second = (await found.nth(1).textContent()) ?? '';
    await page.keyboard.press('Enter');
    const chosen = pair.find(({ name }) => second.includes(name));
    await expect(till.panel.getByText(chosen?.name ?? 'nobody', { exact: true })).toBeVisible();
    await page.keyboard.press('F2');
    await page.getByRole('option', { name: /Guest Customer/ }).click();
    await expect(till.panel.getByText('Guest Customer')).toBeVisible();

    await page.keyboard.press('F2');
    await till.search.fill('zzqqxxyy');
    await expect(page.getByText('No customers found matching your search')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(customers).toBeHidden();
  },
);

test(
  'makes a customer who gives only a phone number, and sells to them',
  { tag: '@losses' },
  async ({ till, shop, page }) => {
    await shop.stocked('Pipe Cleaners 50 pk');
    await till.open();
    await till.add('Pipe Cleaners 50 pk');
    const phone = `704${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
    const lastName = `Phone${phone.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`;
    await page.keyboard.press('F2');
    await till.search.fill(`Nomail ${lastName}`);
    await expect(page.getByText('No customers found matching your search')).toBeVisible();
    await page.keyboard.press('Enter');
    const form = page.getByRole('form', { name: 'New customer' });
    await expect(form.getByLabel('First name')).toHaveValue('Nomail');
    await expect(form.getByLabel('Last name')).toHaveValue(lastName);
    await form.getByRole('button', { name: 'Create' }).click();
    await expect(form.getByText('Either email or phone number is required')).toBeVisible();
    await form.getByLabel(/^Phone/).fill('12');
    await form.getByRole('button', { name: 'Create' }).click();
    await expect(form.getByText('Enter the whole number, with area code')).toBeVisible();
    await form.getByLabel(/^Phone/).fill(phone);
    await form.getByLabel('Date of birth').focus();
    // As fast as a person, because a scanner types faster.
    await page.keyboard.type('05', { delay: 200 });
    await form.getByRole('button', { name: 'Create' }).click();
    await expect(form.getByText('Finish this date, or clear it.')).toBeVisible();
    await form.getByLabel('Date of birth').fill('');
    await form.getByLabel('City').fill('Charlotte');
    await form.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'North Carolina (NC)' }).click();
    await form.getByLabel('ZIP code').fill('28205');
    await form.getByRole('button', { name: 'Create' }).click();

    await expect(till.panel.getByText(`Nomail ${lastName}`)).toBeVisible();
    await expect(till.panel.getByText('customers.invalid')).toHaveCount(0);
    await till.sellByCard();
    await expect(till.fact(till.complete, 'Points earned')).toHaveText('4');

    const [made, ...others] = await shop.customersNamed(lastName);
    expect(others).toEqual([]);
    const kept = phone.replace(/(...)(...)(....)/, '$1-$2-$3');
    expect(made).toMatchObject({ role: 'customer', phone: kept, points_balance: 4 });
    expect(made?.email).toMatch(/@customers\.invalid$/);
  },
);

test(
  'goes back from the form to the search, and keeps what was filled in when the customer could not be created',
  { tag: '@long' },
  async ({ till, page, watch }) => {
    watch.expect(/^422 POST .*\/users$/);
    await page.route('**/api/users-matrix/users', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 422, json: { success: false, code: 'email_taken', error: 'This email is taken.' } })
        : route.fallback(),
    );
    await till.open();
    await page.keyboard.press('F2');
    const add = page.getByRole('option', { name: 'Add new customer' });
    await add.click();
    const form = page.getByRole('form', { name: 'New customer' });
    await expect(form.getByLabel('First name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(till.search).toBeFocused();

    // Nothing was filled in: the next form begins with what was searched for in vain.
    await till.search.fill('Zora Newton-Quill');
    await expect(page.getByText('No customers found matching your search')).toBeVisible();
    await add.click();
    await expect(form.getByLabel('First name')).toHaveValue('Zora');
    await expect(form.getByLabel('Last name')).toHaveValue('Newton-Quill');
    await form.getByLabel('First name').fill('Twice');
    await form.getByLabel(/^Email/).fill('taken@example.com');
    // The rest of the till waits, and a warning moves nothing.
    await expect(till.panel.locator('xpath=ancestor::main')).toHaveAttribute('inert');
    const create = form.getByRole('button', { name: 'Create' });
    const before = await create.boundingBox();
    await form.getByLabel('Date of birth').fill(`${new Date().getFullYear() - 15}-03-05`);
    await expect(form.getByText('Under 21')).toBeVisible();
    expect(await create.boundingBox()).toEqual(before);
    await page.keyboard.press('F4');
    await expect(till.checkout).toBeHidden();
    await form.getByRole('button', { name: 'Create' }).click();
    await expect(form.getByLabel(/^Email/)).toHaveAccessibleDescription(/This email is taken\./);
    await expect(form.getByLabel('First name')).toHaveValue('Twice');
    await page.keyboard.press('Escape');
    await add.click();
    await expect(form.getByLabel(/^Email/)).toHaveValue('taken@example.com');
    await page.keyboard.press('Escape');
    await expect(till.search).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox', { name: 'Customers' })).toBeHidden();
  },
);
