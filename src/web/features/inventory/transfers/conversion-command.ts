import { z } from 'zod';
import type { BodySent } from '#contract/route.ts';
import { convertStockRoute } from '#contract/transfers.ts';
import { toMilli, toQuantityNumber } from '#domain/quantity.ts';
import type { StockItem } from '#domain/stock.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { ownerNow } from '#web/api/commands/commands.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { keyAfterRefusal } from '#web/api/commands/outcome.ts';
import { beginnerOf, isOwnedBy } from '#web/api/commands/record.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { showInHistory } from '#web/entities/stock/show-in-history.ts';
import { toast } from '#web/ui/status/toast.tsx';
import type { ConversionWish } from './conversion-draft.ts';
import { keptForm } from './kept-form.ts';
import { type MovableItem, movableItem } from './movable-item.ts';

const milli = z.int().transform(toMilli);
const conversionDraft = z.object({
  from: movableItem,
  to: movableItem.nullable(),
  ratio: z.object({ inputMilli: milli, inputUnit: z.string(), outputMilli: milli, outputUnit: z.string() }),
  outputMilli: milli,
  weighedMilli: milli,
  reason: z.string(),
});

/** A conversion as it is filled in. */
export interface ConversionDraft extends ConversionWish {
  readonly from: MovableItem;
  readonly to: MovableItem | null;
  readonly reason: string;
}

function readDraft(kept: unknown): ConversionDraft | null {
  const read = conversionDraft.safeParse(kept);
  return read.success ? read.data : null;
}

export const keptConversion = keptForm<ConversionDraft>({
  name: 'conversion',
  read: readDraft,
  isWorthKeeping: ({ to, outputMilli, weighedMilli, reason }) =>
    to !== null || outputMilli > 0 || weighedMilli > 0 || reason.trim() !== '',
});

const wire = ({ productId, variationId }: StockItem) => ({ product_id: productId, variation_id: variationId });

export function conversionBody(
  { from, ratio, outputMilli, weighedMilli, reason }: ConversionDraft,
  to: StockItem,
): BodySent<typeof convertStockRoute> {
  return {
    from: wire(from),
    to: wire(to),
    output_quantity: toQuantityNumber(outputMilli),
    conversion_ratio: {
      input_amount: toQuantityNumber(ratio.inputMilli),
      input_unit: ratio.inputUnit.trim(),
      output_amount: toQuantityNumber(ratio.outputMilli),
      output_unit: ratio.outputUnit.trim(),
    },
    ...(weighedMilli > 0 ? { input_quantity: toQuantityNumber(weighedMilli) } : {}),
    ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
  };
}

export const conversionCommand: CommandDefinition<typeof convertStockRoute, ConversionDraft> = {
  kind: 'conversion',
  route: convertStockRoute,
  readMemo: readDraft,
  onOutcome: (outcome, command, watched) => {
    const memo = readDraft(command.memo);
    const isHere = isOwnedBy(command, ownerNow());
    if (outcome.kind === 'refused') {
      keptConversion.putBack(beginnerOf(command), command.key, memo, keyAfterRefusal(outcome.error, command.key));
      if (isHere && !watched) toast.error(`Nothing was converted. ${sentenceOf(outcome.error)}`);
      return;
    }
    keptConversion.settle(beginnerOf(command), command.key);
    fetchAgain('stock');
    if (!isHere) return;
    if (outcome.kind === 'done') {
      const { conversion_number: number } = outcome.reply.data;
      toast.success(`Conversion ${number} done`, showInHistory(number));
    } else toast.error('Stock was converted, but not with these details. Look at the history before you convert more.');
  },
};
