import { generatePurchaseOrderRoute, type PurchaseOrder } from '#contract/purchasing.ts';
import type { BodySent } from '#contract/route.ts';
import { createSupplierRoute, type Supplier } from '#contract/suppliers.ts';
import { type Cents, formatMoney } from '#domain/money.ts';
import { toQuantityNumber } from '#domain/quantity.ts';
import { call } from '#web/api/call.ts';
import { isCallError, sentenceOf } from '#web/api/call-error.ts';
import { queryClient } from '#web/api/query-client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { toast } from '#web/ui/toast.tsx';
import { itemOfKey, type PendingRestocks } from './pending.ts';
import { pendingNow } from './pending-store.ts';
import { suppliersChanged, updateOrder } from './purchasing/purchasing-queries.ts';
import { createSubmission, SEND_TIMEOUT_MS } from './submission.ts';

type RestockBody = BodySent<typeof generatePurchaseOrderRoute>;

export interface RestockOrder {
  readonly supplierName: string;
  readonly notes: string;
  /** What one of an item cost; nothing known is 0 (spec §9). */
  readonly unitCosts: ReadonlyMap<string, Cents>;
  /** On the shelves already; else it is ordered, and received when it comes. */
  readonly receivedNow: boolean;
}

function restockBody(
  { supplierName, notes, unitCosts, receivedNow }: RestockOrder,
  restocks: PendingRestocks,
  locationId: number,
): RestockBody {
  return {
    supplier_name: supplierName.trim(),
    location_id: locationId,
    notes: notes.trim(),
    receive_now: receivedNow,
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

/** Source: spec §8, "PO". */
function sayFailed(error: unknown): void {
  toast.error(`Failed to create purchase order: ${sentenceOf(error)}`);
}

export const restockSubmission = createSubmission<RestockBody, PurchaseOrder>({
  kind: 'restock',
  post: async (body, idempotencyKey) =>
    (await call(generatePurchaseOrderRoute, { body, idempotencyKey, timeoutMs: SEND_TIMEOUT_MS })).data,
  onDone: ({ po_number: number }) => {
    toast.success(`Success, purchase order ${number} created`);
    for (const queryKey of [queryKeys.products, queryKeys.inventory, queryKeys.history, queryKeys.purchasing]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  },
  onFailed: sayFailed,
});

/** A name that no supplier has yet becomes one. @throws CallError */
async function ensureSupplier(name: string, known: readonly Supplier[]): Promise<void> {
  const wanted = name.trim().toLowerCase();
  if (known.some((supplier) => supplier.name.toLowerCase() === wanted)) return;
  try {
    await call(createSupplierRoute, { body: { name: name.trim() } });
    suppliersChanged();
  } catch (error) {
    if (!isCallError(error, 'supplier_name_taken')) throw error;
  }
}

/** Makes a purchase order of what is pending; true when it is created. Nothing happens with nothing pending (spec §5). */
export async function createRestockOrder(order: RestockOrder, suppliers: readonly Supplier[]): Promise<boolean> {
  const { restocks, owner, sent } = pendingNow();
  if (restocks.size === 0 || owner?.locationId == null || sent !== null || order.supplierName.trim() === '')
    return false;
  try {
    await ensureSupplier(order.supplierName, suppliers);
  } catch (error) {
    sayFailed(error);
    return false;
  }
  if (!(await restockSubmission.submit(restockBody(order, restocks, owner.locationId)))) return false;
  if (!order.receivedNow) await markOrdered();
  return true;
}

/** It was ordered when it was written down; a draft that could not be moved on stays one, and says so. */
async function markOrdered(): Promise<void> {
  const { done } = restockSubmission.useSubmission.getState();
  if (done?.status !== 'draft') return;
  try {
    await updateOrder(done.id, { status: 'ordered', expected_version: done.version });
  } catch (error) {
    toast.error(`Purchase order ${done.po_number} is still a draft. ${sentenceOf(error)}`);
  }
}
