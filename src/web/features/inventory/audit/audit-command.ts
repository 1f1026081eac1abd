import { z } from 'zod';
import type { BodySent, ReplyOf } from '#contract/route.ts';
import { applyAuditBatchRoute } from '#contract/stock-adjustments.ts';
import { toMilli, toQuantityNumber } from '#domain/quantity.ts';
import { ownerNow } from '#web/api/commands/commands.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { keyAfterRefusal } from '#web/api/commands/outcome.ts';
import { beginnerOf, isOwnedBy } from '#web/api/commands/record.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { showInHistory } from '#web/entities/stock/show-in-history.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { countedMilli, itemOfKey, type PendingCounts } from '../pending/pending.ts';
import { putPendingBack, settlePending } from '../pending/pending-store.ts';

/** A large audit takes this long to apply. */
export const SEND_TIMEOUT_MS = 60_000;

export type AppliedAudit = ReplyOf<typeof applyAuditBatchRoute>['data'];

const milli = z.int().transform(toMilli);
const auditMemo = z.object({
  name: z.string(),
  description: z.string(),
  counts: z.map(z.string(), z.object({ deltaMilli: milli, seenMilli: milli, counted: z.boolean() })),
});

/** An audit as it was sent. */
export interface AuditMemo {
  readonly name: string;
  readonly description: string;
  readonly counts: PendingCounts;
}

/**
 * Name and description as they are typed; null for a name that nobody has changed. Closing the form keeps them; creating
 * the audit clears them.
 */
export const useAuditDraft = perOwner<{ name: string | null; description: string }>(() => ({
  name: null,
  description: '',
}));

/** The last created audit, until it is dismissed. */
export const useAppliedAudit = perOwner<{ audit: AppliedAudit | null }>(() => ({ audit: null }));

/** Lines are sent as changes, so that sales made while counting are kept. A counted line contains both figures, too. */
export function auditBody(
  { name, description, counts }: AuditMemo,
  locationId: number,
): BodySent<typeof applyAuditBatchRoute> {
  return {
    batch_name: name,
    batch_description: description,
    location_id: locationId,
    adjustments: [...counts].map(([key, count]) => {
      const { productId, variationId } = itemOfKey(key);
      return {
        product_id: productId,
        variation_id: variationId,
        adjustment_quantity: toQuantityNumber(count.deltaMilli),
        ...(count.counted && {
          counted_quantity: toQuantityNumber(countedMilli(count)),
          system_quantity: toQuantityNumber(count.seenMilli),
        }),
      };
    }),
  };
}

function readMemo(kept: unknown): AuditMemo | null {
  const read = auditMemo.safeParse(kept);
  return read.success ? read.data : null;
}

/**
 * Creates an audit of the pending counts. They belong to the person who counted them at that location, and the outcome
 * updates them, whoever is at the till by then.
 */
export const auditCommand: CommandDefinition<typeof applyAuditBatchRoute, AuditMemo> = {
  kind: 'audit',
  route: applyAuditBatchRoute,
  readMemo,
  timeoutMs: SEND_TIMEOUT_MS,
  onOutcome: (outcome, command) => {
    const counts: PendingCounts = readMemo(command.memo)?.counts ?? new Map();
    const beginner = beginnerOf(command);
    const isHere = isOwnedBy(command, ownerNow());
    if (outcome.kind === 'refused') {
      putPendingBack(beginner, { counts }, command.key, keyAfterRefusal(outcome.error, command.key));
      if (isHere) toast.error('Error: Failed to create audit');
      return;
    }
    settlePending(beginner, 'counts', command.key);
    fetchAgain('stock');
    if (isOwnedBy({ owner: beginner }, ownerNow())) useAuditDraft.setState(useAuditDraft.getInitialState());
    if (!isHere) return;
    if (outcome.kind === 'done') {
      if (command.begunBy === null) useAppliedAudit.setState({ audit: outcome.reply.data });
      const { audit_number: number } = outcome.reply.data;
      toast.success(`Success, audit ${number} created`, showInHistory(number));
    } else toast.error('The audit was saved, but not as it was sent. Look at the history before you count again.');
  },
};
