import { describe, expect, it } from 'vitest';
import { labelsPdfRoute, toWireTemplate } from '#contract/labels.ts';
import type { BodySent } from '#contract/route.ts';
import { indexCodes, lookupCode } from '#domain/barcode.ts';
import { layoutLabel } from '#domain/labels/layout.ts';
import { cellsOf, type LabelTemplate, perPage, TEMPLATES } from '#domain/labels/template.ts';
import { type Raster, rasterise, scanned } from '#server/testing/papers/rasterise.ts';
import { IS_LONG } from '#testing/times.ts';
import { drawLabelSheet } from './label-pdf.ts';

type Sent = BodySent<typeof labelsPdfRoute>;

const draw = (sent: Omit<Sent, 'template'> & { template?: LabelTemplate }): Promise<Buffer> => {
  const { template = TEMPLATES[0], ...rest } = sent;
  return drawLabelSheet(labelsPdfRoute.body.parse({ ...rest, template: toWireTemplate(template) }));
};

/** A sheet and a roll of its kinds; the long form tries all of them. */
const SOME = TEMPLATES.filter(({ id }) => IS_LONG || id === 'avery_5160' || id === 'roll_2x1');

const NAMED = { name: 'Blue Ridge Mist', lines: [{ text: 'Type: Hybrid • THCA: 24.6%' }] };
/** Texts that change between letters and pairs of digits, at each end and in the middle. */
const MIXED = ['1', '12', '123', '12345', 'A123456', '123456A', 'AB1234567CD', 'a~b 1|2', '00112233445566778899'];

const CODES = [
  { symbology: 'code128', text: 'FLW-001' },
  { symbology: 'ean13', text: '2900001101004' },
  // A UPC-A with the 0 that makes it an EAN-13.
  { symbology: 'ean13', text: '0012345678905' },
  { symbology: 'code128', text: 'CONCENTRATE-LIVE-ROSIN-1G' },
  { symbology: 'qr', text: 'FLW-001' },
] as const;
const FORMAT = { code128: 'Code128', ean13: 'EAN13', qr: 'QRCode' };

/** The register of a shop that sells these: every code that is read is looked up as a scan is. */
const SOLD = [
  { sku: 'FLW-001', barcode: null },
  { sku: 'CRT-014', barcode: '2900001101004' },
  { sku: 'TEE-9', barcode: '012345678905' },
  { sku: 'CONCENTRATE-LIVE-ROSIN-1G', barcode: null },
];
const byCode = indexCodes(SOLD, () => []);

/** Too small for a code of 25 letters at 0.19 mm a module. */
const NARROW = new Set(['avery_5167', 'roll_2x1', 'roll_2.25x1.25']);

/** The codes share the labels of a page; the first and the last of each are read, each by itself as a scanner does. */
async function expectScanned(template: LabelTemplate, dpi: number): Promise<void> {
  // Sheets are for office printers with at least 300 dots per inch. At 203, codes at the limit of size are left out.
  const codes = CODES.filter(({ text }) => dpi >= 300 || template.page.size !== 'letter' || text.length <= 20);
  const copies = Math.max(1, Math.floor(perPage(template) / codes.length));
  const pages = await rasterise(
    await draw({ template, labels: codes.map((barcode) => ({ ...NAMED, barcode, copies })) }),
    dpi,
  );
  const cells = cellsOf(template);
  for (const [place, barcode] of codes.entries()) {
    const fits = !(barcode.text.length > 20 && barcode.symbology === 'code128' && NARROW.has(template.id));
    const wanted = fits ? [`${FORMAT[barcode.symbology]} ${barcode.text}`] : [];
    for (const label of new Set([place * copies, (place + 1) * copies - 1])) {
      const [page, cell] = [pages[Math.floor(label / cells.length)], cells[label % cells.length]];
      if (!page || !cell) throw new Error('no label');
      const { labelWidthIn, labelHeightIn } = template.grid;
      const read = await scanned(page.part(cell.xPt, cell.yPt, labelWidthIn * 72, labelHeightIn * 72));
      expect(read, `${template.name} ${barcode.symbology} ${barcode.text} label ${label}`).toEqual(wanted);
      for (const code of read) expect(byCode.get(lookupCode(code.slice(code.indexOf(' ') + 1)))).toBeDefined();
    }
  }
}

