import { picture } from '../support/browser/picture.ts';
import { expect, test } from '../support/staff.ts';
import { NOT_RECORDED, payAsStaff, signOut, waiting } from '../support/pages/left-behind.ts';
import { footerList } from '../support/faults/unanswered.ts';

// Those who leave a till end their sessions, which must not be the ones that other tests share.
test.use({ as: null, network: 'scripted' });

const ORDERS = 'POST /api/orders';

test('of a sale that is older than a week nobody is told that it is not recorded', async ({
  till,
  page,
  shop,
  faults,
  watch,
}) => {
  const product = await shop.stocked('Dab Tool Set');
  watch.expect(NOT_RECORDED);
  const customer = await shop.customer('Antiqua');
  const lost = faults.loseRequests(ORDERS);
  await payAsStaff(till, product.name, customer.name);
  await signOut(page);
  // The command as it is in the browser eight days later.
  await page.evaluate(async () => {
    const opened = indexedDB.open('tillwright');
    await new Promise((resolve) => opened.addEventListener('success', resolve));
    const tx = opened.result.transaction('commands', 'readwrite');
    const store = tx.objectStore('commands');
    const all = store.getAll();
    all.addEventListener('success', () => {
      for (const record of all.result as { sentAt: number }[]) {
        store.put({ ...record, sentAt: record.sentAt - 8 * 24 * 60 * 60 * 1000 });
      }
    });
    await new Promise((resolve) => tx.addEventListener('complete', resolve));
    opened.result.close();
  });
  lost.end();
  await page.reload();
  await till.signIn('manager');
  await till.ready();
  await footerList(page).click();
  await waiting(page).getByRole('button', { name: 'Find out' }).click();
  await expect(waiting(page)).toContainText('nobody can tell any more whether it is saved');
  await picture(page, 'left-behind-old');
  await expect(waiting(page).getByRole('button', { name: 'Record it' })).toHaveCount(0);
  await waiting(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(footerList(page)).toHaveCount(0);
  expect(await shop.ordersOf(customer)).toHaveLength(0);
});
