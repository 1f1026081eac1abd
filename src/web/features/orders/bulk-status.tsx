import type { ReplyOf } from '#contract/route.ts';
import { bulkStatusRoute, MAX_BULK_ORDERS, type WireEffects } from '#contract/order-changes.ts';
import type { OrderStatus, WireOrder } from '#contract/orders.ts';
import { call } from '#web/api/call.ts';
import { ask, tell } from '#web/ui/prompts.tsx';
import { toast } from '#web/ui/toast.tsx';
import { together } from './bulk-effects.ts';
import { effectSentence, shortages } from './effect-words.ts';
import { effectsOf, fetchChanged } from './order-changes.ts';
import { statusLabel } from './order-format.ts';
import { showChanged } from './orders-queries.ts';

type Result = ReplyOf<typeof bulkStatusRoute>['results'][number];

function orders(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'order' : 'orders'}`;
}

/**
 * Sets the status of the chosen orders: says what it does to all of them, asks, and tells which were refused and why.
 * @param onProgress told how many of the orders were looked at
 * @throws CallError when what it would do could not be found out; nothing is changed then
 */
export async function setStatusOfAll(
  chosen: readonly WireOrder[],
  status: OrderStatus,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<void> {
  const changing = chosen.filter((order) => order.status !== status);
  if (changing.length === 0) return toast.info(`Already ${statusLabel(status)}`);
  const effects: WireEffects[] = [];
  for (const order of changing) {
    effects.push(await effectsOf(order.id, status, signal));
    onProgress(effects.length);
  }
  const all = together(effects);
  const confirmed = await ask({
    title: `Set ${orders(changing.length)} to ${statusLabel(status)}`,
    message: <Consequences effects={all} count={changing.length} />,
    confirmLabel: `Set to ${statusLabel(status)}`,
  });
  if (!confirmed) return;
  const byId = new Map(changing.map((order) => [order.id, order]));
  const refused: Result[] = [];
  for (let start = 0; start < changing.length; start += MAX_BULK_ORDERS) {
    const ids = changing.slice(start, start + MAX_BULK_ORDERS).map(({ id }) => id);
    const { results } = await call(bulkStatusRoute, { body: { order_ids: ids, status } });
    for (const result of results) {
      const order = byId.get(result.order_id);
      if (result.success && order) showChanged({ ...order, status: result.status ?? status }, false);
      else refused.push(result);
    }
    onProgress(start + ids.length);
  }
  fetchChanged();
  const changed = changing.length - refused.length;
  if (refused.length === 0) return toast.success(`${orders(changed)} set to ${statusLabel(status)}`);
  await tell({
    title: 'Failed to update order status',
    message: (
      <>
        <p>
          {orders(changed)} set to {statusLabel(status)}, {refused.length.toLocaleString('en-US')} left as{' '}
          {refused.length === 1 ? 'it was' : 'they were'}.
        </p>
        <ul className="mt-2 flex flex-col gap-1">
          {refused.map((result) => (
            <li key={result.order_id}>
              <span className="font-medium text-ink">{result.number ?? `#${result.order_id}`}</span>: {result.error}
            </li>
          ))}
        </ul>
      </>
    ),
  });
}

function Consequences({ effects, count }: { effects: WireEffects | null; count: number }) {
  const sentence = effects && effectSentence(effects);
  const missing = effects ? shortages(effects) : [];
  return (
    <>
      <p>{sentence ? `${sentence}.` : `Only the status of ${count === 1 ? 'the order' : 'these orders'} changes.`}</p>
      {missing.length > 0 && (
        <p className="mt-2 text-yellow">
          Not enough in stock: {missing.join('; ')}. Orders that lack stock are left as they are.
        </p>
      )}
    </>
  );
}
