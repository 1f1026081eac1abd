import { z } from 'zod';
import { MAX_PICTURE_BYTES } from '#domain/picture.ts';
import { isQrAddress, QR_CONTENTS } from '#domain/receipt-paper.ts';
import { from } from './example.ts';
import { route } from './route.ts';
import { flag, idText, success, text } from './wire.ts';

const paperMm = z
  .union([z.literal(58), z.literal(80)])
  .meta({ description: 'Width of the paper, mm.', examples: [80] });

const logoParts = {
  width: z.int().meta({ description: 'Width, dots of a printer of 8 dots a mm.', examples: [320] }),
  height: z.int().meta({ description: 'Height, dots.', examples: [96] }),
  png: z.string().describe('A PNG of one bit a dot, in base64.'),
};

/** A row of a receipt, as `domain/receipt` makes them; the screen, the print and the PDF draw the same rows. */
const receiptRow = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.enum(['title', 'centre']).describe('Kind of row.'),
      text: z.string().describe('Text of the row.'),
    }),
    z.object({
      kind: z.literal('pair').describe('Kind of row.'),
      left: z.string().describe('Text on the left.'),
      right: z.string().describe('Text on the right.'),
      weight: z.enum(['plain', 'strong', 'note']).describe('How it is set.'),
    }),
    z.object({ kind: z.literal('rule').describe('Kind of row.') }),
    z.object({
      kind: z.literal('logo').describe('Kind of row.'),
      ...logoParts,
    }),
    z.object({
      kind: z.literal('code').describe('Kind of row.'),
      text: z.string().describe('What the QR code holds.'),
      modules: z.array(z.string()).describe('Its rows of modules from the top: 1 is black, 0 is white.'),
    }),
  ])
  .meta({ id: 'ReceiptRow', description: 'A row of a receipt; screen, print and PDF draw the same rows.' });

const params = z.object({ id: idText.describe('Id of the order.') });
/** `copy` marks any print after the first. */
export const receiptQuery = z.object({ copy: flag.default(false).describe('Marks the receipt as a copy.') });
export const receiptData = z
  .object({
    number: z.string().meta({ description: 'Number of the order or refund.', examples: ['POS-4056'] }),
    width_mm: paperMm,
    rows: z.array(receiptRow).describe('Rows, from the top.'),
  })
  .meta({ id: 'Receipt', description: 'A receipt as rows.' });

export const receiptRoute = route({
  name: 'receipt',
  method: 'GET',
  path: '/api/orders/:id/receipt',
  access: 'see-orders',
  summary: 'The receipt of an order',
  description: 'As rows, which screen, print and PDF draw alike.',
  tags: ['Orders'],
  params,
  query: receiptQuery,
  reply: success({ data: receiptData }),
  refusals: ['not_found'],
  example: { after: 'createOrder', params: { id: from('/id', 4056) } },
});

export const receiptPdfRoute = route({
  name: 'receiptPdf',
  method: 'GET',
  path: '/api/orders/:id/receipt.pdf',
  access: 'see-orders',
  summary: 'The receipt of an order as PDF',
  description:
    'As wide as the paper of its location (58 or 80 mm) and as long as it needs to be. Refusals are JSON as everywhere.',
  tags: ['Orders'],
  params,
  query: receiptQuery,
  reply: z.string(),
  refusals: ['not_found'],
  example: { after: 'createOrder', params: { id: from('/id', 4056) } },
  media: 'application/pdf',
});

const SAMPLE = 'a3'.repeat(32);
const logo = z
  .string()
  .regex(/^(?:none|[0-9a-f]{64})$/, 'is no logo')
  .meta({ description: 'Hash of a stored logo, or `none`.', examples: ['none'] });
const qr = z.enum(QR_CONTENTS).describe('What the QR code at the end holds: the order number, an address, or `none`.');
const qrAddress = text(300)
  .refine((given) => given === '' || isQrAddress(given), 'is not an address that begins with https:// or http://')
  .meta({ description: 'The address that the QR code holds.', examples: ['https://example.com/hello'] });

