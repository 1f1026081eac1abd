import { createRequire } from 'node:module';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import type * as ZplRenderer from 'zpl-renderer-js';
import { layoutLabel } from '#domain/labels/layout.ts';
import { TEMPLATES } from '#domain/labels/template.ts';
import { unmoved, zplOf } from '#domain/labels/zpl.ts';
import { scanned } from '#server/testing/papers/rasterise.ts';
import { IS_LONG } from '#testing/times.ts';

// Its other form says that it is a module where Node sees none, and Vite would take its nine megabytes apart.
const { ready } = createRequire(import.meta.url)('zpl-renderer-js') as typeof ZplRenderer;

const CODES = [
  { symbology: 'code128', text: 'FLW-001' },
  { symbology: 'ean13', text: '2900001101004' },
  { symbology: 'qr', text: 'FLW-001' },
] as const;
const FORMAT = { code128: 'Code128', ean13: 'EAN13', qr: 'QRCode' };

const rolls = TEMPLATES.filter(({ id, page }) => page.size === 'roll' && (IS_LONG || id === 'roll_2x1'));

it.each(rolls)('a label printer draws barcodes that a scanner reads: $name', async (template) => {
  const { api } = await ready;
  for (const barcode of CODES) {
    const content = { name: 'Blue ^XA Dream', lines: [{ text: 'THCA: 24.6%' }], barcode };
    const drawn = layoutLabel(template, content, { showBorders: true, showLogo: false }, 203);
    expect(drawn.warnings).toEqual([]);
    const { widthIn, heightIn } = template.page;
    // 8 dots a millimetre is the renderer's 203 dots an inch.
    const png = await api.zplToBase64Async(zplOf(drawn, 1, unmoved(203)), widthIn * 25.4, heightIn * 25.4, 8);
    const image = await loadImage(Buffer.from(png, 'base64'));
    const context = createCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const read = await scanned(context.getImageData(0, 0, image.width, image.height));
    expect(read, `${template.name} ${barcode.symbology}`).toEqual([`${FORMAT[barcode.symbology]} ${barcode.text}`]);
  }
});
