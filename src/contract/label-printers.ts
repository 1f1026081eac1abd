import { z } from 'zod';
import { PRINTER_DPIS } from '#domain/labels/zpl.ts';
import { from } from './example.ts';
import { LARGE_BODY_BYTES, MOST_LABELS, printIn } from './label-prints.ts';
import { printedLabels, toWireTemplate } from './labels.ts';
import { roll } from '#domain/labels/template.ts';
import { route } from './route.ts';
import { id, idParams, instant, locationId, success, text, versionText } from './wire.ts';

const TAGS = ['Labels'];
const PRINTERS = '/api/labels/printers';
const QUEUE = '/api/labels/queue';

/** Inches to the thousandth. */
const inches = (least: number, most: number) => z.number().min(least).max(most);

/** Half an inch: a printer that is off by more has the wrong roll in it. Rule: labels/printers. */
export const MOST_OFFSET_IN = 0.5;

const setting = {
  name: text(80).meta({ description: 'Name.', examples: ['Counter Zebra'] }),
  host: z
    .string()
    .max(253)
    .meta({
      description:
        'Address or name in the network of the shop. Only private addresses are connected to (RFC 1918, fc00::/7).',
      examples: ['192.168.1.50'],
    }),
  port: z
    .int()
    .min(1)
    .max(65_535)
    .default(9100)
    .meta({ description: 'Port for raw printing.', examples: [9100] }),
  language: z.literal('zpl').default('zpl').describe('Language of the printer: ZPL II.'),
  dpi: z
    .union(PRINTER_DPIS.map((dpi) => z.literal(dpi)) as [z.ZodLiteral<203>, z.ZodLiteral<300>, z.ZodLiteral<600>])
    .meta({ description: 'Dots an inch.', examples: [203] }),
  width: inches(0.1, 50).meta({ description: 'Width of the labels in it, in inches.', examples: [2.25] }),
  height: inches(0.1, 50).meta({ description: 'Height of the labels in it, in inches.', examples: [1.25] }),
  offset_x: inches(-MOST_OFFSET_IN, MOST_OFFSET_IN)
    .default(0)
    .describe('Everything is printed that far to the right, in inches.'),
  offset_y: inches(-MOST_OFFSET_IN, MOST_OFFSET_IN)
    .default(0)
    .describe('Everything is printed that far down, in inches.'),
  darkness: z
    .int()
    .min(0)
    .max(30)
    .nullable()
    .default(null)
    .describe('0 to 30; null leaves the darkness to the setting of the printer.'),
  is_default: z.boolean().default(false).describe('True for the printer of Quick Print; a location has at most one.'),
};
const printerIn = z.object(setting);
export type PrinterSent = z.input<typeof printerIn>;
export type PrinterFields = z.output<typeof printerIn>;

const printer = z
  .object({
    id: z.int().meta({ description: 'Id of the printer.', examples: [3] }),
    location_id: locationId,
    name: z.string().meta({ description: 'Name.', examples: ['Counter Zebra'] }),
    host: z.string().meta({ description: 'Address or name in the network of the shop.', examples: ['192.168.1.50'] }),
    port: z.int().describe('Port for raw printing.'),
    language: z.literal('zpl').describe('Language of the printer: ZPL II.'),
    dpi: setting.dpi,
    width: z.number().describe('Width of the labels in it, in inches.'),
    height: z.number().describe('Height of the labels in it, in inches.'),
    offset_x: z.number().describe('Everything is printed that far to the right, in inches.'),
    offset_y: z.number().describe('Everything is printed that far down, in inches.'),
    darkness: z.int().nullable().describe('0 to 30; null for the setting of the printer.'),
    is_default: z.boolean().describe('True for the printer of Quick Print.'),
    version: z.int().describe('Grows with every change; send it back as `expected_version`.'),
    updated_at: instant.describe('Time of the last change.'),
  })
  .meta({ id: 'LabelPrinter', description: 'A label printer in the network of a location.' });
