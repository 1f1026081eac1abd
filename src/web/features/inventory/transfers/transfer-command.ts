import { z } from 'zod';
import type { BodySent } from '#contract/route.ts';
import { transferStockRoute } from '#contract/transfers.ts';
import { toMilli, toQuantityNumber } from '#domain/quantity.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { ownerNow } from '#web/api/commands/commands.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { keyAfterRefusal } from '#web/api/commands/outcome.ts';
import { beginnerOf, isOwnedBy } from '#web/api/commands/record.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { showInHistory } from '#web/entities/stock/show-in-history.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { keptForm } from './kept-form.ts';
import { movableItem } from './movable-item.ts';
import { sentLines, type TransferLine } from './transfer-lines.ts';

const transferDraft = z.object({
  lines: z.array(movableItem.extend({ quantityMilli: z.int().transform(toMilli) })),
  to: z.int().nullable(),
  toName: z.string(),
  reason: z.string(),
});

/** A transfer as it is filled in. */
export interface TransferDraft {
  readonly lines: readonly TransferLine[];
  readonly to: number | null;
  readonly toName: string;
  readonly reason: string;
}

export const EMPTY_TRANSFER: TransferDraft = { lines: [], to: null, toName: '', reason: '' };

function readDraft(kept: unknown): TransferDraft | null {
  const read = transferDraft.safeParse(kept);
  return read.success ? read.data : null;
}

export const keptTransfer = keptForm<TransferDraft>({
  name: 'transfer',
  read: readDraft,
  isWorthKeeping: ({ lines }) => sentLines(lines).length > 0,
});

export function transferBody({ lines, reason }: TransferDraft, to: number): BodySent<typeof transferStockRoute> {
  return {
    to_location_id: to,
    ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    items: sentLines(lines).map(({ productId, variationId, quantityMilli }) => ({
      product_id: productId,
      variation_id: variationId,
      quantity: toQuantityNumber(quantityMilli),
    })),
  };
}

export const transferCommand: CommandDefinition<typeof transferStockRoute, TransferDraft> = {
  kind: 'transfer',
  route: transferStockRoute,
  readMemo: readDraft,
  onOutcome: (outcome, command, watched) => {
    const memo = readDraft(command.memo);
    const isHere = isOwnedBy(command, ownerNow());
    if (outcome.kind === 'refused') {
      keptTransfer.putBack(beginnerOf(command), command.key, memo, keyAfterRefusal(outcome.error, command.key));
      if (isHere && !watched) toast.error(`Nothing was sent. ${sentenceOf(outcome.error)}`);
      return;
    }
    keptTransfer.settle(beginnerOf(command), command.key);
    fetchAgain('stock');
    if (!isHere) return;
    if (outcome.kind === 'done') {
      const { transfer_number: number } = outcome.reply.data;
      toast.success(`Transfer ${number} sent to ${memo?.toName ?? 'the other location'}`, showInHistory(number));
    } else toast.error('The transfer was sent, but not with these details. Look at the history before you send more.');
  },
};
