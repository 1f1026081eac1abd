import { orderEffectsRoute, voidOrderRoute, type WireEffects } from '#contract/order-changes.ts';
import { addOrderNoteRoute } from '#contract/order-notes.ts';
import { type OrderStatus, setOrderStatusRoute, type WireOrder } from '#contract/orders.ts';
import { call } from '#web/api/call.ts';
import { queryClient } from '#web/api/query-client.ts';
import { CHANGED_BY_SALE } from '#web/api/query-keys.ts';
import { dropOrder, showChanged } from './orders-queries.ts';
import { setLeaving } from './orders-state.ts';

/** Everything that a change of an order may have changed is fetched again where it is shown. */
export function fetchChanged(): void {
  for (const queryKey of CHANGED_BY_SALE) void queryClient.invalidateQueries({ queryKey });
}

/** What setting a status, or deleting, would do. */
export async function effectsOf(id: number, status: WireEffects['to'], signal?: AbortSignal): Promise<WireEffects> {
  return (await call(orderEffectsRoute, { params: { id }, query: { status }, signal })).data;
}

/**
 * Sets a status: the row shows it at once, and takes it back when it is refused.
 * @throws CallError of the refusal
 */
export async function setStatus(order: WireOrder, status: OrderStatus, oversell: boolean): Promise<void> {
  showChanged({ ...order, status }, false);
  try {
    const body = { orderId: order.id, status, ...(oversell ? { allow_oversell: true } : {}) };
    showChanged((await call(setOrderStatusRoute, { body })).data);
  } catch (error) {
    showChanged(order);
    throw error;
  } finally {
    fetchChanged();
  }
}

/** Deletes (voids) an order; it leaves every list. @throws CallError of the refusal */
export async function deleteOrder(id: number): Promise<void> {
  // The news of it may come before the answer does.
  setLeaving(id, true);
  try {
    await call(voidOrderRoute, { query: { id } });
  } catch (error) {
    setLeaving(id, false);
    throw error;
  }
  dropOrder(id);
  fetchChanged();
}

/** @throws CallError of the refusal */
export async function addNote(id: number, text: string): Promise<void> {
  await call(addOrderNoteRoute, { params: { id }, body: { text } });
}
