import { labelsPdfRoute, toWireTemplate } from '#contract/labels.ts';
import { TEMPLATES } from '#domain/labels/template.ts';
import { makeSaleCalls, restock } from '../baskets.ts';
import { launchBrowser, openPage } from '../browser/browser.ts';
import { type Figure, latencyFigures, type PartResult, quantile, together } from '../figures.ts';
import { LoadGenerator } from '../load/load.ts';
import type { HttpJob } from '../load/load-jobs.ts';
import type { Shop } from '../shop.ts';

const LABELS = 3000;
const PDF_SECONDS = 3;
const BASKETS = 300;
const TILLS = { clients: 8, seconds: 6 };
const ROUNDS = 3;
/** Sales beside labels take at most this many times as long. */
const MOST_TIMES = 1.5;
const CHANGES = 20;
const PAINT_P95_AT_MOST_MS = 50;
const PREVIEW = 'section[aria-label="Label preview"]';

const [avery] = TEMPLATES;

/** Different labels, each with a barcode of its own. */
function pdfOf(count: number): string {
  return JSON.stringify({
    template: toWireTemplate(avery),
    labels: Array.from({ length: count }, (_, place) => ({
      name: `Blue Ridge Mist ${place}`,
      lines: [{ text: 'Type: Hybrid • THCA: 24.6%' }, { text: '3.5 g • $40.00', strong: true }],
      barcode: { symbology: 'code128', text: `SKU-${10_000 + place}` },
      copies: 1,
    })),
  });
}

async function pdfSeconds({ origin }: Shop, token: string): Promise<number> {
  const begun = performance.now();
  const reply = await fetch(`${origin}${labelsPdfRoute.path}`, {
    method: labelsPdfRoute.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: pdfOf(LABELS),
  });
  if (!reply.ok) throw new Error(`labels answered ${reply.status}: ${await reply.text()}`);
  await reply.arrayBuffer();
  return (performance.now() - begun) / 1000;
}

/** From the press of an option to the frame with the changed preview, with thousands of imported labels. */
async function previewChanges(shop: Shop): Promise<{ paints: readonly number[]; changes: readonly number[] }> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext();
    const [token = ''] = await shop.signIn(1, 'manager');
    await context.addCookies([
      { name: 'tillwright_session', value: token, url: shop.origin, httpOnly: true, sameSite: 'Strict' },
    ]);
    const page = await openPage(context);
    await page.goto(`${shop.origin}/?view=blueprint-fields`);
    await page.getByRole('button', { name: 'Import CSV' }).click();
    const rows = Array.from({ length: LABELS }, (_, place) => `Blue Ridge Mist ${place},Type: Hybrid,1`);
    const buffer = Buffer.from(['name,line 2,copies', ...rows].join('\n'));
    const dialog = page.getByRole('dialog', { name: 'Import CSV' });
    await dialog.getByLabel('CSV file').setInputFiles({ name: 'labels.csv', mimeType: 'text/csv', buffer });
    await dialog.getByRole('button', { name: /^Import/ }).click();
    await dialog.waitFor({ state: 'detached' });
    const borders = page.getByRole('switch', { name: 'Show Borders', exact: true });
    await borders.scrollIntoViewIfNeeded();
    await page.waitForTimeout(1000);
    await page.evaluate((selector) => window.probe.begin(selector), PREVIEW);
    for (let change = 0; change < CHANGES; change += 1) {
      await borders.click();
      await page.waitForTimeout(1000);
    }
    return await page.evaluate(() => window.probe.end());
  } finally {
    await browser.close();
  }
}

/** Thousands of labels as PDF by themselves and beside sales, and in the preview. */
export async function benchLabels(shop: Shop, load: LoadGenerator): Promise<PartResult> {
  await restock(shop);
  const tokens = await shop.signIn(TILLS.clients);
  const [token = ''] = tokens;
  const calls = await makeSaleCalls(shop, token, BASKETS);
  const sales: HttpJob = { kind: 'http', origin: shop.origin, tokens, calls, keyed: true, status: 200, ...TILLS };
  const papers: HttpJob = {
    ...{ kind: 'http', origin: shop.origin, tokens: [token], keyed: false, status: 200 },
    ...{ clients: 1, seconds: TILLS.seconds },
    calls: [{ method: 'POST', path: labelsPdfRoute.path, body: pdfOf(LABELS) }],
  };
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) seconds.push(await pdfSeconds(shop, token));
  // A separate process, so that tills do not wait for the generator of the papers.
  const others = new LoadGenerator();
  const alone = [];
  const beside = [];
  let drawn = 0;
  try {
    await load.run(sales);
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(await load.run(sales));
      const drawing = others.run(papers);
      beside.push(await load.run(sales));
      drawn += (await drawing).ms.length;
    }
  } finally {
    await others.close();
  }
  const { paints, changes } = await previewChanges(shop);
  const figures: Figure[] = [
    {
      what: `first PDF of ${LABELS.toLocaleString('en-US')} labels`,
      value: seconds[0] ?? Infinity,
      unit: 's',
      target: { of: 'value', atMost: PDF_SECONDS },
    },
    {
      what: `PDF of ${LABELS.toLocaleString('en-US')} labels`,
      value: quantile(seconds, 0.5),
      unit: 's',
      target: { of: 'value', atMost: PDF_SECONDS },
    },
    ...latencyFigures('sale beside such PDFs', together(beside), {
      yardstick: { what: 'alone', calls: together(alone) },
    }).map((figure): Figure =>
      figure.what.endsWith('p95') ? { ...figure, target: { of: 'ratio', atMost: MOST_TIMES } } : figure,
    ),
    {
      what: 'option of the preview, press to paint, p95',
      value: quantile(paints, 0.95),
      unit: 'ms',
    },
    {
      what: 'option of the preview, press to the changed page, p95',
      value: quantile(changes, 0.95),
      unit: 'ms',
      target: { of: 'value', atMost: PAINT_P95_AT_MOST_MS },
    },
  ];
  return {
    title: `Labels: ${LABELS.toLocaleString('en-US')} different ones, ${TILLS.clients} tills`,
    figures,
    notes: [`${drawn} PDFs drawn beside the sales`],
  };
}
