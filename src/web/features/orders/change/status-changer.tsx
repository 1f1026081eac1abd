import { useRef, useState } from 'react';
import type { WireEffects } from '#contract/order-changes.ts';
import { ORDER_STATUSES, type OrderStatus, type WireOrder } from '#contract/orders.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useUnitOf } from '#web/entities/catalogue/use-unit-of.ts';
import { useMay } from '#web/api/session/session.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checking } from '#web/entities/command/checking.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { orderSubject } from './command-of-order.ts';
import { effectSentence, shortages } from './effect-words.ts';
import { expectOwn } from '../list/live-marks.ts';
import { effectsOf, statusCommand } from './order-changes.ts';
import { countWords, statusLabel } from '#web/entities/order/order-format.ts';
import { happenedOtherwise } from './tell-order-outcome.ts';

const OPTIONS = ORDER_STATUSES.map((value) => ({ value, label: statusLabel(value) }));

interface Wish {
  readonly status: OrderStatus;
  /** Null until it is known. */
  readonly effects: WireEffects | null;
}

/**
 * The status of an order. The effects of a new status on stock, points and money are shown and confirmed first; a
 * status without effects is set at once. Rule: orders/effects-are-shown-first.
 */
export function StatusChanger({ order }: { order: WireOrder }) {
  const [wish, setWish] = useState<Wish | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const asked = useRef(0);
  const command = useCommand(statusCommand, orderSubject(order.id), (outcome, memo) => {
    if (outcome.kind === 'refused') {
      const words = `Failed to update order status. ${sentenceOf(outcome.error)}`;
      // Another till refunded a part of it meanwhile: the amount that is left is shown before anything is given back.
      if (outcome.error.code === 'refund_changed' && memo) void choose(memo.to, words);
      else setRefused(words);
    }
    if (outcome.kind === 'otherwise') setRefused(happenedOtherwise(outcome.error));
  });

  /** @param why the status was refused as it was confirmed before */
  async function choose(status: OrderStatus, why: string | null = null) {
    asked.current += 1;
    const mine = asked.current;
    setRefused(why);
    if (status === order.status) return setWish(null);
    setWish({ status, effects: null });
    try {
      const effects = await effectsOf(order.id, status);
      if (asked.current !== mine) return;
      if (effectSentence(effects) !== null) setWish({ status, effects });
      else if (why === null) await change(effects, false);
      else setWish(null);
    } catch (error) {
      if (asked.current !== mine) return;
      setWish(null);
      setRefused(`Failed to update order status. ${sentenceOf(error)}`);
    }
  }

  async function change(effects: WireEffects, oversell: boolean) {
    const status = effects.to as OrderStatus;
    asked.current += 1;
    setWish(null);
    expectOwn(order.id);
    await command.send({
      title: `Set order ${order.number} to ${statusLabel(status)}`,
      memo: { id: order.id, number: order.number, to: status },
      // The amount by which the person counts the money.
      body: {
        orderId: order.id,
        status,
        ...(oversell && { allow_oversell: true }),
        ...(status === 'refunded' && { refund: effects.refund }),
      },
    });
  }

  return (
    <div className="flex flex-col gap-2.5">
      <Select<OrderStatus>
        label={`Status of order ${order.number}`}
        value={command.memo?.to ?? wish?.status ?? order.status}
        disabled={command.open !== null}
        options={OPTIONS}
        className="w-full"
        onChange={(status) => void choose(status)}
      />
      {wish &&
        command.open === null &&
        (wish.effects ? (
          <Consequences
            order={order}
            effects={wish.effects}
            onConfirm={(oversell) => wish.effects && void change(wish.effects, oversell)}
            onKeep={() => void choose(order.status)}
          />
        ) : (
          <Skeleton className="h-16" />
        ))}
      <Checking what="change" command={command.open} />
      {refused !== null && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger-ink">
          {refused}
        </p>
      )}
    </div>
  );
}

function Consequences({
  order,
  effects,
  onConfirm,
  onKeep,
}: {
  order: WireOrder;
  effects: WireEffects;
  onConfirm: (oversell: boolean) => void;
  onKeep: () => void;
}) {
  const mayOversell = useMay('sell-anyway');
  const unitOfProduct = useUnitOf();
  const unitOf = (lineId: number) => unitOfProduct(order.line_items.find(({ id }) => id === lineId)?.product_id ?? 0);
  const missing = shortages(effects, unitOf);
  return (
    <div role="group" aria-label="What this does" className="animate-rise rounded-md border border-line-strong p-3">
      <p aria-live="polite" className="font-medium">
        {effectSentence(effects)}
      </p>
      {effects.items.length > 0 && (
        <ul className="mt-1 text-xs text-ink-2">
          {effects.items.map((item) => (
            <li key={item.line_id} className="flex justify-between gap-3">
              <span className="truncate">{item.name}</span>
              <span className="tabular-nums">
                {effects.stock === 'sold' ? '-' : '+'}
                {countWords(item.quantity, unitOf(item.line_id))}
              </span>
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && (
        <p className="mt-2 text-xs text-yellow">
          Not enough in stock. {missing.join('; ')}.{' '}
          {mayOversell ? 'The shortfall will be recorded.' : 'A manager can approve to sell it anyway.'}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" variant="primary" onClick={() => onConfirm(effects.short)}>
          {effects.short ? 'Sell anyway' : `Set to ${statusLabel(effects.to)}`}
        </Button>
        <Button size="sm" onClick={onKeep}>
          Keep {statusLabel(order.status)}
        </Button>
      </div>
    </div>
  );
}
