import type { createOrderRoute } from '#contract/sale.ts';
import { displayMoney } from '#domain/money.ts';
import { CallError } from '#web/api/call/call-error.ts';
import type { CommandKind } from '#web/api/commands/definition.ts';
import type { Commands, CommandsState } from '#web/api/commands/engine.ts';
import { keyAfterRefusal } from '#web/api/commands/outcome.ts';
import { isOwnedBy } from '#web/api/commands/record.ts';
import type { CartOwner, CartSales, KeptSale } from './cart-sales.ts';
import { readMemo, type SaleMemo, writeMemo } from '../cart/state/cart-record.ts';
import { reasonOf } from './refusal-reason.ts';

/** Its definition is fetched with checkout. */
export const SALE: CommandKind<typeof createOrderRoute, SaleMemo> = { kind: 'sale' };

/** The sales of a person at a location, oldest first. */
function salesOf({ records, elsewhere }: CommandsState, owner: CartOwner): KeptSale[] {
  return [...records.values()]
    .filter((record) => record.kind === SALE.kind && isOwnedBy(record, owner))
    .toSorted((a, b) => a.sentAt - b.sentAt)
    .map(({ key, state, memo, refusal }) => ({
      key,
      state,
      memo: readMemo(memo),
      refusal: refusal && reasonOf(new CallError(refusal)),
      nextKey: refusal ? keyAfterRefusal(refusal, key) : key,
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
      void engine.send(SALE, command);
    },
    putAside: (key) => void engine.amend(key, ({ memo }) => ({ memo: { ...(memo as object), aside: true } })),
    forget: (key) => void engine.dismiss(key),
  };
}
