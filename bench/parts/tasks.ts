import { randomUUID } from 'node:crypto';
import type { BrowserContext, BrowserContextOptions } from '@playwright/test';
import { holdCartRoute } from '#contract/held-carts.ts';
import { createPurchaseOrderRoute, updatePurchaseOrderRoute } from '#contract/purchasing-changes.ts';
import { createSupplierRoute } from '#contract/suppliers.ts';
import { createUserRoute } from '#contract/customers.ts';
import { adjustPointsRoute } from '#contract/loyalty.ts';
import { launchBrowser } from '../browser/browser.ts';
import { Desk } from '../browser/desk.ts';
import type { Effort } from '../browser/hands.ts';
import { restock } from '../baskets.ts';
import { type Figure, type PartResult, quantile } from '../figures.ts';
import type { Shop } from '../shop.ts';

const SCREEN = { viewport: { width: 1440, height: 900 } };
const TABLET = { viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true };
const ROUNDS = 3;
const SHELF = 10;
/** More of each item than the rounds sell, and as much as a shelf can hold. */
const ENOUGH = 100;

/** The most that a task may take in the hands of a practised person. */
interface Limit {
  readonly presses: number;
  readonly keys: number;
  readonly seconds: number;
}

interface Task {
  readonly name: string;
  readonly limit: Limit;
  /** Done on a tablet, with a finger. */
  readonly byTouch?: true;
  /** Prepares a round and does it. */
  readonly round: (desk: Desk) => Promise<Effort>;
}

/** Whole tasks: what they take in presses, keys and seconds. */
const TASKS: readonly Task[] = [
  {
    name: 'sell three tiers for cash, by touch',
    limit: { presses: 9, keys: 0, seconds: 4 },
    byTouch: true,
    round: (desk) => sellForCash(desk, ['Exact']),
  },
  {
    name: 'sell three tiers for a note of $100 on the number pad, by touch',
    limit: { presses: 10, keys: 0, seconds: 4.5 },
    byTouch: true,
    round: (desk) => sellForCash(desk, ['1', '00']),
  },
  { name: 'hold a cart', limit: { presses: 2, keys: 0, seconds: 2 }, round: hold },
  { name: 'resume a cart', limit: { presses: 2, keys: 0, seconds: 2 }, round: resume },
  {
    name: 'find an item by its SKU and sell it by card',
    limit: { presses: 3, keys: 13, seconds: 4 },
    round: sellByCard,
  },
  { name: 'find a customer and sell with points', limit: { presses: 4, keys: 26, seconds: 7 }, round: sellWithPoints },
  { name: 'count a shelf of ten', limit: { presses: 3, keys: 40, seconds: 7 }, round: (desk) => count(desk, SHELF) },
  { name: 'count an item', limit: { presses: 3, keys: 4, seconds: 3 }, round: (desk) => count(desk, 1) },
  { name: 'receive a purchase order', limit: { presses: 5, keys: 0, seconds: 4 }, round: receiveOrder },
  { name: 'refund a line', limit: { presses: 3, keys: 6, seconds: 4 }, round: refundLine },
  { name: 'look an order up', limit: { presses: 0, keys: 6, seconds: 2 }, round: lookUp },
];

/** @param cash the buttons that say what was received */
async function sellForCash(desk: Desk, cash: readonly string[]): Promise<Effort> {
  await desk.open('products', desk.cards.first());
  return desk.hands.does(
    async (hands) => {
      await desk.add(hands, [0, 1, 2]);
      await hands.press(desk.button(/^Pay/, desk.cart));
      for (const button of cash) await hands.press(desk.button(button, desk.cart));
      await hands.press(desk.button(/^Pay/, desk.cart));
    },
    desk.cart.getByRole('region', { name: 'Sale complete' }),
  );
}

async function hold(desk: Desk): Promise<Effort> {
  const held = await desk.heldCarts();
  await desk.open('products', desk.cards.first());
  await desk.add(desk.hands, [0]);
  await desk.cart.getByRole('listitem').first().waitFor();
  const saved = desk.page.waitForResponse(
    (reply) => reply.url().endsWith(holdCartRoute.path) && reply.request().method() === 'POST',
  );
  const effort = await desk.hands.does(
    async (hands) => {
      await hands.press(desk.button('Hold', desk.cart));
      await hands.press(desk.button('Hold', desk.cart.getByRole('form', { name: 'Hold the cart' })));
    },
    desk.button(`Held (${held + 1})`, desk.cart),
  );
  // The screen counts a cart that is on its way to the server; the next round asks the server.
  await saved;
  return effort;
}

