import { expectAccessible } from '../support/browser/accessibility.ts';
import { Desk, expect } from '../support/pages/purchasing.ts';
import { scan } from '../support/browser/scanner.ts';
import { test } from '../support/staff.ts';

test.use({ as: 'manager' });
// These tests have many steps, which take long on a busy machine.
test.describe.configure({ timeout: 150_000 });

const TIN = 'Cinnamon Tin 20 pk';
const BAR = 'Milk Chocolate Bar - Pretzel';
const JAR = 'Juniper Jazz';

test('receives in parts: numbers outlive a reload, the rest comes later, and nothing twice @losses', async ({
  page,
  shop,
}) => {
  const desk = new Desk(page);
  const [tin, bar] = [await shop.product(TIN), await shop.product(BAR)];
  const order = await desk.ordered(await desk.supplier('Parts'), [
    { product: tin, quantity: 10 },
    { product: bar, quantity: 6 },
  ]);
  await desk.openReceiving(order);
  await expect(page.getByText('Nothing entered yet')).toBeVisible();
  await desk.count(TIN).fill('4');
  await page.getByRole('button', { name: `More: Receiving of ${BAR}` }).click();
  await page.getByRole('textbox', { name: 'Note on this receipt' }).fill('Slip 118');
  await expect(page.getByText('5 pieces on 2 lines')).toBeVisible();

  await page.reload();
  await desk.openOrder(order);
  await desk.button('Receive (5 pieces counted)').click();
  await expect(desk.count(TIN)).toHaveValue('4');
  await expect(page.getByRole('textbox', { name: 'Note on this receipt' })).toHaveValue('Slip 118');
  await desk.button('Receive').click();
  await expect(desk.notes.getByText(`${order.po_number} partly received`)).toBeVisible();
  const about = page.getByRole('complementary', { name: 'About this purchase order' });
  await expect(about).toContainText('Received 5 pieces on 2 linesSlip 118');
  await expect(about).toContainText('5 of 16');

  await desk.button('Receive').click();
  await expect(desk.arriving(TIN)).toContainText('104');
  await desk.button('Receive all remaining').click();
  await expect(desk.count(TIN)).toHaveValue('6');
  await expect(desk.count(BAR)).toHaveValue('5');
  await desk.button('Receive').click();
  await expect(desk.notes.getByText(`${order.po_number}: everything received`)).toBeVisible();
  await expect(about).toContainText('Everything received');
  await expect(desk.button(/^Receive/)).toBeHidden();
  expect(await desk.get(order)).toMatchObject({ status: 'received', quantity_received: 16, has_over_receipt: false });
});

test(
  'counts by scanner: one more of its line, and says what is not on the order',
  { tag: '@long' },
  async ({ page, shop }) => {
    const desk = new Desk(page);
    const [tin, bar, jar] = [await shop.product(TIN), await shop.product(BAR), await shop.product(JAR)];
    const order = await desk.ordered(await desk.supplier('Scanned'), [
      { product: tin, quantity: 3 },
      { product: jar, quantity: 28 },
    ]);
    await desk.openReceiving(order);
    // The unit shows that the catalogue has been fetched.
    await expect(desk.arriving(JAR)).toContainText('28 g');
    await scan(page, tin.barcode ?? '');
    await expect(desk.count(TIN)).toHaveValue('1');
    await desk.count(TIN).focus();
    await scan(page, tin.barcode ?? '');
    await expect(desk.count(TIN)).toHaveValue('2');

    await scan(page, bar.barcode ?? '');
    await expect(desk.notes.getByText(`${BAR} is not on ${order.po_number}. Nothing was counted.`)).toBeVisible();
    await scan(page, '4006381333931');
    await expect(desk.notes.getByText('No product has the code 4006381333931. Nothing was counted.')).toBeVisible();
    await expect(page.getByText('2 pieces on 1 line', { exact: true })).toBeVisible();

    // A weighed item's quantity is typed, so its scan leads to the field.
    await scan(page, jar.barcode ?? '');
    await expect(desk.count(JAR)).toBeFocused();
    await desk.count(JAR).fill('27.5');
    await desk.button('Receive').click();
    await expect(desk.heading(order.po_number)).toBeVisible();
    expect((await desk.get(order)).items.map(({ quantity_received: received }) => received)).toEqual([2, 27.5]);
  },
);

