import { setStockRoute } from '#contract/inventory.ts';
import { refreshAttention } from '#web/entities/stock/attention.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { otherwiseWords } from '#web/api/commands/outcome.ts';
import { toast } from '#web/ui/status/toast.tsx';

/** Records that the shelf holds what the books say. The memo is the name of the item. */
export const countedCommand: CommandDefinition<typeof setStockRoute, string> = {
  kind: 'counted',
  route: setStockRoute,
  readMemo: (kept) => (typeof kept === 'string' ? kept : null),
  onOutcome: (outcome, { memo, title }, watched) => {
    void refreshAttention();
    if (watched) return;
    const name = typeof memo === 'string' ? memo : title;
    if (outcome.kind === 'refused') {
      toast.error(`${name} was not marked as counted. ${sentenceOf(outcome.error)}`);
    } else if (outcome.kind === 'otherwise') {
      const happened = 'This was saved before, perhaps with another number. Look at its history.';
      toast.error(`${name}: ${otherwiseWords(outcome.error, happened)}`);
    } else if (outcome.kind === 'done') toast.success(`${name} is counted`);
  },
};
