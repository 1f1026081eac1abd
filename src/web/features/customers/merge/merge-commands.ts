import { z } from 'zod';
import { mergeCustomersRoute, undoCustomerMergeRoute } from '#contract/customer-merges.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { customerCommand } from '../customer-commands.ts';
import { dropCustomer } from '../customers-queries.ts';
import { forgetCustomer, highlight, showBanner } from '../list/customers-state.ts';
import { notReturnedWords, undoneWords } from './merge-words.ts';

/** Only one merge can be open at a time. */
export const MERGE_SUBJECT = 'merge of customers';
export const undoSubject = (mergeId: number) => `undoing merge ${mergeId}`;

/** Merges one customer into another. The memo has the ids of both. */
export const mergeCommand = customerCommand(
  'customer-merge',
  mergeCustomersRoute,
  z.object({ keptId: z.int(), mergedId: z.int() }),
  {
    done: 'Customers merged',
    before: (outcome) => {
      if (outcome.kind !== 'done') return;
      const { kept_id: keptId, merged_id: mergedId } = outcome.reply.data;
      forgetCustomer(mergedId);
      dropCustomer(mergedId);
      highlight(keptId);
      // The orders now belong to the other customer.
      fetchAgain('orders');
    },
  },
);

export const undoMergeCommand = customerCommand('customer-unmerge', undoCustomerMergeRoute, z.null(), {
  done: ({ points_balance: balance }) => undoneWords(balance),
  before: (outcome) => {
    if (outcome.kind !== 'done') return;
    const { kept_id: keptId, merged_id: mergedId } = outcome.reply.data;
    highlight(keptId);
    highlight(mergedId);
    fetchAgain('orders');
    const notReturned = notReturnedWords(outcome.reply.data.merged_name, outcome.reply.not_returned);
    if (notReturned !== '') showBanner(notReturned);
  },
});