export type LabelPrinter = z.output<typeof printer>;

const EXAMPLE = {
  name: 'Counter Zebra',
  host: '192.168.1.50',
  dpi: 203,
  width: 2.25,
  height: 1.25,
  is_default: true,
} as const;

export const labelPrintersRoute = route({
  name: 'labelPrinters',
  method: 'GET',
  path: PRINTERS,
  access: 'see-stock',
  summary: 'Label printers of the location',
  description: 'By name.',
  tags: TAGS,
  reply: success({ data: z.array(printer).describe('Printers.') }),
  refusals: ['location_required'],
});

export const createLabelPrinterRoute = route({
  name: 'createLabelPrinter',
  method: 'POST',
  path: PRINTERS,
  access: 'manage-tills',
  idempotency: 'required',
  summary: 'Add a label printer',
  description: 'Adds a printer to the location of the caller. It is not contacted; print a test label to try it.',
  tags: TAGS,
  status: 201,
  body: printerIn,
  reply: success({ data: printer }),
  refusals: ['location_required', 'not_valid', 'label_printer_exists'],
  example: { body: EXAMPLE },
});

export const changeLabelPrinterRoute = route({
  name: 'changeLabelPrinter',
  method: 'PUT',
  path: `${PRINTERS}/:id`,
  access: 'manage-tills',
  summary: 'Change a label printer',
  description:
    'Replaces all of its settings. Labels that wait already are printed as they were sent. If the version is not the present one, nothing is saved.',
  tags: TAGS,
  params: idParams,
  body: printerIn.extend({
    expected_version: id.meta({ description: 'The version that the caller saw.', examples: [1] }),
  }),
  reply: success({ data: printer }),
  refusals: ['location_required', 'not_found', 'not_valid', 'changed_meanwhile', 'label_printer_exists'],
  example: {
    after: 'labelPrinters',
    params: { id: from('/data/0/id', 3) },
    body: { ...EXAMPLE, darkness: 15, expected_version: 1 },
  },
});

export const deleteLabelPrinterRoute = route({
  name: 'deleteLabelPrinter',
  method: 'DELETE',
  path: `${PRINTERS}/:id`,
  access: 'manage-tills',
  summary: 'Delete a label printer',
  description:
    'Refused while it prints. Labels that wait for it are not printed any more, and its prints leave the queue.',
  tags: TAGS,
  params: idParams,
  query: z.object({ expected_version: versionText }),
  reply: success({ id: z.int().describe('Id of the printer.') }),
  refusals: ['location_required', 'not_found', 'changed_meanwhile', 'status_conflict'],
  example: { after: 'labelPrinters', params: { id: from('/data/0/id', 3) }, query: {} },
});

