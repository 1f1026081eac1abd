import { z } from 'zod';
import { isEncodable, SYMBOLOGIES } from '#domain/labels/barcode.ts';
import { type Calibration, MOST_OFFSET_PT, SCALE_BOUNDS } from '#domain/labels/calibration.ts';
import { PRINTED_MAX_LENGTH } from '#domain/labels/lines.ts';
import { MOST_PRINTED } from '#domain/labels/pages.ts';
import { type LabelTemplate, perPage, TEMPLATES } from '#domain/labels/template.ts';
import { route } from './route.ts';
import { text } from './wire.ts';

const inches = z.number().min(0).max(50);
const count = z.int().min(1).max(500);

/** A template as files and calls have it. Measures in inches, text in points. */
export const labelTemplate = z
  .object({
    template_name: text(80)
      .min(1)
      .meta({ description: 'Name.', examples: ['Avery 5160 (30-up)'] }),
    page: z
      .object({
        size: z.enum(['letter', 'roll']).describe('A sheet of paper, or a roll on which each label is a page.'),
        width: inches.describe('Width of the page, in inches.'),
        height: inches.describe('Height of the page.'),
        margin_left: inches.describe('From the left edge to the first label.'),
        margin_top: inches.describe('From the top edge to the first label.'),
      })
      .describe('The page.'),
    grid: z
      .object({
        rows: count.describe('Labels down the page.'),
        columns: count.describe('Labels across the page.'),
        horizontal_pitch: inches.describe('From the left edge of a label to that of the next one.'),
        vertical_pitch: inches.describe('From the top edge of a label to that of the next one.'),
        label_width: inches.describe('Width of a label.'),
        label_height: inches.describe('Height of a label.'),
      })
      .describe('Positions of the labels.'),
    label_style: z
      .object({
        corner_radius: inches.describe('Radius of its corners.'),
        safe_padding: inches.describe('From the edge of a label to what is printed on it.'),
      })
      .describe('The label.'),
    text_style: z
      .object({
        font_size_pt: z.number().min(1).max(200).describe('Size of the text, in points. What does not fit shrinks.'),
        line_height_em: z.number().min(0.5).max(5).describe('Height of a line, as a multiple of its size.'),
        align: z.enum(['left', 'center']).describe('Alignment of the lines.'),
        color: z.literal('#000000').default('#000000').describe('Labels are printed in black.'),
        font_family: z
          .enum(['Roboto', 'Helvetica'])
          .default('Roboto')
          .describe('Font. Helvetica is drawn in Roboto, which has more letters and is available everywhere.'),
      })
      .describe('The text.'),
    data_mapping: z
      .object({ records_per_page: z.int().min(1).max(250_000).describe('Rows times columns; not read.') })
      .optional()
      .describe('Number of labels on a page.'),
  })
  .meta({ id: 'LabelTemplate', description: 'Measures of labels on a page, in inches.' });
export type WireLabelTemplate = z.output<typeof labelTemplate>;

export function toWireTemplate(template: LabelTemplate): WireLabelTemplate {
  const { name, page, grid, style, text: set } = template;
  return {
    template_name: name,
    page: {
      size: page.size,
      width: page.widthIn,
      height: page.heightIn,
      margin_left: page.marginLeftIn,
      margin_top: page.marginTopIn,
    },
    grid: {
      rows: grid.rows,
      columns: grid.columns,
      horizontal_pitch: grid.horizontalPitchIn,
      vertical_pitch: grid.verticalPitchIn,
      label_width: grid.labelWidthIn,
      label_height: grid.labelHeightIn,
    },
    label_style: { corner_radius: style.cornerRadiusIn, safe_padding: style.safePaddingIn },
    text_style: {
      font_size_pt: set.sizePt,
      line_height_em: set.lineHeightEm,
      align: set.align,
      color: '#000000',
      font_family: 'Roboto',
    },
    data_mapping: { records_per_page: perPage(template) },
  };
}

