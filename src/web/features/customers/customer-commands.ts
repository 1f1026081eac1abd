import { z } from 'zod';
import { addCustomerNoteRoute, deleteCustomerNoteRoute } from '#contract/customer-care.ts';
import { customerChange, updateUserRoute } from '#contract/customer-changes.ts';
import { deleteUserRoute } from '#contract/customer-forgetting.ts';
import { createUserRoute } from '#contract/customers.ts';
import { adjustPointsRoute } from '#contract/loyalty.ts';
import type { ReplyOf, Route } from '#contract/route.ts';
import { ownerNow } from '#web/api/commands/commands.ts';
import type { CommandDefinition, CommandOutcome } from '#web/api/commands/definition.ts';
import { type CommandRecord, isOwnedBy } from '#web/api/commands/record.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { tellOutcome } from '#web/entities/command/tell-outcome.ts';
import { restoreNewCustomer, restoreNote, restorePoints } from './customers-drafts.ts';
import { dropCustomer, showChanged } from './customers-queries.ts';
import { sentForm } from './detail/sent-form.ts';
import { settleForm } from './detail/settle-form.ts';
import { forgetCustomer, goToRow, highlight } from './list/customers-state.ts';

/** Commands about the same part of one customer wait for each other. */
export const customerSubject = (id: number, part = 'details') => `customer ${id} ${part}`;

interface Words<R extends Route, Memo> {
  readonly done: string | ((reply: ReplyOf<R>) => string);
  /** Runs before the lists are fetched again. */
  readonly before?: (outcome: CommandOutcome<R>, command: CommandRecord) => void;
  /** Returns the typed text to its form, which may be closed by then. */
  readonly restore?: (memo: Memo, customerId: number) => void;
}

/** A command about one customer. Its request may identify them, so the browser drops it when the answer comes. */
export function customerCommand<R extends Route, Memo>(
  kind: string,
  route: R,
  memo: z.ZodType<Memo>,
  { done, before, restore }: Words<R, Memo>,
): CommandDefinition<R, Memo> {
  const readMemo = (kept: unknown) => memo.safeParse(kept).data ?? null;
  return {
    kind,
    route,
    readMemo,
    personal: true,
    onOutcome(outcome, command, watched) {
      before?.(outcome, command);
      const typed = outcome.kind === 'refused' && isOwnedBy(command, ownerNow()) ? readMemo(command.memo) : null;
      if (typed !== null) restore?.(typed, customerOf(command));
      fetchAgain('customers');
      tellOutcome(outcome, command, watched, { done: (reply) => (typeof done === 'string' ? done : done(reply)) });
    },
  };
}

const none = z.null();

/** The id of the customer that the route names; 0 if it names none. */
function customerOf({ request }: CommandRecord): number {
  const named = z.object({ id: z.coerce.number() }).safeParse(request?.params);
  return named.data?.id ?? 0;
}

/** Saves the form of a customer, as a whole or not at all. The memo is the form. */
export const changeCustomerCommand = customerCommand('customer-change', updateUserRoute, sentForm, {
  done: 'Customer saved',
  before: (outcome, command) => {
    const { request } = command;
    if (outcome.kind === 'done') {
      // The body as it was sent. A command stored by an older build may have another form.
      const sent = customerChange.safeParse(request?.body).data;
      if (outcome.first) showChanged(outcome.reply.data, sent);
      highlight(outcome.reply.data.id);
    }
    settleForm(command, outcome);
  },
});

/** The id of the row beside that of the customer; null for none. */
const neighbour = z.int().nullable();

/** Deletes a customer, or forgets one who has orders. The memo is the neighbour, to which the focus goes. */
export const deleteCustomerCommand = customerCommand('customer-delete', deleteUserRoute, neighbour, {
  done: 'Customer deleted',
  before: (outcome, { memo }) => {
    // The details may be closed by now, because an event told of the deletion before the answer came.
    if (outcome.kind === 'done' || outcome.kind === 'otherwise') goToRow(neighbour.safeParse(memo).data ?? null);
    if (outcome.kind !== 'done') return;
    forgetCustomer(outcome.reply.id);
    dropCustomer(outcome.reply.id);
  },
});

/** The memo has the fields of the form, without the password. */
export const addCustomerCommand = customerCommand(
  'customer-add',
  createUserRoute,
  z.object({ username: z.string(), email: z.string(), phone: z.string(), displayName: z.string(), name: z.string() }),
  {
    done: 'Customer created',
    restore: restoreNewCustomer,
    before: (outcome) => outcome.kind === 'done' && highlight(outcome.reply.data.id),
  },
);

/** The memo is the note. */
export const addNoteCommand = customerCommand('customer-note', addCustomerNoteRoute, z.string(), {
  done: 'Note saved',
  restore: (text, id) => restoreNote(id, text),
});

export const deleteNoteCommand = customerCommand('customer-note-delete', deleteCustomerNoteRoute, none, {
  done: 'Note deleted',
});

/** Gives or takes points. The memo has the typed fields. */
export const adjustPointsCommand = customerCommand(
  'points-adjust',
  adjustPointsRoute,
  z.object({ points: z.string(), reason: z.string() }),
  { done: 'Points adjusted', restore: (typed, id) => restorePoints(id, typed) },
);
