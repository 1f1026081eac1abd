import { create } from 'zustand';
import type { BodySent, ReplyOf } from '#contract/route.ts';
import { applyAuditBatchRoute } from '#contract/stock-adjustments.ts';
import { toQuantityNumber } from '#domain/quantity.ts';
import { call } from '#web/api/call.ts';
import { isCallError } from '#web/api/call-error.ts';
import { queryClient } from '#web/api/query-client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { applyFetchedStock, stockClock } from '#web/api/stock.ts';
import { milliOfWire } from '#web/api/wire-products.ts';
import { toast } from '#web/ui/toast.tsx';
import { countedMilli, itemOfKey, type PendingCounts } from './pending.ts';
import { pendingNow } from './pending-store.ts';

export type AuditBody = BodySent<typeof applyAuditBatchRoute>;
export type AppliedAudit = ReplyOf<typeof applyAuditBatchRoute>['data'];

/** A large count takes its time. */
const TIMEOUT_MS = 60_000;

interface Submission {
  readonly busy: boolean;
  /** Why the last one was not created; null when none failed. */
  readonly error: unknown;
  /** It may be saved: the answer is not known. */
  readonly isUnknown: boolean;
  /** What the last audit did, until it is dismissed. */
  readonly applied: AppliedAudit | null;
}

const IDLE: Submission = { busy: false, error: null, isUnknown: false, applied: null };

export const useAuditSubmission = create<Submission>(() => IDLE);

export function dismissApplied(): void {
  useAuditSubmission.setState({ applied: null });
}

export function forgetAuditError(): void {
  useAuditSubmission.setState({ error: null });
}

/** Deltas, so that what was sold meanwhile stays sold; a counted line says both figures too. Source: design §4.7. */
export function auditBody(name: string, description: string, counts: PendingCounts, locationId: number): AuditBody {
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

/** Applies what is pending as one audit; true when it is created. Locked until the answer is known. */
export async function createAudit(name: string, description: string): Promise<boolean> {
  const { counts, owner, send } = pendingNow();
  if (counts.size === 0 || owner?.locationId == null || name.trim() === '') return false;
  const body = auditBody(name, description, counts, owner.locationId);
  const key = send('audit', body);
  return key === null ? false : ask(key, body);
}

/** Asks again for the answer to what was sent, with the same key: it is never applied twice. */
export async function askAboutAudit(): Promise<boolean> {
  const { sent } = pendingNow();
  if (sent?.kind !== 'audit' || useAuditSubmission.getState().busy) return false;
  return ask(sent.key, sent.body as AuditBody);
}

async function ask(key: string, body: AuditBody): Promise<boolean> {
  useAuditSubmission.setState({ busy: true, error: null });
  const startedAt = stockClock();
  try {
    const { data } = await call(applyAuditBatchRoute, { body, idempotencyKey: key, timeoutMs: TIMEOUT_MS });
    applyFetchedStock(
      startedAt,
      data.entries.map((entry) => ({
        productId: entry.product_id,
        variationId: entry.variation_id,
        quantityMilli: milliOfWire(entry.new_stock),
      })),
    );
    pendingNow().settleDone(key);
    useAuditSubmission.setState({ busy: false, isUnknown: false, applied: data });
    toast.success(`Success, audit ${data.audit_number} created`);
    for (const queryKey of [queryKeys.products, queryKeys.inventory, queryKeys.history]) {
      void queryClient.invalidateQueries({ queryKey });
    }
    return true;
  } catch (error) {
    const isUnknown = isCallError(error) && error.ambiguous;
    if (!isUnknown) pendingNow().settleRefused(key);
    useAuditSubmission.setState({ busy: false, error, isUnknown });
    toast.error('Error: Failed to create audit');
    return false;
  }
}
