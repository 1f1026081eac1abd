import { createOrderRoute } from '#contract/orders.ts';
import { displayMoney } from '#domain/money.ts';
import { CallError } from '#web/api/call-error.ts';
import { commands, ownerNow } from '#web/api/commands/commands.ts';
import type { CommandDefinition } from '#web/api/commands/engine.ts';
import { isOwnedBy } from '#web/api/commands/record.ts';
import { readMemo, type SaleBody, type SaleMemo, writeMemo } from './cart-record.ts';
import type { KeptSale } from './cart-sales.ts';
import { reasonOf } from './sale-refusals.ts';

/** Its key is that of the cart; each sale is a form of its own, so that the next one need not wait. */
export const saleCommand: CommandDefinition<typeof createOrderRoute, SaleMemo> = {
  kind: 'sale',
  route: createOrderRoute,
  readMemo,
};

export function sendSale(key: string, body: SaleBody, memo: SaleMemo): Promise<boolean> {
  const title = `Sale of ${displayMoney(memo.totalCents)}`;
  const kept = writeMemo(memo) as SaleMemo;
  return commands.send(saleCommand, {
    key,
    subject: key,
    title,
    memo: kept,
    params: undefined,
    query: undefined,
    body,
  });
}

/** The sales of who is signed in, at their location, oldest first. */
export function keptSales(): KeptSale[] {
  const { records, elsewhere } = commands.store.getState();
  const owner = ownerNow();
  return [...records.values()]
    .filter((record) => record.kind === saleCommand.kind && isOwnedBy(record, owner))
    .toSorted((a, b) => a.sentAt - b.sentAt)
    .map(({ key, state, memo, refusal }) => ({
      key,
      state,
      memo: readMemo(memo),
      refusal: refusal && reasonOf(new CallError(refusal)),
      elsewhere: elsewhere.has(key),
    }));
}