export const JOB_STATES = ['waiting', 'printing', 'unsure', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

const job = z
  .object({
    id: z.int().meta({ description: 'Id of the job.', examples: [12] }),
    location_id: locationId,
    printer_id: z.int().meta({ description: 'Id of the printer.', examples: [3] }),
    printer: z.string().meta({ description: 'Name of the printer.', examples: ['Counter Zebra'] }),
    title: z.string().meta({ description: 'Labels in words.', examples: ['Blue Ridge Mist and 2 more'] }),
    copies: z.int().describe('Number of labels.'),
    printed: z
      .int()
      .describe('Labels that came out, as the printer said last. In an unsure or cancelled job there may be more.'),
    state: z
      .enum(JOB_STATES)
      .describe(
        '`unsure`: labels were sent and the printer did not say what became of them. A person looks and says so; nothing is printed twice by itself.',
      ),
    reason: z
      .string()
      .nullable()
      .describe('A sentence about why it waits, failed or is unsure; null when all is well.'),
    cancelling: z.boolean().describe('True when a cancellation was asked for during the print.'),
    version: z.int().describe('Grows with every change of the state; send it back as `expected_version`.'),
    created_by: z.string().meta({ description: 'Name of the person who sent it.', examples: ['Sam Staff'] }),
    queued_at: instant.describe('Time when it was sent to the queue.'),
    finished_at: instant.nullable().describe('Time of its end; null while it is open.'),
    stale: z
      .boolean()
      .optional()
      .describe(
        'True when it is too old to be printed again, because prices may have changed. A former build leaves it out.',
      ),
  })
  .meta({ id: 'LabelPrintJob', description: 'Labels for a label printer.' });
export type LabelPrintJob = z.output<typeof job>;

/** Of labels whose prices may have changed since they were drawn. */
export const STALE_LABELS =
  'These labels are more than 12 hours old, so prices may have changed. Make them anew if they are still wanted.';

export const labelQueueRoute = route({
  name: 'labelQueue',
  method: 'GET',
  path: QUEUE,
  access: 'see-stock',
  summary: 'Print queue of the location',
  description: 'All open jobs, and the last 50 that ended; newest first.',
  tags: TAGS,
  reply: success({ data: z.array(job).describe('Jobs.') }),
  refusals: ['location_required'],
});

export const printLabelsRoute = route({
  name: 'printLabels',
  method: 'POST',
  path: `${PRINTERS}/:id/jobs`,
  access: 'see-stock',
  idempotency: 'required',
  summary: 'Print labels on a label printer',
  description:
    'Puts labels into the queue of a printer, drawn for its dots. The template must be a roll that is not larger than the labels in the printer. `prints` are recorded as printed labels once they were printed.',
  tags: TAGS,
  status: 201,
  params: idParams,
  bodyLimitBytes: LARGE_BODY_BYTES,
  body: z.object({
    ...printedLabels,
    prints: z.array(printIn).max(MOST_LABELS).default([]).describe('Products and prices on the labels, to record.'),
  }),
  reply: success({ data: job }),
  refusals: ['location_required', 'not_found', 'not_valid'],
  example: {
    after: 'labelPrinters',
    params: { id: from('/data/0/id', 3) },
    body: {
      template: toWireTemplate(roll(2, 1, 9)),
      labels: [{ name: 'Blue Ridge Mist', barcode: { symbology: 'code128', text: 'FLW-001' }, copies: 10 }],
    },
  },
});

export const testLabelPrinterRoute = route({
  name: 'testLabelPrinter',
  method: 'POST',
  path: `${PRINTERS}/:id/test`,
  access: 'manage-tills',
  idempotency: 'required',
  summary: 'Print a test label',
  description: 'Puts one label with a border and a barcode into the queue of a printer.',
  tags: TAGS,
  status: 201,
  params: idParams,
  reply: success({ data: job }),
  refusals: ['location_required', 'not_found', 'not_valid'],
  example: { after: 'labelPrinters', params: { id: from('/data/0/id', 3) } },
});

export const settleLabelJobRoute = route({
  name: 'settleLabelJob',
  method: 'POST',
  path: `${QUEUE}/:id`,
  access: 'see-stock',
  idempotency: 'required',
  summary: 'Cancel, repeat or settle a print',
  description:
    '`cancel` ends a job that is not done; one that prints stops when the printer allows it. `retry` prints a failed, unsure or cancelled one again, whole, unless it is more than 12 hours old. `printed` says of an unsure one that its labels came out. If the version is not the present one, nothing changes.',
  tags: TAGS,
  params: idParams,
  body: z.object({
    action: z.enum(['cancel', 'retry', 'printed']).describe('Action.'),
    expected_version: id.meta({ description: 'The version that the caller saw.', examples: [1] }),
  }),
  reply: success({ data: job }),
  refusals: ['location_required', 'not_found', 'changed_meanwhile', 'status_conflict', 'product_unknown'],
  example: {
    after: 'labelQueue',
    params: { id: from('/data/0/id', 12) },
    body: { action: 'cancel', expected_version: 1 },
  },
});
export type JobAction = 'cancel' | 'retry' | 'printed';
