import { z } from 'zod';
import { instant, text } from './wire.ts';

/** What a tool is asked, by name. */
export const toolParameters = z
  .record(
    text(60),
    z.union([text(500), z.number(), z.boolean(), z.null(), z.array(z.union([text(200), z.number()])).max(100)]),
  )
  .meta({ id: 'ToolParameters', description: 'What the tool is asked.', examples: [{ days: 7 }] });

/** How a figure of a card is written. Money is text with two decimals, a share is in percent. */
export const CELL_KINDS = ['text', 'money', 'quantity', 'number', 'percent', 'day', 'instant'] as const;

const cell = z.union([z.string(), z.number(), z.null()]);

/** The views in which the rows of a card can be opened. */
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
    kind: z.enum(DRAFT_KINDS).describe('What it would do.'),
    title: z.string().meta({ description: 'In a few words.', examples: ['Purchase order to Catawba Farms, 3 items'] }),
    reason: z.string().describe('Why the assistant proposes it.'),
    state: z.enum(DRAFT_STATES).describe('Where it stands.'),
    location: z.string().describe('The shop that it is for.'),
    changes: z
      .array(
        z.object({
          item: z.string().describe('What changes.'),
          field: z.string().describe('Which of its values.'),
          before: z.string().describe('What it is; empty for something new.'),
          after: z.string().describe('What it would be.'),
        }),
      )
      .describe('Before and after.'),
    may_approve: z.boolean().describe('Whether the role of the caller allows it.'),
    why_not: z.string().describe('Why the caller may not approve it; empty when they may.'),
    result: z
      .object({
        label: z.string().describe('What was made.'),
        view: z.enum(CARD_VIEWS).describe('Where it is.'),
        id: z.int().describe('Its id there.'),
        items: z
          .array(
            z.object({
              product_id: z.int().describe('Id of the product.'),
              variation_id: z.int().nullable().describe('Id of the variation; null for a simple product.'),
              quantity: z.number().nullable().describe('How many labels; null in a count list.'),
            }),
          )
          .optional()
          .describe('What a count list or a label sheet opens with there.'),
      })
      .nullable()
      .describe('What approval made; null before.'),
    created_at: instant.describe('When it was drafted.'),
    decided_at: instant.nullable().describe('When somebody decided.'),
    decided_by: z.string().describe('Who decided; empty before.'),
  })
  .meta({ id: 'AssistantDraft', description: 'A change that the assistant proposes. Only a person approves it.' });
export type Draft = z.output<typeof draft>;

/** The rows that a tool found, and what it was asked: what figures of an answer can be traced to. */
export const toolCard = z
  .object({
    tool: z.string().meta({ description: 'Name of the tool.', examples: ['sales_summary'] }),
    title: z.string().meta({ description: 'What was asked.', examples: ['Sales by category, 16 to 22 Nov'] }),
    parameters: toolParameters,
    location: z.string().describe('The shop whose rows they are; empty for all or none.'),
    columns: z
      .array(
        z.object({
          key: z.string().describe('Name in the rows.'),
          label: z.string().describe('Heading.'),
          kind: z.enum(CELL_KINDS).describe('How it is written.'),
        }),
      )
      .describe('Columns, in order.'),
    rows: z.array(z.record(z.string(), cell)).describe('Rows, 200 at most.'),
    facts: z
      .array(
        z.object({
          label: z.string().describe('What it is.'),
          value: cell.describe('The figure.'),
          kind: z.enum(CELL_KINDS).describe('How it is written.'),
        }),
      )
      .describe('Totals and other single figures.'),
    total: z.int().describe('Rows found.'),
    shown: z.int().describe('Rows in the card.'),
    note: z.string().meta({ description: 'Said when rows are left out.', examples: ['showing 200 of 4,112'] }),
    ms: z.int().describe('How long it took.'),
    open: z
      .object({
        view: z.enum(CARD_VIEWS).describe('The view.'),
        label: z.string().meta({ description: 'Words of the link.', examples: ['Open in Orders'] }),
        filter: z
          .record(z.string(), z.string())
          .meta({ description: 'The same filter, as the list of that view takes it.', examples: [{ quick: 'today' }] }),
      })
      .nullable()
      .describe('Where the same rows can be seen; null for nowhere.'),
    draft: draft.nullable().describe('What the tool drafted; null for a tool that reads.'),
    error: z.string().describe('Why there are no rows; empty when it went well.'),
  })
  .meta({ id: 'ToolCard', description: 'What a tool was asked and what it found.' });
export type ToolCard = z.output<typeof toolCard>;
export type CellKind = (typeof CELL_KINDS)[number];