const INCH_MM = 25.4;

/** True where a dot is darker than grey. */
function isDark({ image }: Raster, x: number, y: number): boolean {
  const [red = 255] = image.data.slice((y * image.width + x) * 4, (y * image.width + x) * 4 + 1);
  return red < 128;
}

/** The first dark dot from a place to the right or, with `step` -1, to the left. Answers its outer side, in inches. */
function edgeFrom(raster: Raster, fromIn: number, yIn: number, step: 1 | -1 = 1): number {
  const y = Math.round(yIn * raster.dpi);
  const most = raster.image.width - 1;
  for (let x = Math.min(Math.round(fromIn * raster.dpi), most); x >= 0 && x <= most; x += step) {
    if (isDark(raster, x, y)) return (x + (step === 1 ? 0 : 1)) / raster.dpi;
  }
  throw new Error('no edge');
}

/** The same from a place down or up. */
function edgeBelow(raster: Raster, xIn: number, fromIn: number, step: 1 | -1 = 1): number {
  const x = Math.round(xIn * raster.dpi);
  const most = raster.image.height - 1;
  for (let y = Math.min(Math.round(fromIn * raster.dpi), most); y >= 0 && y <= most; y += step) {
    if (isDark(raster, x, y)) return (y + (step === 1 ? 0 : 1)) / raster.dpi;
  }
  throw new Error('no edge');
}

