import { z } from 'zod';
import type { Applied } from '../queries.ts';
import { itemAsked, itemsWords, requireItems } from './items.ts';
import { kind, reason } from './kind.ts';

type ListedItems = NonNullable<Applied['result']['items']>;

const MOST_ITEMS = 200;
const name = z.string().trim().max(100).default('').describe('Name of the list; made up when left out.');

/** A list changes nothing in the shop: approved, it is kept with its draft, and the view that works with it opens it. */
const kept = (view: 'adjustments' | 'labels') => ({
  apply: (_: unknown, { title, items }: { title: string; items: ListedItems }, draftId: number) =>
    Promise.resolve({ result: { label: title, view, id: draftId, items }, undo: null }),
  undo: () => Promise.resolve(),
});

export const countList = kind({
  kind: 'count_list',
  tool: 'draft_count_list',
  description:
    'Prepares a list of items to be counted at the location of the person, which they approve or turn down. Approved, it opens in the Inventory Manager, where they count with these items only or print a count sheet. Take ids from find_products, stock, low_stock or discrepancies.',
  permission: 'adjust-stock',
  parameters: z.object({
    items: z.array(z.object(itemAsked)).min(1).max(MOST_ITEMS).describe('What is to be counted.'),
    name,
    reason,
  }),
  propose: async (db, staff, { items: wanted, name: named }) => {
    const { items } = await requireItems(db, staff, wanted);
    const title = `${named || 'Count list'}, ${itemsWords(items.length)}`;
    return {
      title,
      content: {
        title,
        items: items.map(({ item }) => ({
          product_id: item.product_id,
          variation_id: item.variation_id,
          quantity: null,
        })),
      },
      changes: items.map(({ item }) => ({
        item: item.name,
        field: 'To count',
        before: `${item.stock} on the books`,
        after: 'to be counted',
      })),
    };
  },
  ...kept('adjustments'),
});

export const labelSheet = kind({
  kind: 'label_sheet',
  tool: 'draft_label_sheet',
  description:
    'Prepares labels of items, a number of each, which the person approves or turns down. Approved, they open in the view of the labels, where the person chooses the sheet and prints. Take ids from find_products or stock.',
  permission: 'see-stock',
  parameters: z.object({
    items: z
      .array(z.object({ ...itemAsked, copies: z.int().min(1).max(500).default(1).describe('How many labels of it.') }))
      .min(1)
      .max(MOST_ITEMS)
      .describe('What labels are wanted for.'),
    name,
    reason,
  }),
  propose: async (db, staff, { items: wanted, name: named }) => {
    const { items } = await requireItems(db, staff, wanted);
    const labels = items.reduce((sum, { asked }) => sum + asked.copies, 0);
    const count = `${labels.toLocaleString('en-US')} ${labels === 1 ? 'label' : 'labels'}`;
    const title = `${named || 'Label sheet'}, ${count} of ${itemsWords(items.length)}`;
    return {
      title,
      content: {
        title,
        items: items.map(({ item, asked }) => ({
          product_id: item.product_id,
          variation_id: item.variation_id,
          quantity: asked.copies,
        })),
      },
      changes: items.map(({ item, asked }) => ({
        item: item.name,
        field: 'Labels',
        before: '',
        after: String(asked.copies),
      })),
    };
  },
  ...kept('labels'),
});