export function fromWireTemplate(id: string, wire: WireLabelTemplate): LabelTemplate {
  const { page, grid, label_style: style, text_style: set } = wire;
  return {
    id,
    name: wire.template_name,
    page: {
      size: page.size,
      widthIn: page.width,
      heightIn: page.height,
      marginLeftIn: page.margin_left,
      marginTopIn: page.margin_top,
    },
    grid: {
      rows: grid.rows,
      columns: grid.columns,
      horizontalPitchIn: grid.horizontal_pitch,
      verticalPitchIn: grid.vertical_pitch,
      labelWidthIn: grid.label_width,
      labelHeightIn: grid.label_height,
    },
    style: { cornerRadiusIn: style.corner_radius, safePaddingIn: style.safe_padding },
    text: { sizePt: set.font_size_pt, lineHeightEm: set.line_height_em, align: set.align },
  };
}

const MOST_LABELS = 3000;

const barcode = z
  .object({
    symbology: z.enum(SYMBOLOGIES).describe('Kind of barcode.'),
    text: text(48).meta({ description: 'Content of the barcode.', examples: ['FLW-001'] }),
  })
  .refine(isEncodable, 'The barcode cannot carry this text')
  .meta({ id: 'LabelBarcode', description: 'A barcode on a label.' });

const printedLabel = z
  .object({
    name: text(PRINTED_MAX_LENGTH).meta({ description: 'First line.', examples: ['Blue Ridge Mist'] }),
    lines: z
      .array(
        z.object({
          text: text(PRINTED_MAX_LENGTH).meta({ description: 'Text.', examples: ['Type: Hybrid • THCA: 24.6%'] }),
          strong: z.boolean().default(false).describe('Set in a heavier weight, as a price is.'),
        }),
      )
      .max(12)
      .default([])
      .describe('Lines below it.'),
    barcode: barcode.nullable().default(null).describe('Its barcode; null for none.'),
    copies: z.int().min(1).max(MOST_PRINTED).default(1).describe('Number of copies.'),
  })
  .meta({ id: 'PrintedLabel', description: 'Content of a label and the number of copies.' });

const calibration = z
  .object({
    offset_x_pt: z.number().min(-MOST_OFFSET_PT).max(MOST_OFFSET_PT).describe('To the right, in points.'),
    offset_y_pt: z.number().min(-MOST_OFFSET_PT).max(MOST_OFFSET_PT).describe('Down, in points.'),
    scale: z.number().min(SCALE_BOUNDS.least).max(SCALE_BOUNDS.most).describe('1 changes nothing.'),
  })
  .meta({ id: 'LabelCalibration', description: 'Correction for a printer that prints beside the labels.' });

export function toWireCalibration({ offsetXPt, offsetYPt, scale }: Calibration): z.output<typeof calibration> {
  return { offset_x_pt: offsetXPt, offset_y_pt: offsetYPt, scale };
}

/** Labels with their template, as they are sent to be drawn. */
export const printedLabels = {
  template: labelTemplate,
  labels: z
    .array(printedLabel)
    .min(1)
    .max(MOST_LABELS)
    .refine(
      (labels) => labels.reduce((sum, { copies }) => sum + copies, 0) <= MOST_PRINTED,
      `At most ${MOST_PRINTED} labels are printed at once`,
    )
    .describe('Labels, in order.'),
  show_borders: z.boolean().default(false).describe('A line around each label.'),
  show_logo: z.boolean().default(false).describe('The logo in its corner.'),
};

export const labelsPdfRoute = route({
  name: 'labelsPdf',
  method: 'POST',
  path: '/api/labels/pdf',
  access: 'see-stock',
  idempotency: 'safe',
  summary: 'Labels as PDF',
  description:
    'Pages of labels in the measures of a template, to print at actual size. Text that does not fit is made smaller, then cut; a barcode that could not be scanned is left out. Refusals are JSON as everywhere.',
  tags: ['Labels'],
  body: z.object({
    ...printedLabels,
    start: z.int().min(0).max(499).default(0).describe('Number of labels of the first page that are used already.'),
    ruler: z.boolean().default(false).describe('True to print an inch to measure above the labels of a sheet.'),
    calibration: calibration.default({ offset_x_pt: 0, offset_y_pt: 0, scale: 1 }),
  }),
  reply: z.string(),
  refusals: ['not_valid'],
  example: {
    body: {
      template: toWireTemplate(TEMPLATES[0]),
      labels: [
        {
          name: 'Blue Ridge Mist',
          lines: [{ text: 'Type: Hybrid • THCA: 24.6%' }, { text: '3.5 g • $40.00', strong: true }],
          barcode: { symbology: 'code128', text: 'FLW-001' },
          copies: 10,
        },
      ],
      ruler: true,
    },
  },
  media: 'application/pdf',
});