describe('labels as PDF', () => {
  it.each(SOME)('carry barcodes that a scanner reads at 300 dots an inch: $name', async (template) => {
    await expectScanned(template, 300);
  });

  it('carry letters and digits in any order', async () => {
    const [template] = TEMPLATES.filter(({ id }) => id === 'avery_5163');
    if (!template) throw new Error('no template');
    const labels = MIXED.map((text) => ({ name: 'A', barcode: { symbology: 'code128' as const, text } }));
    const [page] = await rasterise(await draw({ template, labels }), 300);
    const { labelWidthIn, labelHeightIn } = template.grid;
    const parts = cellsOf(template).slice(0, MIXED.length);
    const read = [];
    for (const { xPt, yPt } of parts)
      read.push(...(page ? await scanned(page.part(xPt, yPt, labelWidthIn * 72, labelHeightIn * 72)) : []));
    expect(read).toEqual(MIXED.map((text) => `Code128 ${text}`));
  });

  it.each(IS_LONG ? [203, 600] : [203])('carry barcodes that a scanner reads at %i dots an inch', async (dpi) => {
    await expectScanned(TEMPLATES[0], dpi);
  });

  it.each(SOME.filter(({ page }) => page.size === 'roll'))(
    'carry barcodes that a scanner reads from a label printer of 203 dots an inch: $name',
    async (template) => {
      await expectScanned(template, 203);
    },
  );

  it.each(SOME)('stand within 0.1 mm of the measures of the sheet: $name', async (template) => {
    const pdf = await draw({
      template,
      show_borders: true,
      labels: [{ name: ' ', copies: perPage(template) }],
    });
    const [page] = await rasterise(pdf, 600);
    if (!page) throw new Error('no page');
    expect(page.image.width / 600).toBeCloseTo(template.page.widthIn, 2);
    const { labelWidthIn, labelHeightIn } = template.grid;
    const cells = cellsOf(template).map(({ xPt, yPt }) => ({ leftIn: xPt / 72, topIn: yPt / 72 }));
    const [first, last] = [cells[0], cells.at(-1)];
    if (!first || !last) throw new Error('no labels');
    const [rightIn, bottomIn] = [last.leftIn + labelWidthIn, last.topIn + labelHeightIn];
    // From outside, where the paper is white.
    const beside = 0.03;
    const missed = [
      edgeFrom(page, Math.max(first.leftIn - beside, 0), first.topIn + labelHeightIn / 2) - first.leftIn,
      edgeBelow(page, first.leftIn + labelWidthIn / 2, Math.max(first.topIn - beside, 0)) - first.topIn,
      edgeFrom(page, rightIn + beside, last.topIn + labelHeightIn / 2, -1) - rightIn,
      edgeBelow(page, last.leftIn + labelWidthIn / 2, bottomIn + beside, -1) - bottomIn,
    ];
    for (const missedIn of missed) expect(Math.abs(missedIn) * INCH_MM, missed.join(' ')).toBeLessThan(0.1);
  });

  // The screen's drawing is held to the same layout by page-drawing.test.tsx.
  it.each(TEMPLATES)('have each text where the layout has it: $name', async (template) => {
    const labels = [
      { ...NAMED, lines: [...NAMED.lines, { text: '3.5 g • $40.00', strong: true }], barcode: CODES[0], copies: 2 },
      { name: 'A name that is too long for the smallest labels of a shop', lines: [], barcode: null, copies: 1 },
    ];
    const look = { showBorders: true, showLogo: true };
    const pages = await rasterise(await draw({ template, labels, show_borders: true, show_logo: true }), 36);
    const cells = cellsOf(template);
    const places = labels.flatMap(({ copies, ...content }) => Array.from({ length: copies }, () => content));
    const wanted = places.flatMap((content, place) => {
      const { xPt = 0, yPt = 0 } = cells[place % cells.length] ?? {};
      const marks = layoutLabel(template, content, look).marks.filter((mark) => mark.kind === 'text');
      return marks.map(
        (mark) => [mark.text, xPt + mark.xPt, yPt + mark.baselinePt, mark.sizePt, mark.widthPt] as const,
      );
    });
    const drawn = pages.flatMap(({ runs }) => runs);
    expect(drawn.map(({ text }) => text)).toEqual(wanted.map(([text]) => text));
    for (const [place, [text, ...measures]] of wanted.entries()) {
      const { xPt, baselinePt, sizePt, widthPt } = drawn[place] ?? { xPt: 0, baselinePt: 0, sizePt: 0, widthPt: 0 };
      const missed = [xPt, baselinePt, sizePt, widthPt].map((measure, of) => Math.abs(measure - (measures[of] ?? 0)));
      expect(Math.max(...missed), `${text}: ${missed.join(' ')}`).toBeLessThan(0.02);
    }
  });

  it('hold text as text, in letters of any shop', async () => {
    const pdf = await draw({
      labels: [{ name: 'Δ9 • café', lines: [{ text: 'Zażółć £5 “quoted”' }, { text: '上海 手工 😀' }] }],
    });
    const [page] = await rasterise(pdf, 72);
    expect(page?.texts.join('|')).toContain('Δ9 • café');
    expect(page?.texts.join('|')).toContain('Zażółć £5 “quoted”');
    expect(page?.texts.join('|')).toContain('上海');
  });

  it.each([
    [30, 0, 1],
    [31, 0, 2],
    [60, 0, 2],
    [30, 1, 2],
  ])('of %i labels from cell %i are %i pages', async (copies, start, pages) => {
    expect(await rasterise(await draw({ labels: [{ name: 'A', copies }], start }), 20)).toHaveLength(pages);
  });

  it('draw an inch to measure above the labels, and move with the calibration', async () => {
    const labels = [{ name: ' ' }];
    const [plain] = await rasterise(await draw({ labels, ruler: true }), 600);
    const [moved] = await rasterise(
      await draw({ labels, ruler: true, calibration: { offset_x_pt: 7.2, offset_y_pt: 0, scale: 1 } }),
      600,
    );
    if (!plain || !moved) throw new Error('no page');
    expect(plain.texts).toContain('1 inch. Print at actual size.');
    const y = 22 / 72;
    const left = edgeFrom(plain, 0, y);
    expect(left).toBeCloseTo(0.25, 2);
    expect(edgeFrom(moved, 0, y)).toBeCloseTo(left + 0.1, 2);
  });

  it('are refused for a template that cannot be printed, with the reason', async () => {
    const template: LabelTemplate = { ...TEMPLATES[0], grid: { ...TEMPLATES[0].grid, columns: 9 } };
    await expect(draw({ template, labels: [NAMED] })).rejects.toThrow(/do not fit on the page/);
    await expect(draw({ labels: [NAMED], start: 30 })).rejects.toThrow(/has 30 labels/);
  });
});
