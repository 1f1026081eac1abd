import type { BodySent, ReplyOf } from '#contract/route.ts';
import { applyAuditBatchRoute } from '#contract/stock-adjustments.ts';
import { toQuantityNumber } from '#domain/quantity.ts';
import { call } from '#web/api/call.ts';
import { queryClient } from '#web/api/query-client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { applyFetchedStock, stockClock } from '#web/api/stock.ts';
import { milliOfWire } from '#web/api/wire-products.ts';
import { toast } from '#web/ui/toast.tsx';
import { countedMilli, itemOfKey, type PendingCounts } from './pending.ts';
import { pendingNow } from './pending-store.ts';
import { createSubmission, SEND_TIMEOUT_MS } from './submission.ts';

type AuditBody = BodySent<typeof applyAuditBatchRoute>;
export type AppliedAudit = ReplyOf<typeof applyAuditBatchRoute>['data'];

/** Deltas, so that what was sold meanwhile stays sold; a counted line says both figures too. Source: design §4.7. */
function auditBody(name: string, description: string, counts: PendingCounts, locationId: number): AuditBody {
  return {
    batch_name: name.trim(),
    batch_description: description.trim(),
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

/** Source: spec §4, "After successful audit", and §8. */
export const auditSubmission = createSubmission<AuditBody, AppliedAudit>({
  kind: 'audit',
  post: async (body, idempotencyKey) => {
    const startedAt = stockClock();
    const { data } = await call(applyAuditBatchRoute, { body, idempotencyKey, timeoutMs: SEND_TIMEOUT_MS });
    applyFetchedStock(
      startedAt,
      data.entries.map((entry) => ({
        productId: entry.product_id,
        variationId: entry.variation_id,
        quantityMilli: milliOfWire(entry.new_stock),
      })),
    );
    return data;
  },
  onDone: ({ audit_number: number }) => {
    toast.success(`Success, audit ${number} created`);
    for (const queryKey of [queryKeys.products, queryKeys.inventory, queryKeys.history]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  },
  onFailed: () => toast.error('Error: Failed to create audit'),
});

/** Applies what is pending as one audit; true when it is created. Nothing happens with nothing pending (spec §5). */
export async function createAudit(name: string, description: string): Promise<boolean> {
  const { counts, owner } = pendingNow();
  if (counts.size === 0 || owner?.locationId == null || name.trim() === '') return false;
  return auditSubmission.submit(auditBody(name, description, counts, owner.locationId));
}