test('receives more than was ordered only after a yes, and flags it', { tag: '@long' }, async ({ page, shop }) => {
  const desk = new Desk(page);
  const order = await desk.ordered(await desk.supplier('Over'), [{ product: await shop.product(TIN), quantity: 3 }]);
  await desk.openReceiving(order);
  await desk.count(TIN).fill('5');
  await expect(desk.arriving(TIN)).toContainText('2 over');
  await expectAccessible(page, 'purchase-order-receive', page.getByRole('main'));
  await desk.button('Receive').click();
  const question = desk.dialog('More than was ordered');
  await expect(question).toContainText(`${TIN}: 3 left, 5 counted.`);
  await expectAccessible(page, 'purchase-order-over', question);
  await question.getByRole('button', { name: 'Go back' }).click();
  expect((await desk.get(order)).quantity_received).toBe(0);
  await desk.button('Receive').click();
  await question.getByRole('button', { name: 'Receive anyway' }).click();
  await expect(desk.heading(order.po_number)).toBeVisible();
  await expect(desk.line(TIN)).toContainText('+2 over');
  await expect(page.getByText('Received 5 pieces on 1 line, 2 pieces more than ordered')).toBeVisible();
  await expectAccessible(page, 'purchase-order', page.getByRole('main'));
  expect(await desk.get(order)).toMatchObject({ status: 'received', has_over_receipt: true });
});

test('two receivers: the second sees both numbers before anything of theirs is received', async ({
  page,
  shop,
  watch,
}) => {
  watch.expect(/^409 POST .*receive/);
  const desk = new Desk(page);
  const order = await desk.ordered(await desk.supplier('Two'), [{ product: await shop.product(TIN), quantity: 10 }]);
  const itemId = order.items[0]?.id ?? 0;
  await desk.openReceiving(order);
  await desk.count(TIN).fill('4');
  // The other till is a moment faster, so this one sends without knowing of it.
  await page.route(
    '**/receive',
    async (route) => {
      await desk.receive(order, itemId, 3);
      await route.continue();
    },
    { times: 1 },
  );
  await desk.button('Receive').click();
  const prompt = desk.dialog('Somebody else received goods meanwhile');
  await expect(prompt.getByRole('row').filter({ hasText: TIN })).toHaveText(`${TIN}03104`);
  await prompt.getByRole('button', { name: 'Look again' }).click();
  await expect(desk.arriving(TIN)).toContainText('Received elsewhere');
  expect((await desk.get(order)).quantity_received).toBe(3);

  await desk.button('Receive').click();
  await prompt.getByRole('button', { name: 'Keep mine on top' }).click();
  await expect(desk.arriving(TIN)).not.toContainText('Received elsewhere');
  await desk.button('Receive').click();
  await expect(desk.heading(order.po_number)).toBeVisible();
  expect(await desk.get(order)).toMatchObject({ status: 'partially_received', quantity_received: 7 });
});

test('hears at once that somebody else received, and takes theirs', { tag: '@long' }, async ({ page, shop }) => {
  const desk = new Desk(page);
  const order = await desk.ordered(await desk.supplier('Heard'), [{ product: await shop.product(BAR), quantity: 10 }]);
  await desk.openReceiving(order);
  await desk.count(BAR).fill('4');
  await desk.receive(order, order.items[0]?.id ?? 0, 10);
  await expect(desk.heading('Everything was received already')).toBeVisible();
  await expect(page.getByText('The 4 pieces that you counted were not received.')).toBeVisible();
  await desk.button('Show the order').click();
  await expect(desk.line(BAR)).toContainText('10Received 10');
  await expect(desk.button(/^Receive/)).toBeHidden();
});
