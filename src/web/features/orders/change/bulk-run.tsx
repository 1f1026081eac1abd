import { counted } from '#domain/counted.ts';
import {
  bulkEffectsRoute,
  MAX_BULK_ORDERS,
  type bulkStatusRoute,
  type WireBulkEffects,
} from '#contract/order-changes.ts';
import type { OrderStatus, ListedOrder } from '#contract/orders.ts';
import { call } from '#web/api/call/call.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { commands } from '#web/api/commands/commands.ts';
import type { CommandOutcome } from '#web/api/commands/definition.ts';
import { isWithdrawn } from '#web/api/commands/outcome.ts';
import { followOwner, perOwner } from '#web/api/session/per-owner.ts';
import { ask, tell } from '#web/ui/layers/prompts.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import {
  type Agreed,
  batchBody,
  type BatchMemo,
  BULK_SUBJECT,
  bulkStatusCommand,
  changedWords,
  leftWords,
} from './bulk-command.ts';
import { effectSentence } from './effect-words.ts';
import { expectOwn } from '../list/live-marks.ts';
import { fetchChanged } from './order-changes.ts';
import { statusLabel } from '#web/entities/order/order-format.ts';

interface Refused {
  readonly order_id: number;
  readonly number: string | null;
  readonly error: string | null;
}

/** Nobody reads more reasons than this. */
const MOST_NAMED = 8;

export interface BulkRun {
  readonly done: number;
  readonly of: number;
  /** Cancel was pressed, so the present batch is the last one. */
  readonly stopping: boolean;
}

/** The status change that is running, kept while another view is shown. */
export const useBulkRun = perOwner<{ run: BulkRun | null }>(() => ({ run: null }));

/** `stop`: Cancel was pressed. `gone`: the person signed out or went to another location. */
let signals = { stop: new AbortController(), gone: new AbortController() };
followOwner(() => {
  signals.gone.abort();
  // Even if the same person signs in again, because nothing else ends an abandoned run.
  useBulkRun.setState({ run: null });
});

/** Lets the present batch finish and sends no further one. */
export function stopBulkRun(): void {
  signals.stop.abort();
  useBulkRun.setState(({ run }) => ({ run: run && { ...run, stopping: true } }));
}

/** The result of a run so far. */
interface Tally {
  readonly changed: number;
  readonly refused: readonly Refused[];
  /** Orders that were not sent, or were in a batch that was refused as a whole. */
  readonly left: number;
  /** Why it ended early; null when it was cancelled or is complete. */
  readonly why: string | null;
}

/**
 * Sets the status of the selected orders: shows the effects on all of them, asks, and then tells which were left
 * unchanged and why.
 */
export async function setStatusOfAll(chosen: readonly ListedOrder[], status: OrderStatus): Promise<void> {
  if (useBulkRun.getState().run) return;
  const { stop, gone } = (signals = { stop: new AbortController(), gone: new AbortController() });
  useBulkRun.setState({ run: { of: chosen.length, done: 0, stopping: false } });
  try {
    const numbers = new Map(chosen.map(({ id, number }) => [id, number]));
    const signal = AbortSignal.any([stop.signal, gone.signal]);
    const agreed = await askFirst([...numbers.keys()], status, signal);
    const tally = agreed && (await changeAll(agreed, status, stop.signal, gone.signal));
    if (tally) tellTally(tally, status, numbers);
  } catch (error) {
    if (!stop.signal.aborted && !gone.signal.aborted) {
      toast.error(`Failed to update order status. ${sentenceOf(error)}`);
    }
  } finally {
    if (!gone.signal.aborted) useBulkRun.setState({ run: null });
  }
}

/**
 * Returns what the person agrees to; null when there is nothing to change or they decline.
 * @throws CallError when the effects could not be fetched
 */
async function askFirst(ids: readonly number[], status: OrderStatus, signal: AbortSignal): Promise<Agreed | null> {
  const { data: effects } = await call(bulkEffectsRoute, { body: { order_ids: [...ids], status }, signal });
  if (effects.changing === 0) {
    if (effects.refused.length === 0) toast.info(`Already ${statusLabel(status)}`);
    else void tell({ title: 'Failed to update order status', message: <LeftAlone refused={effects.refused} /> });
    return null;
  }
  const confirmed = await ask({
    title: `Set ${counted(effects.changing, 'order')} to ${statusLabel(status)}`,
    message: <Consequences effects={effects} />,
    confirmLabel: `Set to ${statusLabel(status)}`,
  });
  const isRefused = new Set(effects.refused.map(({ order_id }) => order_id));
  if (!confirmed || signal.aborted) return null;
  return { ids: ids.filter((id) => !isRefused.has(id)).toSorted((a, b) => a - b), refunds: effects.refunds };
}