/** Takes up a cart that the former task held, and empties it for the next one. */
async function resume(desk: Desk): Promise<Effort> {
  await desk.open('products', desk.cards.first());
  const effort = await desk.hands.does(async (hands) => {
    await hands.press(desk.button(/^Held/, desk.cart));
    await hands.press(desk.button(/^Resume/).first());
  }, desk.cart.getByRole('listitem').first());
  await desk.hands.press(desk.button('Empty Cart', desk.cart));
  await desk.hands.press(desk.button('Burn List'));
  await desk.cart.getByText('Cart is empty').waitFor();
  return effort;
}

async function sellByCard(desk: Desk): Promise<Effort> {
  const product = await desk.piece();
  await desk.open('products', desk.cards.first());
  return desk.hands.does(
    async (hands) => {
      await hands.key('/');
      await hands.type(product.sku?.toLowerCase() ?? '');
      await hands.press(desk.page.getByRole('option').filter({ hasText: product.name }).first());
      await desk.cart.getByRole('listitem').first().waitFor();
      await hands.key('F4');
      await hands.press(desk.cart.getByRole('radio', { name: 'Card' }));
      await hands.press(desk.button(/^Pay/, desk.cart));
    },
    desk.cart.getByRole('region', { name: 'Sale complete' }),
  );
}

async function sellWithPoints(desk: Desk): Promise<Effort> {
  const product = await desk.piece();
  const name = `Zelda ${randomUUID().slice(0, 6)}`;
  const email = `${name.replace(' ', '.')}@example.com`;
  const made = await desk.post(createUserRoute.path, {
    first_name: name,
    last_name: 'Orr',
    email,
    create_anyway: true,
  });
  const { id } = createUserRoute.reply.parse(made);
  await desk.post(adjustPointsRoute.path.replace(':id', String(id)), { points: 500, description: 'Bench' });
  await desk.open('products', desk.cards.first());
  return desk.hands.does(
    async (hands) => {
      await hands.key('F2');
      await hands.type(name.slice(0, 10).toLowerCase());
      await desk.button('Clear Customer', desk.cart).waitFor();
      await hands.key('/');
      await hands.type(product.sku?.toLowerCase() ?? '');
      await hands.press(desk.page.getByRole('option').filter({ hasText: product.name }).first());
      await desk.cart.getByRole('listitem').first().waitFor();
      await hands.key('F4');
      await hands.press(desk.cart.getByRole('checkbox', { name: 'Use points' }));
      await hands.press(desk.cart.getByRole('radio', { name: 'Card' }));
      await hands.press(desk.button(/^Pay/, desk.cart));
    },
    desk.cart.getByRole('region', { name: 'Sale complete' }),
  );
}

/** Counts the first items of the stock and saves the audit. */
async function count(desk: Desk, items: number): Promise<Effort> {
  const { page } = desk;
  const grid = page.getByRole('grid', { name: 'Stock' });
  await desk.open('adjustments', grid.getByRole('row').nth(items));
  await page.getByRole('radio', { name: 'Count', exact: true }).check();
  const audit = page.getByRole('dialog', { name: 'Create Audit' });
  return desk.hands.does(
    async (hands) => {
      await hands.press(grid.locator('[data-row="0"] [data-figure]'));
      // The least that a count can be is three figures and the way to the next row.
      for (let row = 0; row < items; row += 1) {
        await hands.type(String(400 + row));
        await hands.key('Enter');
      }
      await hands.press(desk.button('Create Audit', page.getByRole('toolbar', { name: 'Pending' })));
      // Its name is there already.
      await hands.press(desk.button('Create Audit', audit));
    },
    page.getByRole('region', { name: 'Audit created' }),
  );
}

