import { productsRoute } from '#contract/catalogue.ts';
import { changeProductRoute, managedProductsRoute } from '#contract/managed-products.ts';
import { makeSaleCalls, restock } from '../baskets.ts';
import { type Figure, latencyFigures, type PartResult, together } from '../figures.ts';
import { LoadGenerator } from '../load/load.ts';
import type { HttpCall, HttpJob } from '../load/load-jobs.ts';
import { getJson, rawGet } from '../requests.ts';
import type { Shop } from '../shop.ts';

const BASKETS = 300;
const ROUNDS = 3;
/** Sixteen tills with a sale a second each: busier than any counter. */
const TILLS = { clients: 16, perSecond: 16, isSpread: true };
const SAVES = { clients: 5, perSecond: 5, isSpread: true };
const TEXTS = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];
const SAVED_P95_AT_MOST_MS = 50;
const EDIT_AT_MOST_KB = 5;

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
  const event = JSON.stringify({ type: 'catalogue', product_ids: [id] });
  const answer = await rawGet(`${shop.origin}${productsRoute.path}?location_id=${shop.locationId}&include=${id}`, {
    authorization: `Bearer ${tokens[0] ?? ''}`,
    'accept-encoding': 'br',
  });
  const headers = Object.entries(answer.headers).reduce(
    (sum, [name, value]) => sum + name.length + [value].flat().join(', ').length + 4,
    0,
  );
  figures.push({
    what: 'sent to each till for one edit: event, answer and its headers',
    value: (event.length + answer.body.length + headers) / 1000,
    unit: 'kB',
    target: { of: 'value', atMost: EDIT_AT_MOST_KB },
  });
  return { title: 'Products edited while tills sell', figures };
}
