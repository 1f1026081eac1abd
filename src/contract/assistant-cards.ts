import { z } from 'zod';
import { instant, text } from './wire.ts';

/** Parameters of a tool, by name. */
export const toolParameters = z
  .record(
    text(60),
    z.union([text(500), z.number(), z.boolean(), z.null(), z.array(z.union([text(200), z.number()])).max(100)]),
  )
  .meta({ id: 'ToolParameters', description: 'Parameters of the tool.', examples: [{ days: 7 }] });

/** Format of a figure of a card. Money is text with two decimals; a share is in percent. */
export const CELL_KINDS = ['text', 'money', 'quantity', 'number', 'percent', 'day', 'instant'] as const;

const cell = z.union([z.string(), z.number(), z.null()]);

/** Views that can open the rows of a card. */
const CARD_VIEWS = [
  'orders',
  'products',
  'adjustments',
  'history',
  'customers',
  'purchasing',
  'menu',
  'labels',
] as const;

export const DRAFT_KINDS = [
  'purchase_order',
  'product_fields',
  'price_change',
  'menu_layout',
  'count_list',
  'label_sheet',
] as const;
export type DraftKind = (typeof DRAFT_KINDS)[number];
/** `proposed` may be decided; `approved` may be undone; the others stay as they are. */
const DRAFT_STATES = ['proposed', 'approved', 'rejected', 'undone', 'lapsed'] as const;

export const draft = z
  .object({
    id: z.int().describe('Id of the draft.'),
    kind: z.enum(DRAFT_KINDS).describe('Kind of change.'),
    title: z
      .string()
      .meta({ description: 'The change in a few words.', examples: ['Purchase order to Catawba Farms, 3 items'] }),
    reason: z.string().describe('Reason that the assistant gives.'),
    state: z.enum(DRAFT_STATES).describe('State of the draft.'),
    location: z.string().describe('Name of the location that it changes.'),
    changes: z
      .array(
        z.object({
          item: z.string().describe('Name of the record that changes.'),
          field: z.string().describe('Name of the value that changes.'),
          before: z.string().describe('Present value; empty for something new.'),
          after: z.string().describe('Value after approval.'),
        }),
      )
      .describe('Values before and after.'),
    may_approve: z.boolean().describe('True if the role of the caller allows the approval.'),
    why_not: z.string().describe('Reason why the caller may not approve it; empty if they may.'),
    result: z
      .object({
        label: z.string().describe('Name of the record that was made.'),
        view: z.enum(CARD_VIEWS).describe('View that shows it.'),
        id: z.int().describe('Id of the record.'),
        items: z
          .array(
            z.object({
              product_id: z.int().describe('Id of the product.'),
              variation_id: z.int().nullable().describe('Id of the variation; null for a simple product.'),
              quantity: z.number().nullable().describe('Number of labels; null in a count list.'),
            }),
          )
          .optional()
          .describe('Items with which the count list or label sheet opens.'),
      })
      .nullable()
      .describe('Record that the approval made; null before.'),
    created_at: instant.describe('Time of the draft.'),
    decided_at: instant.nullable().describe('Time of the decision; null before.'),
    decided_by: z.string().describe('Person who decided; empty before.'),
  })
  .meta({ id: 'AssistantDraft', description: 'A change that the assistant proposes. Only a person approves it.' });
export type Draft = z.output<typeof draft>;

/** A tool's parameters and the rows that it found. Figures of an answer can be traced to them. */
export const toolCard = z
  .object({
    tool: z.string().meta({ description: 'Name of the tool.', examples: ['sales_summary'] }),
    title: z.string().meta({ description: 'The query in words.', examples: ['Sales by category, 16 to 22 Nov'] }),
    parameters: toolParameters,
    location: z.string().describe('Name of the location of the rows; empty for all or none.'),
    columns: z
      .array(
        z.object({
          key: z.string().describe('Name in the rows.'),
          label: z.string().describe('Heading.'),
          kind: z.enum(CELL_KINDS).describe('Format of the value.'),
          sorted: z
            .enum(['ascending', 'descending'])
            .optional()
            .describe('Present on the column by which the rows are ordered.'),
          personal: z.boolean().optional().describe('Present on a column that may name customers.'),
        }),
      )
      .describe('Columns, in order.'),
    rows: z.array(z.record(z.string(), cell)).describe('Rows, 200 at most.'),
    facts: z
      .array(
        z.object({
          label: z.string().describe('Name of the figure.'),
          value: cell.describe('The figure.'),
          kind: z.enum(CELL_KINDS).describe('Format of the value.'),
        }),
      )
      .describe('Totals and other single figures.'),
    total: z.int().describe('Rows found.'),
    shown: z.int().describe('Rows in the card.'),
    note: z.string().meta({
      description: 'Note about rows that are left out; empty if none are.',
      examples: ['showing 200 of 4,112'],
    }),
    ms: z.int().describe('Duration in milliseconds.'),
    open: z
      .object({
        view: z.enum(CARD_VIEWS).describe('The view.'),
        label: z.string().meta({ description: 'Words of the link.', examples: ['Open in Orders'] }),
        filter: z
          .record(z.string(), z.string())
          .meta({ description: 'The same filter, as the list of that view takes it.', examples: [{ quick: 'today' }] }),
      })
      .nullable()
      .describe('View that shows the same rows; null for none.'),
    draft: draft.nullable().describe('Draft that the tool made; null for a tool that only reads.'),
    error: z.string().describe('Reason why there are no rows; empty on success.'),
  })
  .meta({ id: 'ToolCard', description: "A tool's parameters and the rows that it found." });
export type ToolCard = z.output<typeof toolCard>;

/** The column that names a customer, by the tool of the card. */
export const CUSTOMER_NAMED = { customers: 'name', find_orders: 'buyer' } as const;

export type CellKind = (typeof CELL_KINDS)[number];
