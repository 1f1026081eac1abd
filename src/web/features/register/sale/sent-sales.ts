import type { holdCartRoute, resumeCartRoute } from '#contract/held-carts.ts';
import type { createOrderRoute } from '#contract/sale.ts';
import { persistCart } from '#domain/cart-persistence.ts';
import { heldSaleKey, holdsBefore } from '#domain/held-cart.ts';
import { displayMoney } from '#domain/money.ts';
import { CallError } from '#web/api/call/call-error.ts';
import type { CommandKind } from '#web/api/commands/definition.ts';
import type { Commands } from '#web/api/commands/engine.ts';
import type { CommandsState } from '#web/api/commands/kept-commands.ts';
import { keyAfterRefusal } from '#web/api/commands/outcome.ts';
import { beginnerOf, type CommandRecord, isOwnedBy } from '#web/api/commands/record.ts';
import type { CartOwner, CartSales, KeptResume, KeptSale } from './cart-sales.ts';
import { readMemo, readResumed, type SaleMemo, writeMemo } from '../cart/state/cart-record.ts';
import { reasonOf } from './refusal-reason.ts';

/** Its definition is loaded with checkout. */
export const SALE: CommandKind<typeof createOrderRoute, SaleMemo> = { kind: 'sale' };

/** Its definition is loaded when a cart is held. */
export const HOLD: CommandKind<typeof holdCartRoute, SaleMemo> = { kind: 'cart-hold' };

/** Its definition is loaded when a held cart is resumed. */
export const RESUME: CommandKind<typeof resumeCartRoute, ResumeMemo> = { kind: 'cart-resume' };

export interface ResumeMemo {
  readonly customerName: string;
  /** True to join it with the present cart; otherwise it replaces an empty one. */
  readonly join: boolean;
}

/** The key that a cart continues with if it was not sold or held. A withdrawal has used up the former key. */
function nextOf({ key, kind, refusal }: CommandRecord, memo: SaleMemo | null) {
  const next = refusal ? keyAfterRefusal(refusal, key) : key;
  if (kind !== HOLD.kind) return { nextKey: next, nextHolds: memo?.holds ?? 0 };
  return { nextKey: heldSaleKey(key), nextHolds: holdsBefore(key) + (next === key ? 0 : 1) };
}

/** The sales of a person at a location, oldest first. */
function salesOf({ records, elsewhere }: CommandsState, owner: CartOwner): KeptSale[] {
  return [...records.values()]
    .filter((record) => [SALE.kind, HOLD.kind].includes(record.kind) && isOwnedBy(record, owner))
    .toSorted((a, b) => a.sentAt - b.sentAt)
    .map((record) => {
      const { key, kind, state, refusal } = record;
      const memo = readMemo(record.memo);
      return {
        key,
        isHold: kind === HOLD.kind,
        state,
        memo,
        refusal: refusal && reasonOf(new CallError(refusal)),
        ...nextOf(record, memo),
        elsewhere: elsewhere.has(key),
      };
    });
}

function resumedBy({ records }: CommandsState, owner: CartOwner): KeptResume[] {
  return [...records.values()]
    .filter(({ kind, state, memo }) => kind === RESUME.kind && state === 'done' && memo !== null)
    .filter((record) => isOwnedBy({ owner: beginnerOf(record) }, owner))
    .toSorted((a, b) => a.sentAt - b.sentAt)
    .map(({ key, memo }) => ({ key, read: () => readResumed(memo) }));
}

/** The command engine, as a cart uses it. */
export function cartSales(engine: Commands): CartSales {
  return {
    list: (owner) => salesOf(engine.store.getState(), owner),
    resumed: (owner) => resumedBy(engine.store.getState(), owner),
    send: (key, body, memo) => {
      const title = `Sale of ${displayMoney(memo.totalCents)}`;
      const kept = writeMemo(memo) as SaleMemo;
      const command = { key, subject: key, title, memo: kept, params: undefined, query: undefined, body };
      void engine.send(SALE, command);
    },
    hold: (key, memo) => {
      const { lines, customer, points, holds, name, totalCents } = memo;
      const body = {
        sale_key: heldSaleKey(key),
        holds,
        name,
        cart: persistCart(lines),
        customer_id: customer?.id ?? null,
        points,
      };
      const title = `Hold of a cart of ${displayMoney(totalCents)}`;
      const kept = writeMemo(memo) as SaleMemo;
      void engine.send(HOLD, { key, subject: key, title, memo: kept, params: undefined, query: undefined, body });
    },
    putAside: (key) => void engine.amend(key, ({ memo }) => ({ memo: { ...(memo as object), aside: true } })),
    forget: (key) => void engine.dismiss(key),
  };
}
