import { changeProductRoute, managedProductsRoute } from '#contract/managed-products.ts';
import { makeSaleCalls, restock } from '../baskets.ts';
import { launchBrowser, openPage } from '../browser/browser.ts';
import { Desk } from '../browser/desk.ts';
import { Wire } from '../browser/wire.ts';
import { type Figure, latencyFigures, type PartResult, quantile, together } from '../figures.ts';
import { LoadGenerator } from '../load/load.ts';
import type { HttpCall, HttpJob } from '../load/load-jobs.ts';
import { getJson } from '../requests.ts';
import type { Shop } from '../shop.ts';

const BASKETS = 300;
const ROUNDS = 3;
/** Sixteen tills with a sale a second each: busier than any counter. */
const TILLS = { clients: 16, perSecond: 16, isSpread: true };
const SAVES = { clients: 5, perSecond: 5, isSpread: true };
const TEXTS = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];
const SAVED_P95_AT_MOST_MS = 50;
const EDITS = 7;
const EDIT_AT_MOST_KB = 5;

/** Bytes that an open register receives over the network for one edit of a product: its event, its fetches, and the headers of both. */
async function receivedFigures(shop: Shop, id: number, manager: string): Promise<Figure[]> {
  const browser = await launchBrowser();
  const wire = await Wire.open(shop.origin);
  try {
    const context = await browser.newContext();
    const [value = ''] = await shop.signIn(1);
    await context.addCookies([
      { name: 'tillwright_session', value, url: wire.origin, httpOnly: true, sameSite: 'Strict' },
    ]);
    const page = await openPage(context);
    await page.goto(wire.origin);
    await page.getByRole('grid', { name: 'Products' }).getByRole('gridcell').first().waitFor();
    await wire.received(() => page.waitForLoadState('networkidle'));
    const desk = new Desk(page, shop, manager);
    const bytes: number[] = [];
    for (let edit = 0; edit < EDITS; edit += 1) {
      // Prices that no product of the shop has.
      const price = (71.31 + edit / 100).toFixed(2);
      bytes.push(
        await wire.received(() =>
          desk.put(changeProductRoute.path.replace(':id', String(id)), { regular_price: price, sale_price: null }),
        ),
      );
    }
    if (Math.min(...bytes) === 0) throw new Error('an edit did not reach the register');
    return [0.5, 1].map((share) => ({
      what: `received by an open register for one edit, ${share === 1 ? 'at most' : 'median'}`,
      value: quantile(bytes, share) / 1000,
      unit: 'kB',
      target: { of: 'value', atMost: EDIT_AT_MOST_KB },
    }));
  } finally {
    await browser.close();
    await wire.close();
  }
}

/** Somebody who saves a product again and again beside selling tills, and what one of these edits sends to each of them. */
export async function benchEdits(shop: Shop, load: LoadGenerator): Promise<PartResult> {
  await restock(shop);
  const tokens = await shop.signIn(TILLS.clients);
  const managers = await shop.signIn(1, 'manager');
  const [manager = ''] = managers;
  const listed = managedProductsRoute.reply.parse(
    await getJson(`${shop.origin}${managedProductsRoute.path}?per_page=1`, manager),
  );
  const id = listed.data[0]?.id ?? 0;
  const path = changeProductRoute.path.replace(':id', String(id));
  // Texts in turn, with others for each run, because a save that changes nothing is refused.
  const saves = (run: string) =>
    TEXTS.map((text): HttpCall => ({
      method: 'PUT',
      path,
      body: JSON.stringify({ description: `${text}, ${run}.` }),
    }));
  const common = { kind: 'http', origin: shop.origin, keyed: true, status: 200, seconds: 8 } as const;
  const calls = await makeSaleCalls(shop, tokens[0] ?? '', BASKETS);
  const sales: HttpJob = { ...common, ...TILLS, tokens, calls };
  const edits = (run: string): HttpJob => {
    return { ...common, tokens: managers, calls: saves(run), ...SAVES };
  };
  // A separate process, so that the editor does not wait for the generator of the sales.
  const others = new LoadGenerator();
  const alone = [];
  const beside = [];
  try {
    // Without it the worst of these few saves would be those of the first moment after the start: a dozen new connections, each of
    // which plans its first sale.
    await Promise.all([load.run(edits('warm-up')), others.run(sales)]);
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(await load.run(edits(`alone ${round}`)));
      const [saved] = await Promise.all([load.run(edits(`beside ${round}`)), others.run(sales)]);
      beside.push(saved);
    }
  } finally {
    await others.close();
  }
  const yardstick = { what: 'without sales', calls: together(alone) };
  const figures: Figure[] = latencyFigures('product saved beside 16 tills', together(beside), { yardstick }).map(
    (figure) =>
      figure.what.endsWith('p95') ? { ...figure, target: { of: 'value', atMost: SAVED_P95_AT_MOST_MS } } : figure,
  );
  figures.push(...(await receivedFigures(shop, id, manager)));
  return { title: 'Products edited while tills sell', figures };
}