async function receiveOrder(desk: Desk): Promise<Effort> {
  const supplier = createSupplierRoute.reply.parse(
    await desk.post(createSupplierRoute.path, { name: `Bench Farm ${randomUUID().slice(0, 8)}` }),
  ).data;
  const items = (await desk.pieces(5)).map(({ id }) => ({ product_id: id, quantity_ordered: 12, unit_cost: '2.50' }));
  const draft = createPurchaseOrderRoute.reply.parse(
    await desk.post(createPurchaseOrderRoute.path, { supplier_id: supplier.id, items }),
  ).data;
  await desk.put(updatePurchaseOrderRoute.path.replace(':id', String(draft.id)), { status: 'ordered' });
  const row = desk.page
    .getByRole('grid', { name: 'Purchase orders' })
    .getByRole('row')
    .filter({ hasText: draft.po_number });
  await desk.open('adjustments', desk.page.getByRole('tab', { name: 'Purchase orders' }));
  return desk.hands.does(
    async (hands) => {
      await hands.press(desk.page.getByRole('tab', { name: 'Purchase orders' }));
      await hands.press(row);
      await hands.press(desk.button(/^Receive/));
      await hands.press(desk.button('Receive all remaining'));
      await hands.press(desk.button('Receive'));
    },
    desk.page.getByText(`${draft.po_number}: everything received`),
  );
}

async function refundLine(desk: Desk): Promise<Effort> {
  const product = await desk.piece();
  const number = await desk.sell(product);
  await desk.open('orders', desk.page.getByRole('grid', { name: 'Orders' }).getByRole('row').nth(1));
  const dialog = desk.page.getByRole('dialog', { name: `Refund ${number}` });
  return desk.hands.does(
    async (hands) => {
      await find(desk, number);
      await hands.press(desk.button('Refund items').first());
      await hands.press(desk.button('Refund all remaining', dialog));
      await hands.press(desk.button(/^Refund \$/, dialog));
    },
    desk.page.getByRole('dialog', { name: 'Refunded' }),
  );
}

/** Finds an order by the figures of its number, and opens it. */
async function find({ hands }: Desk, number: string): Promise<void> {
  await hands.key('/');
  await hands.type(number.replace(/^\D+/, ''));
  await hands.key('Enter');
}

async function lookUp(desk: Desk): Promise<Effort> {
  const product = await desk.piece();
  const number = await desk.sell(product);
  await desk.sell(product);
  await desk.open('orders', desk.page.getByRole('grid', { name: 'Orders' }).getByRole('row').nth(1));
  return desk.hands.does(() => find(desk, number), desk.button('Refund items').first());
}

function figuresOf({ name, limit }: Task, efforts: readonly Effort[]): Figure[] {
  const median = (of: keyof Effort): number =>
    quantile(
      efforts.map((effort) => effort[of]),
      0.5,
    );
  const figure = (of: keyof Effort, unit: 's' | '', what: string): Figure => ({
    what: `${name}: ${what}`,
    value: median(of),
    unit,
    target: { of: 'value', atMost: limit[of] },
  });
  return [
    ...(limit.presses === 0 ? [] : [figure('presses', '', 'presses')]),
    ...(limit.keys === 0 ? [] : [figure('keys', '', 'keys')]),
    figure('seconds', 's', 'time'),
  ];
}

async function signedIn(context: BrowserContext, { origin }: Shop, token: string): Promise<void> {
  const cookie = { name: 'tillwright_session', value: token, url: origin, httpOnly: true, sameSite: 'Strict' as const };
  await context.addCookies([cookie]);
}

/** Whole tasks in a browser, at the pace of a practised person. A figure is the median of a few rounds. */
export async function benchTasks(shop: Shop): Promise<PartResult> {
  await restock(shop, ENOUGH);
  const browser = await launchBrowser();
  try {
    const [token = ''] = await shop.signIn(1, 'manager');
    const deskAt = async (screen: BrowserContextOptions, byTouch: boolean) => {
      const context = await browser.newContext(screen);
      await signedIn(context, shop, token);
      return new Desk(await context.newPage(), shop, token, byTouch);
    };
    const [screen, tablet] = [await deskAt(SCREEN, false), await deskAt(TABLET, true)];
    const figures: Figure[] = [];
    for (const task of TASKS) {
      const efforts: Effort[] = [];
      for (let round = 0; round < ROUNDS; round += 1) efforts.push(await task.round(task.byTouch ? tablet : screen));
      figures.push(...figuresOf(task, efforts));
    }
    return {
      title: 'Whole tasks, by practised hands',
      figures,
      notes: ['A press takes 0.3 s and a key 0.09 s by itself; the rest is the screen.'],
    };
  } finally {
    await browser.close();
  }
}
