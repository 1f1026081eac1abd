import { createOrderRoute } from '#contract/orders.ts';
import { displayMoney } from '#domain/money.ts';
import { CallError } from '#web/api/call-error.ts';
import type { CommandDefinition, Commands, CommandsState } from '#web/api/commands/engine.ts';
import { isOwnedBy } from '#web/api/commands/record.ts';
import type { CartOwner } from './cart-sales.ts';
import { readMemo, type SaleBody, type SaleMemo, writeMemo } from './cart-record.ts';
import type { CartSales, KeptSale } from './cart-sales.ts';
import { reasonOf } from './sale-refusals.ts';

/** Its key is that of the cart; each sale is a form of its own, so that the next one need not wait. */
export const saleCommand: CommandDefinition<typeof createOrderRoute, SaleMemo> = {
  kind: 'sale',
  route: createOrderRoute,
  readMemo,
  inNameOf: (request, { userId, name }) => ({ ...request, body: soldBy(request.body as SaleBody, userId, name) }),
};

function soldBy(body: SaleBody, id: number, name: string): SaleBody {
  const seller: Record<string, unknown> = { _employee_id: id, _employee_name: name };
  const meta = body.meta_data?.map((entry) => (entry.key in seller ? { ...entry, value: seller[entry.key] } : entry));
  return { ...body, meta_data: meta };
}

/** The sales of a person at a location, oldest first. */
export function salesOf({ records, elsewhere }: CommandsState, owner: CartOwner): KeptSale[] {
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

/** The command engine as a cart sees it. */
export function cartSales(engine: Commands): CartSales {
  return {
    list: (owner) => salesOf(engine.store.getState(), owner),
    send: (key, body, memo) => {
      const title = `Sale of ${displayMoney(memo.totalCents)}`;
      const kept = writeMemo(memo) as SaleMemo;
      const command = { key, subject: key, title, memo: kept, params: undefined, query: undefined, body };
      void engine.send(saleCommand, command);
    },
    putAside: (key) => engine.amend(key, (memo) => ({ ...(memo as object), aside: true })),
    forget: (key) => void engine.dismiss(key),
  };
}
