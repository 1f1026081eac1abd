import { sql } from 'kysely';
import { z } from 'zod';
import { fromQuantityNumber, toMilli } from '#domain/quantity.ts';
import { quantityWords } from '#domain/unit.ts';
import { createPurchaseOrder, deletePurchaseOrder, getPurchaseOrder } from '#server/modules/purchasing/service.ts';
import { Refusal } from '#server/refusal.ts';
import { itemAsked, itemsWords, requireItems } from './items.ts';
import { id, kind, reason } from './kind.ts';

export const purchaseOrder = kind({
  kind: 'purchase_order',
  tool: 'draft_purchase_order',
  description:
    'Prepares a purchase order for the location of the person, which they approve or turn down. Take ids from find_products, stock or low_stock, and from suppliers. Costs are filled in from the last ones.',
  permission: 'adjust-stock',
  parameters: z.object({
    supplier_id: id.describe('Id of the supplier.'),
    items: z
      .array(
        z.object({
          ...itemAsked,
          quantity: z.number().positive().max(999_999).describe('How much to order.'),
        }),
      )
      .min(1)
      .max(100)
      .describe('What to order.'),
    notes: z.string().max(1000).default('').describe('Notes on the order.'),
    reason,
  }),
  propose: async (db, staff, { supplier_id: supplierId, items: wanted, notes }) => {
    const { rows: suppliers } = await sql<{ name: string }>`
      SELECT name FROM suppliers WHERE id = ${supplierId} AND status = 'active'`.execute(db);
    const [supplier] = suppliers;
    if (!supplier) throw new Refusal('supplier_unknown', `There is no supplier ${supplierId}.`);
    const { items } = await requireItems(db, staff, wanted);
    return {
      title: `Purchase order to ${supplier.name}, ${itemsWords(items.length)}`,
      content: {
        supplier_id: supplierId,
        notes,
        items: items.map(({ item, asked }) => ({
          product_id: item.product_id,
          variation_id: item.variation_id,
          quantity_milli: Math.round(asked.quantity * 1000),
        })),
      },
      changes: [
        ...items.map(({ item, asked }) => ({
          item: item.name,
          field: 'To order',
          before: `${item.stock} in stock`,
          after: quantityWords(fromQuantityNumber(asked.quantity), item.unit),
        })),
        ...(notes.trim() === '' ? [] : [{ item: 'Notes', field: 'Notes', before: '', after: notes }]),
      ],
    };
  },
  apply: async ({ tx, staff, emit }, content, draftId) => {
    const order = await createPurchaseOrder(tx, staff, {
      supplier_id: content.supplier_id,
      notes: content.notes.trim() === '' ? `Drafted by the assistant (${draftId}).` : content.notes,
      items: content.items.map(({ product_id, variation_id, quantity_milli }) => ({
        product_id,
        variation_id,
        quantity_ordered: toMilli(quantity_milli),
      })),
    });
    emit({ type: 'purchasing', location_id: order.location_id, purchase_order_id: order.id });
    return {
      result: { label: `Purchase order ${order.po_number}`, view: 'purchasing', id: order.id },
      undo: { id: order.id, version: order.version },
    };
  },
  undo: async ({ tx, staff, emit }, { id: orderId, version }, draftId) => {
    const order = await getPurchaseOrder(tx, staff, orderId);
    if (order.version !== version)
      throw new Refusal('changed_meanwhile', `Somebody changed ${order.po_number} since: look at it there.`);
    await deletePurchaseOrder(tx, staff, orderId, { reason: `Draft ${draftId} of the assistant was undone` });
    emit({ type: 'purchasing', location_id: order.location_id, purchase_order_id: order.id });
  },
});
