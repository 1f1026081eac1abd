import { z } from 'zod';
import {
  createPurchaseOrderRoute,
  deletePurchaseOrderRoute,
  receivePurchaseOrderRoute,
  updatePurchaseOrderRoute,
} from '#contract/purchasing-changes.ts';
import type { ReplyOf, Route } from '#contract/route.ts';
import { PO_STATUSES } from '#domain/purchase-order.ts';
import { ownerNow, useCommands } from '#web/api/commands/commands.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { keyAfterRefusal } from '#web/api/commands/outcome.ts';
import {
  beginnerOf,
  concerns,
  type CommandOwner,
  type CommandRecord,
  isOpen,
  isOwnedBy,
} from '#web/api/commands/record.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { printLabelsOf } from '#web/entities/labels/label-wish.ts';
import type { ToastAction } from '#web/ui/status/toast.tsx';
import { tellOutcome } from '#web/entities/command/tell-outcome.ts';
import { type KeptDraft, keptDraft, settleDraft } from './editor/kept-drafts.ts';
import { labelsOfReceipts } from './received-labels.ts';
import { keptReceipt, settleReceipt } from './receive/pending-receipts.ts';
import { orderGone, ordersChanged, written } from './purchasing-queries.ts';
import { moveOn, type Place } from './purchasing-state.ts';

/** The subject shared by all forms of one order; a new order has its own. */
export const subjectOf = (id: number) => `order ${id}`;
export const NEW_ORDER = 'new';
const LIST: Place = { kind: 'list' };

/**
 * Leaves a form that is done, in each tab that shows it.
 * @param id null for a new order
 */
export function leaveForm(form: Place['kind'], id: number | null, to: Place): void {
  moveOn((place) => place.kind === form && (id === null || ('id' in place && place.id === id)), to);
}

/** The effects of a command on a purchase order when its answer arrives. */
interface After<R extends Route, Memo> {
  /** The page of its form. */
  readonly form: Place['kind'];
  /** Updates what is shown. Returns the order's id, or null when the order is gone. */
  readonly done: (reply: ReplyOf<R>, first: boolean) => number | null;
  readonly words: (reply: ReplyOf<R>, memo: Memo | null) => string;
  /** Offered beside the words. */
  readonly next?: (reply: ReplyOf<R>) => ToastAction;
  /**
   * Updates the stored work: deletes it when done (`next` is null), or gives it back under the key `next` when refused.
   */
  readonly work?: (memo: Memo, owner: CommandOwner, next: string | null) => void;
}

function orderCommand<R extends Route, Memo>(
  kind: string,
  route: R,
  memo: z.ZodType<Memo>,
  { form, done, words, next: offered, work }: After<R, Memo>,
): CommandDefinition<R, Memo> {
  const readMemo = (kept: unknown) => memo.safeParse(kept).data ?? null;
  return {
    kind,
    route,
    readMemo,
    onOutcome: (outcome, command, watched) => {
      const sent = readMemo(command.memo);
      const beginner = beginnerOf(command);
      const next = outcome.kind === 'refused' ? keyAfterRefusal(outcome.error, command.key) : null;
      if (sent) work?.(sent, beginner, next);
      const id = command.subject === NEW_ORDER ? null : Number(command.subject.replace('order ', ''));
      // An order may show costs, so it is not shown to another person who is signed in by then.
      const shown = outcome.kind === 'done' && isOwnedBy(command, ownerNow()) ? outcome : null;
      const after = shown ? done(shown.reply, shown.first) : id;
      if (!shown) ordersChanged();
      if (outcome.kind !== 'refused' && isOwnedBy({ owner: beginner }, ownerNow())) {
        leaveForm(form, id, after === null ? LIST : { kind: 'order', id: after });
      }
      tellOutcome(outcome, command, watched, { done: (reply) => words(reply, sent), next: offered });
    },
  };
}

const draftSent: z.ZodType<KeptDraft> = keptDraft;

export const createOrderCommand = orderCommand('purchase-order', createPurchaseOrderRoute, draftSent, {
  form: 'new',
  done: (reply, first) => written(reply, first).id,
  words: ({ data }) => `Success, purchase order ${data.po_number} created`,
  work: (kept, owner, next) => settleDraft('new', kept, next, owner),
});

const edited = z.object({ id: z.int(), kept: draftSent });

export const changeOrderCommand = orderCommand('purchase-order-change', updatePurchaseOrderRoute, edited, {
  form: 'edit',
  done: (reply, first) => written(reply, first).id,
  words: ({ data }) => `${data.po_number} saved`,
  work: ({ id, kept }, owner, next) => settleDraft(id, kept, next, owner),
});

const moved = z.object({ status: z.enum(PO_STATUSES) });

export const orderStatusCommand = orderCommand('purchase-order-status', updatePurchaseOrderRoute, moved, {
  form: 'order',
  done: (reply, first) => written(reply, first).id,
  words: ({ data }, memo) => `${data.po_number} ${memo?.status ?? 'changed'}`,
});

const deleted = z.object({ reason: z.string() });

export const deleteOrderCommand = orderCommand('purchase-order-delete', deletePurchaseOrderRoute, deleted, {
  form: 'order',
  done: ({ data }) => {
    orderGone(data.id);
    return null;
  },
  words: ({ data }) => `${data.po_number} deleted`,
});

const received = z.object({ id: z.int(), kept: keptReceipt });

export const receiveOrderCommand = orderCommand('goods-receipt', receivePurchaseOrderRoute, received, {
  form: 'receive',
  done: (reply, first) => {
    fetchAgain('receipt');
    return written(reply, first).id;
  },
  words: ({ data: { po_number, status } }) =>
    status === 'received' ? `${po_number}: everything received` : `${po_number} partly received`,
  next: ({ data }) => ({
    label: 'Print labels for what was received',
    onPress: () => printLabelsOf(labelsOfReceipts(data, data.receipts.slice(-1))),
  }),
  work: ({ id, kept }, owner, next) => settleReceipt(id, kept, next, owner),
});

/** The names that "Checking whether this ... saved" uses, by kind of command. */
const WHAT: Readonly<Record<string, string>> = {
  [changeOrderCommand.kind]: 'change',
  [orderStatusCommand.kind]: 'change',
  [deleteOrderCommand.kind]: 'deletion',
  [receiveOrderCommand.kind]: 'receipt',
};

export interface OpenOnOrder {
  readonly command: CommandRecord;
  readonly what: string;
  readonly isDeletion: boolean;
}

/** The unanswered command of an order. Nothing else may be done to the order meanwhile. */
export function useOpenOnOrder(id: number): OpenOnOrder | null {
  const owner = ownerNow();
  const command = useCommands(({ records }) => {
    const open = (record: CommandRecord) =>
      record.subject === subjectOf(id) && record.kind in WHAT && isOpen(record) && concerns(record, owner);
    return [...records.values()].find(open) ?? null;
  });
  if (!command) return null;
  const { kind } = command;
  return {
    command,
    what: WHAT[kind] ?? '',
    isDeletion: kind === deleteOrderCommand.kind,
  };
}