/** Null when the person has gone; they are told when they are back. */
async function changeAll(
  { ids, refunds }: Agreed,
  status: OrderStatus,
  stop: AbortSignal,
  gone: AbortSignal,
): Promise<Tally | null> {
  let tally: Tally = { changed: 0, refused: [], left: ids.length, why: null };
  while (tally.left > 0 && tally.why === null && !stop.aborted) {
    const start = ids.length - tally.left;
    const batch = ids.slice(start, start + MAX_BULK_ORDERS);
    const later = tally.left - batch.length;
    const memo = { status, size: batch.length, changed: tally.changed, refused: tally.refused.length, later };
    // One after the other, so that it is known which batch was the last to change anything.
    const outcome = await sendBatch({ ids: batch, refunds }, memo, gone);
    if (gone.aborted) return null;
    tally = withOutcome(tally, batch.length, outcome);
    useBulkRun.setState(({ run }) => ({ run: run && { ...run, of: ids.length, done: ids.length - tally.left } }));
  }
  return tally;
}

function withOutcome(tally: Tally, size: number, outcome: CommandOutcome<typeof bulkStatusRoute> | null): Tally {
  if (outcome === null) return { ...tally, why: whyBatchNotSent() };
  if (outcome.kind === 'refused') return { ...tally, why: sentenceOf(outcome.error) };
  if (outcome.kind === 'elsewhere' && outcome.state === 'refused') {
    return { ...tally, why: 'Another window of this browser has the reason.' };
  }
  const rest = tally.left - size;
  if (outcome.kind !== 'done') {
    return { ...tally, left: rest, why: unclearWords(size, outcome) };
  }
  const refused = outcome.reply.results.filter(({ success }) => !success);
  const changed = tally.changed + outcome.reply.results.length - refused.length;
  return { ...tally, changed, refused: [...tally.refused, ...refused], left: rest };
}

function unclearWords(size: number, outcome: CommandOutcome): string {
  if (outcome.kind === 'otherwise' && isWithdrawn(outcome.error)) return outcome.error.message;
  return `${counted(size, 'order')} were changed elsewhere: look at them in the list.`;
}

/** Says which command is open and whose it is: one batch is sent at a time. */
export function whyBatchNotSent(): string {
  const open = commands.openOf(bulkStatusCommand.kind, BULK_SUBJECT);
  if (open === null) return 'Nobody is signed in.';
  if (commands.store.getState().elsewhere.has(open.key)) return 'Another window of this browser is setting a status.';
  return `"${open.title}" was started before you signed in here and is still running. Set this status when it is done.`;
}

/**
 * Sends a batch and waits for its answer, however long that takes. Null when it was not sent, or when nobody waits any
 * more.
 */
function sendBatch(
  agreed: Agreed,
  memo: BatchMemo,
  gone: AbortSignal,
): Promise<CommandOutcome<typeof bulkStatusRoute> | null> {
  agreed.ids.forEach(expectOwn);
  return new Promise((resolve) => {
    const end = (outcome: CommandOutcome<typeof bulkStatusRoute> | null) => {
      unwatch();
      resolve(outcome);
    };
    const unwatch = commands.watch(bulkStatusCommand, BULK_SUBJECT, end);
    gone.addEventListener('abort', () => end(null), { once: true });
    const title = `Set ${counted(agreed.ids.length, 'order')} to ${statusLabel(memo.status)}`;
    const body = batchBody(agreed, memo.status);
    void commands.send(bulkStatusCommand, { subject: BULK_SUBJECT, title, memo, body }).then((sent) => {
      if (!sent) end(null);
    });
  });
}

function tellTally(tally: Tally, status: OrderStatus, numbers: ReadonlyMap<number, string>): void {
  fetchChanged();
  const changed = changedWords(tally.changed, status);
  if (tally.left === 0 && tally.refused.length === 0 && tally.why === null) return toast.success(changed);
  const refused = tally.refused.map((one) => ({ ...one, number: one.number ?? numbers.get(one.order_id) ?? null }));
  void tell({
    title: tally.why === null && refused.length === 0 ? 'Stopped' : 'Failed to update order status',
    message: (
      <>
        <p>{changed}</p>
        {(tally.left > 0 || tally.why !== null) && (
          <p>
            {tally.left > 0 && leftWords(tally.left)} {tally.why}
          </p>
        )}
        {refused.length > 0 && <LeftAlone refused={refused} />}
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
      <p>
        {refused.length === 1
          ? '1 order is left as it is:'
          : `${counted(refused.length, 'order')} are left as they are:`}
      </p>
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
