import type { Cents } from '#domain/money.ts';
import { pendingNow } from '../pending/pending-store.ts';
import { restockBody, restockCommand, type RestockMemo } from './restock-command.ts';
import { useFormCommand } from '#web/entities/command/use-form-command.ts';

/** The command that makes a purchase order of the pending restock, for the form. */
export function useRestock(onCreated: () => void) {
  const { send, ...restock } = useFormCommand(
    restockCommand,
    'restocks',
    'Failed to create purchase order:',
    onCreated,
  );

  /** Does nothing without a supplier or without a pending restock. */
  function create(order: Omit<RestockMemo, 'restocks'>, unitCosts: ReadonlyMap<string, Cents> = new Map()): void {
    const { restocks, keys, owner } = pendingNow();
    const supplierName = order.supplierName.trim();
    if (restocks.size === 0 || owner?.locationId == null || supplierName === '' || restock.open) return;
    restock.setWrong(null);
    const memo = { ...order, supplierName, notes: order.notes.trim(), restocks };
    const body = restockBody(memo, unitCosts, owner.locationId);
    void send({ key: keys.restocks, title: `Purchase order from ${supplierName}`, memo, body });
  }

  return { ...restock, create };
}
