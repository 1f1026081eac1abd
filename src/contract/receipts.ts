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
      weight: z.enum(['plain', 'strong', 'note']).describe('Style of the row.'),
    }),
    z.object({ kind: z.literal('rule').describe('Kind of row.') }),
    z.object({
      kind: z.literal('logo').describe('Kind of row.'),
      ...logoParts,
    }),
    z.object({
      kind: z.literal('code').describe('Kind of row.'),
      text: z.string().describe('Content of the QR code.'),
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
  description: 'The receipt as rows, which screen, print and PDF draw alike.',
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
    'A PDF as wide as the paper of its location (58 or 80 mm) and as long as its content. Refusals are JSON, as for other calls.',
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
const qr = z.enum(QR_CONTENTS).describe('Content of the QR code at the end: the order number, an address, or `none`.');
const qrAddress = text(300)
  .refine((given) => given === '' || isQrAddress(given), 'is not an address that begins with https:// or http://')
  .meta({ description: 'Address in the QR code.', examples: ['https://example.com/hello'] });

/** Receipt settings of a location, which take precedence over those of the whole business; null for those of the whole business. */
export const ownReceipt = z
  .object({
    paper_mm: paperMm.nullable().describe('Width of the paper, mm; null for that of the whole business.'),
    logo: logo.nullable().describe('Hash of a stored logo, or `none`; null for that of the whole business.'),
    qr: qr.nullable().describe('Content of the QR code at the end; null for that of the whole business.'),
    qr_address: qrAddress,
  })
  .refine((own) => own.qr !== 'address' || own.qr_address !== '', { path: ['qr_address'], message: 'is empty' })
  .meta({
    id: 'OwnReceipt',
    description: 'Paper, logo and QR code of a location; null for those of the whole business.',
  });

const settings = z
  .object({
    paper_mm: paperMm,
    logo,
    qr,
    qr_address: qrAddress,
    header: text(500).describe('Lines below the address, for locations without lines of their own.'),
    footer: text(500).describe(
      'Lines at the end, for locations without lines of their own; a line of thanks if empty.',
    ),
    version: z.int().describe('Counts its changes.'),
  })
  .meta({ id: 'ReceiptSettings', description: 'Receipt settings of the whole business.' });
export type ReceiptSettings = z.output<typeof settings>;

const storedLogo = z
  .object({
    hash: z.string().meta({ description: 'Hash that identifies the logo.', examples: [SAMPLE] }),
    ...logoParts,
  })
  .meta({ id: 'ReceiptLogo', description: 'A logo as a receipt printer draws it.' });
export type StoredLogo = z.output<typeof storedLogo>;

const TAGS = ['Receipts'];

export const receiptSettingsRoute = route({
  name: 'receiptSettings',
  method: 'GET',
  path: '/api/manage/receipts',
  access: 'configure',
  summary: 'Receipt settings',
  description:
    'Settings of the whole business, with the logos that it and its locations use. Settings of a single location are part of that location.',
  tags: TAGS,
  reply: success({ data: settings, logos: z.array(storedLogo).describe('Logos in use.') }),
});

export const changeReceiptSettingsRoute = route({
  name: 'changeReceiptSettings',
  method: 'PUT',
  path: '/api/manage/receipts',
  access: 'configure',
  summary: 'Change the receipt settings',
  description: 'Changes them for all locations without settings of their own. Fields left out stay unchanged.',
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
      .describe(
        'The version that the caller saw. If it has changed, 409 `changed_meanwhile` answers the `current` one.',
      ),
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
    'Accepts JPEG, PNG, WebP, GIF or AVIF, recognised by content, of at most 10 MB and 40 megapixels. The logo is drawn in black dots on white, at most 384 by 240. The same logo is stored only once.',
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
