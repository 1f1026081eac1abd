import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { BodySent } from '#contract/route.ts';
import { convertStockRoute, transferStockRoute, transferTargetsRoute } from '#contract/transfers.ts';
import { toQuantityNumber } from '#domain/quantity.ts';
import { call } from '#web/api/call.ts';
import { isCallError, sentenceOf } from '#web/api/call-error.ts';
import { newUuid } from '#web/api/new-uuid.ts';
import { queryClient } from '#web/api/query-client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { useUser } from '#web/api/session.ts';
import { toast } from '#web/ui/toast.tsx';
import type { TransferLine } from './transfer-lines.ts';

/** Every location but the own one. */
export function useTransferTargets() {
  const { location_id: locationId } = useUser();
  return useQuery({
    queryKey: [...queryKeys.inventory, 'transfer-targets'],
    queryFn: ({ signal }) => call(transferTargetsRoute, { signal }),
    select: ({ data }) => data.filter(({ id }) => id !== locationId),
  });
}

/** The same key for as long as nothing is changed, so that a lost answer moves nothing twice. */
function useKeyFor() {
  const last = useRef({ body: '', key: '' });
  return (body: unknown): string => {
    const written = JSON.stringify(body);
    if (last.current.body !== written) last.current = { body: written, key: newUuid() };
    return last.current.key;
  };
}

function moved(): void {
  for (const queryKey of [queryKeys.inventory, queryKeys.history, queryKeys.products]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}

function refusalOf(error: unknown, nothing: string): string {
  if (isCallError(error) && error.ambiguous) {
    return `${sentenceOf(error)} It is not known whether it was done. Press the button again to find out: it is never done twice.`;
  }
  return `${nothing} ${sentenceOf(error)}`;
}

interface Sending {
  readonly to: number;
  readonly toName: string;
  readonly reason: string;
  readonly lines: readonly TransferLine[];
}

export function useTransfer() {
  const [busy, setBusy] = useState(false);
  const keyFor = useKeyFor();
  /** Null when it was sent; else why not, for the person. */
  async function send({ to, toName, reason, lines }: Sending): Promise<string | null> {
    const body: BodySent<typeof transferStockRoute> = {
      to_location_id: to,
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      items: lines.map(({ productId, variationId, quantityMilli }) => ({
        product_id: productId,
        variation_id: variationId,
        quantity: toQuantityNumber(quantityMilli),
      })),
    };
    setBusy(true);
    try {
      const { data } = await call(transferStockRoute, { body, idempotencyKey: keyFor(body) });
      moved();
      toast.success(`Transfer ${data.transfer_number} sent to ${toName}`);
      return null;
    } catch (error) {
      return refusalOf(error, 'Nothing was sent.');
    } finally {
      setBusy(false);
    }
  }
  return { busy, send };
}

export function useConversion() {
  const [busy, setBusy] = useState(false);
  const keyFor = useKeyFor();
  /** Null when it was done; else why not, for the person. */
  async function convert(body: BodySent<typeof convertStockRoute>): Promise<string | null> {
    setBusy(true);
    try {
      const { data } = await call(convertStockRoute, { body, idempotencyKey: keyFor(body) });
      moved();
      toast.success(`Conversion ${data.conversion_number} done`);
      return null;
    } catch (error) {
      return refusalOf(error, 'Nothing was converted.');
    } finally {
      setBusy(false);
    }
  }
  return { busy, convert };
}
