import { z } from 'zod';
import { generatePurchaseOrderRoute } from '#contract/purchasing-changes.ts';
import type { BodySent } from '#contract/route.ts';
import { type Cents, formatMoney } from '#domain/money.ts';
import { toMilli, toQuantityNumber } from '#domain/quantity.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { emit } from '#web/api/events.ts';
import { ownerNow } from '#web/api/commands/commands.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { keyAfterRefusal } from '#web/api/commands/outcome.ts';
import { beginnerOf, isOwnedBy } from '#web/api/commands/record.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { SEND_TIMEOUT_MS } from '../audit/audit-command.ts';
import { itemOfKey, type PendingRestocks } from '../pending/pending.ts';
import { putPendingBack, settlePending } from '../pending/pending-store.ts';
import { goTo } from '../purchasing/purchasing-state.ts';
import type { ChosenSupplier } from './supplier-field.tsx';

/** The goods are here already, or they are received when they come. */
export type Delivery = 'received' | 'later';

const restockMemo = z.object({
  supplierName: z.string(),
  isNewSupplier: z.boolean(),
  notes: z.string(),
  delivery: z.enum(['received', 'later']),
  costs: z.map(z.string(), z.string()),
  restocks: z.map(z.string(), z.int().transform(toMilli)),
});

/** A restock as it was sent. */
export interface RestockMemo {
  readonly supplierName: string;
  /** Somebody chose to add this supplier, rather than an existing one. */
  readonly isNewSupplier: boolean;
  readonly notes: string;
  readonly delivery: Delivery;
  /** The typed unit cost of each item. */
  readonly costs: ReadonlyMap<string, string>;
  readonly restocks: PendingRestocks;
}

interface OrderDraft {
  readonly supplier: ChosenSupplier;
  readonly notes: string;
  readonly costs: ReadonlyMap<string, string>;
}

/** The typed fields, kept when the form is closed and cleared when the order is made. */
export const useOrderDraft = perOwner<OrderDraft>(() => ({
  supplier: { name: '', isNew: false },
  notes: '',
  costs: new Map(),
}));

/** @param unitCosts per item; an unknown cost is 0 */
export function restockBody(
  { supplierName, isNewSupplier, notes, delivery, restocks }: RestockMemo,
  unitCosts: ReadonlyMap<string, Cents>,
  locationId: number,
): BodySent<typeof generatePurchaseOrderRoute> {
  return {
    supplier_name: supplierName,
    new_supplier: isNewSupplier,
    location_id: locationId,
    notes,
    receive_now: delivery === 'received',
    mark_ordered: delivery === 'later',
    items: [...restocks].map(([key, quantity]) => {
      const { productId, variationId } = itemOfKey(key);
      const cost = unitCosts.get(key);
      return {
        product_id: productId,
        variation_id: variationId,
        quantity: toQuantityNumber(quantity),
        ...(cost !== undefined && { unit_cost: formatMoney(cost) }),
      };
    }),
  };
}

function readMemo(kept: unknown): RestockMemo | null {
  const read = restockMemo.safeParse(kept);
  return read.success ? read.data : null;
}

/**
 * Makes a purchase order of the pending restock and, if needed, its supplier. It is one call, done once or not at all.
 */
export const restockCommand: CommandDefinition<typeof generatePurchaseOrderRoute, RestockMemo> = {
  kind: 'restock',
  route: generatePurchaseOrderRoute,
  readMemo,
  timeoutMs: SEND_TIMEOUT_MS,
  onOutcome: (outcome, command) => {
    const restocks: PendingRestocks = readMemo(command.memo)?.restocks ?? new Map();
    const beginner = beginnerOf(command);
    const isHere = isOwnedBy(command, ownerNow());
    if (outcome.kind === 'refused') {
      putPendingBack(beginner, { restocks }, command.key, keyAfterRefusal(outcome.error, command.key));
      if (isHere) toast.error(`Failed to create purchase order: ${sentenceOf(outcome.error)}`);
      return;
    }
    settlePending(beginner, 'restocks', command.key);
    fetchAgain('restock');
    if (isOwnedBy({ owner: beginner }, ownerNow())) useOrderDraft.setState(useOrderDraft.getInitialState());
    if (!isHere) return;
    if (outcome.kind === 'done') {
      const { id, po_number: number } = outcome.reply.data;
      toast.success(`Success, purchase order ${number} created`, {
        label: 'Show',
        onPress() {
          goTo('orders', { kind: 'order', id });
          emit('showInView', { view: 'adjustments', stockTab: 'purchase-orders' });
        },
      });
    } else toast.error('The purchase order was saved, but not as it was sent. Look at it before you restock again.');
  },
};
