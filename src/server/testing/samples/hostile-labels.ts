import { toWireTemplate } from '#contract/labels.ts';
import { roll, TEMPLATES } from '#domain/labels/template.ts';
import { SHOP } from '../shop.ts';

const LABEL_PRINTER = {
  name: 'Printer',
  host: '192.168.1.50',
  port: 9100,
  language: 'zpl',
  dpi: 203,
  width: 2.25,
  height: 1.25,
  offset_x: 0.01,
  offset_y: -0.01,
  darkness: 15,
  is_default: true,
};
/** A label template as it is sent and kept. */
export const OWN_TEMPLATE = { ...toWireTemplate(TEMPLATES[0]), template_name: 'Hostile' };

/** Samples of the calls of labels and their printers, by method and path. */
export const LABEL_SAMPLES = {
  'POST /api/labels/templates': { template: OWN_TEMPLATE },
  'PUT /api/labels/templates/:id': { template: OWN_TEMPLATE, expected_version: 1 },
  'POST /api/labels/printers': LABEL_PRINTER,
  'PUT /api/labels/printers/:id': { ...LABEL_PRINTER, expected_version: 1 },
  'POST /api/labels/printers/:id/jobs': {
    template: toWireTemplate(roll(2, 1, 9)),
    labels: [
      { name: 'n', lines: [{ text: 't', strong: true }], barcode: { symbology: 'code128', text: 'S' }, copies: 2 },
    ],
    show_borders: true,
    show_logo: true,
    prints: [
      {
        product_id: SHOP.grinder,
        variation_id: null,
        name: 'n',
        tier: { label: 'l', quantity: 3.5 },
        price: '1.00',
        tier_price: '3.00',
        copies: 2,
      },
    ],
  },
  'POST /api/labels/queue/:id': { action: 'cancel', expected_version: 1 },
  'POST /api/labels/prints': {
    template: 't',
    method: 'pdf',
    labels: [
      {
        product_id: SHOP.grinder,
        variation_id: null,
        name: 'n',
        tier: { label: 'l', quantity: 3.5 },
        price: '1.00',
        tier_price: '3.00',
        copies: 1,
      },
    ],
  },
};
