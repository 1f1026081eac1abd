import { bulkEffectsRoute, bulkStatusRoute, MAX_BULK_ORDERS, type WireBulkEffects } from '#contract/order-changes.ts';
import type { OrderStatus, WireOrder } from '#contract/orders.ts';
import { call } from '#web/api/call.ts';
import { ask, tell } from '#web/ui/prompts.tsx';
import { toast } from '#web/ui/toast.tsx';
import { effectSentence } from './effect-words.ts';
import { fetchChanged } from './order-changes.ts';
import { statusLabel } from './order-format.ts';
import { showChanged } from './orders-queries.ts';

interface Refused {
  readonly order_id: number;
  readonly number: string | null;
  readonly error: string | null;
}

/** More reasons than anybody reads. */
const MOST_NAMED = 8;

function orders(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'order' : 'orders'}`;
}

/**
 * Sets the status of the chosen orders: says what it does to all of them, asks, and tells which were refused and why.
 * @throws CallError when what it would do could not be found out; nothing is changed then
 */
export async function setStatusOfAll(
  chosen: readonly WireOrder[],
  status: OrderStatus,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<void> {
  const byId = new Map(chosen.map((order) => [order.id, order]));
  const { data: effects } = await call(bulkEffectsRoute, { body: { order_ids: [...byId.keys()], status }, signal });
  if (effects.changing === 0 && effects.refused.length === 0) return toast.info(`Already ${statusLabel(status)}`);
  if (effects.changing === 0) {
    return tell({ title: 'Failed to update order status', message: <LeftAlone refused={effects.refused} /> });
  }
  const confirmed = await ask({
    title: `Set ${orders(effects.changing)} to ${statusLabel(status)}`,
    message: <Consequences effects={effects} />,
    confirmLabel: `Set to ${statusLabel(status)}`,
  });
  if (!confirmed) return;
  const isRefused = new Set(effects.refused.map(({ order_id }) => order_id));
  const ids = [...byId.keys()].filter((id) => !isRefused.has(id)).toSorted((a, b) => a - b);
  const refused: Refused[] = [];
  for (let start = 0; start < ids.length; start += MAX_BULK_ORDERS) {
    const some = ids.slice(start, start + MAX_BULK_ORDERS);
    const { results } = await call(bulkStatusRoute, { body: { order_ids: some, status } });
    for (const result of results) {
      const order = byId.get(result.order_id);
      if (result.success && order) showChanged({ ...order, status: result.status ?? status }, false);
      else refused.push(result);
    }
    onProgress(start + some.length);
  }
  fetchChanged();
  const changed = ids.length - refused.length;
  if (refused.length === 0) return toast.success(`${orders(changed)} set to ${statusLabel(status)}`);
  await tell({
    title: 'Failed to update order status',
    message: (
      <>
        <p>
          {orders(changed)} set to {statusLabel(status)}.
        </p>
        <LeftAlone refused={refused} />
      </>
    ),
  });
}

function Consequences({ effects }: { effects: WireBulkEffects }) {
  const { changing, refused } = effects;
  const sentence = effectSentence(effects);
  return (
    <>
      <p>
        {sentence ? `${sentence}.` : `Only the status of ${changing === 1 ? 'the order' : 'these orders'} changes.`}
      </p>
      {refused.length > 0 && <LeftAlone refused={refused} />}
    </>
  );
}

function LeftAlone({ refused }: { refused: readonly Refused[] }) {
  const more = refused.length - MOST_NAMED;
  return (
    <div className="mt-2">
      <p>{refused.length === 1 ? '1 order is left as it is:' : `${orders(refused.length)} are left as they are:`}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {refused.slice(0, MOST_NAMED).map(({ order_id: id, number, error }) => (
          <li key={id}>
            <span className="font-medium text-ink">{number ?? `#${id}`}</span>: {error}
          </li>
        ))}
        {more > 0 && <li>and {more.toLocaleString('en-US')} more</li>}
      </ul>
    </div>
  );
}
