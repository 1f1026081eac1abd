import { describe, expect, it } from 'vitest';
import { labelsPdfRoute, toWireTemplate } from '#contract/labels.ts';
import type { BodySent } from '#contract/route.ts';
import { layoutLabel } from '#domain/labels/layout.ts';
import { cellsOf, type LabelTemplate, perPage, TEMPLATES } from '#domain/labels/template.ts';
import { type Raster, rasterise, scanned } from '#server/testing/rasterise.ts';
import { drawLabelSheet } from './label-pdf.ts';

type Sent = BodySent<typeof labelsPdfRoute>;

const draw = (sent: Omit<Sent, 'template'> & { template?: LabelTemplate }): Promise<Buffer> => {
  const { template = TEMPLATES[0], ...rest } = sent;
  return drawLabelSheet(labelsPdfRoute.body.parse({ ...rest, template: toWireTemplate(template) }));
};

const NAMED = { name: 'Blue Ridge Mist', lines: [{ text: 'Type: Hybrid • THCA: 24.6%' }] };
const CODES = [
  { symbology: 'code128', text: 'FLW-001' },
  { symbology: 'ean13', text: '2900001101004' },
  { symbology: 'qr', text: 'FLW-001' },
] as const;
const FORMAT = { code128: 'Code128', ean13: 'EAN13', qr: 'QRCode' };

/** False where the layout says that the barcode is too small for the label. */
function isPrinted(template: LabelTemplate, barcode: (typeof CODES)[number]): boolean {
  const look = { showBorders: false, showLogo: false };
  return !layoutLabel(template, { ...NAMED, barcode }, look).warnings.includes('barcode_left_out');
}

/** Reads a third of the labels of a page, one by one as a scanner does. */
async function expectScanned(template: LabelTemplate, dpi: number): Promise<void> {
  for (const barcode of CODES) {
    const pdf = await draw({ template, labels: [{ ...NAMED, barcode, copies: perPage(template) }] });
    const [page] = await rasterise(pdf, dpi);
    if (!page) throw new Error('no page');
    const wanted = isPrinted(template, barcode) ? [`${FORMAT[barcode.symbology]} ${barcode.text}`] : [];
    for (const { xPt, yPt } of cellsOf(template).filter((_, cell) => cell % 3 === 0)) {
      const label = page.part(xPt, yPt, template.grid.labelWidthIn * 72, template.grid.labelHeightIn * 72);
      expect(await scanned(label), `${template.name} ${barcode.symbology} ${xPt} ${yPt}`).toEqual(wanted);
    }
  }
}

const INCH_MM = 25.4;

/** True where a dot is darker than grey. */
function isDark({ image }: Raster, x: number, y: number): boolean {
  const [red = 255] = image.data.slice((y * image.width + x) * 4, (y * image.width + x) * 4 + 1);
  return red < 128;
}

/** The first dark dot from a place to the right, in inches. */
function edgeFrom(raster: Raster, fromIn: number, yIn: number): number {
  const y = Math.round(yIn * raster.dpi);
  for (let x = Math.round(fromIn * raster.dpi); x < raster.image.width; x += 1) {
    if (isDark(raster, x, y)) return x / raster.dpi;
  }
  throw new Error('no edge');
}

describe('labels as PDF', () => {
  it.each(TEMPLATES)('carry barcodes that a scanner reads at 300 dots an inch: $name', async (template) => {
    await expectScanned(template, 300);
  });

  it.each([203, 600])('carry barcodes that a scanner reads at %i dots an inch', async (dpi) => {
    await expectScanned(TEMPLATES[0], dpi);
  });

  it.each(TEMPLATES)('stand within 0.1 mm of the measures of the sheet: $name', async (template) => {
    const pdf = await draw({
      template,
      show_borders: true,
      labels: [{ name: ' ', copies: perPage(template) }],
    });
    const [page] = await rasterise(pdf, 600);
    if (!page) throw new Error('no page');
    expect(page.image.width / 600).toBeCloseTo(template.page.widthIn, 2);
    for (const cell of [cellsOf(template)[0], cellsOf(template).at(-1)]) {
      const left = (cell?.xPt ?? 0) / 72;
      const middle = (cell?.yPt ?? 0) / 72 + template.grid.labelHeightIn / 2;
      const found = edgeFrom(page, Math.max(left - 0.03, 0), middle);
      expect(Math.abs(found - left) * INCH_MM).toBeLessThan(0.1);
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