/** What a location has on its receipts instead of what the whole business has: null is as the whole business. */
export const ownReceipt = z
  .object({
    paper_mm: paperMm.nullable().describe('Width of the paper, mm; null is as the whole business.'),
    logo: logo.nullable().describe('Hash of a stored logo, or `none`; null is as the whole business.'),
    qr: qr.nullable().describe('What the QR code at the end holds; null is as the whole business.'),
    qr_address: qrAddress,
  })
  .refine((own) => own.qr !== 'address' || own.qr_address !== '', { path: ['qr_address'], message: 'is empty' })
  .meta({ id: 'OwnReceipt', description: 'Paper, logo and QR code of a location; null is as the whole business.' });

const settings = z
  .object({
    paper_mm: paperMm,
    logo,
    qr,
    qr_address: qrAddress,
    header: text(500).describe('Lines below the address, where a location has none of its own.'),
    footer: text(500).describe('Lines at the end, where a location has none of its own; thanks when empty.'),
    version: z.int().describe('Counts its changes.'),
  })
  .meta({ id: 'ReceiptSettings', description: 'What the receipts of the whole business look like.' });
export type ReceiptSettings = z.output<typeof settings>;

const storedLogo = z
  .object({ hash: z.string().meta({ description: 'Names the logo.', examples: [SAMPLE] }), ...logoParts })
  .meta({ id: 'ReceiptLogo', description: 'A logo as a receipt printer draws it.' });
export type StoredLogo = z.output<typeof storedLogo>;

const TAGS = ['Receipts'];

export const receiptSettingsRoute = route({
  name: 'receiptSettings',
  method: 'GET',
  path: '/api/manage/receipts',
  access: 'configure',
  summary: 'What receipts look like',
  description:
    'For the whole business, with the logos that it and its locations use. What a location has of its own stands with it.',
  tags: TAGS,
  reply: success({ data: settings, logos: z.array(storedLogo).describe('Logos in use.') }),
});

export const changeReceiptSettingsRoute = route({
  name: 'changeReceiptSettings',
  method: 'PUT',
  path: '/api/manage/receipts',
  access: 'configure',
  summary: 'Change what receipts look like',
  description: 'For every location that has nothing of its own. Parts that are left out stay.',
  tags: TAGS,
  body: z.object({
    paper_mm: paperMm.optional(),
    logo: logo.optional(),
    qr: qr.optional(),
    qr_address: qrAddress.optional(),
    header: settings.shape.header.optional(),
    footer: settings.shape.footer.optional(),
    version: z
      .int()
      .optional()
      .describe('The version that was seen: with another one, 409 `changed_meanwhile` tells the `current` one.'),
  }),
  reply: success({ data: settings }),
  refusals: ['changed_meanwhile', 'nothing_to_do'],
  example: { body: { paper_mm: 58 } },
});

/** Base64 has four characters for every three bytes. */
const MAX_BASE64 = Math.ceil(MAX_PICTURE_BYTES / 3) * 4;
/** A red dot. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

export const storeLogoRoute = route({
  name: 'storeLogo',
  method: 'POST',
  path: '/api/manage/receipts/logos',
  access: 'configure',
  summary: 'Store a logo for receipts',
  description:
    'JPEG, PNG, WebP, GIF or AVIF by what it contains, of at most 10 MB and 40 megapixels. It is drawn in black dots on white, at most 384 by 240. The same logo is stored once.',
  tags: TAGS,
  bodyLimitBytes: MAX_BASE64 + 1000,
  body: z.object({
    file: z
      .base64()
      .max(MAX_BASE64, 'is larger than 10 MB')
      .meta({ description: 'The bytes of the picture, in base64.', examples: [DOT] }),
  }),
  reply: success({ data: storedLogo }),
  refusals: ['picture_not_valid'],
  example: { body: { file: DOT } },
});
