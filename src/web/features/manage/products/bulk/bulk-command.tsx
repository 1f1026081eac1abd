import { z } from 'zod';
import { bulkChangeRoute } from '#contract/bulk-products.ts';
import type { ReplyOf } from '#contract/route.ts';
import { counted } from '#domain/counted.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { ownerNow } from '#web/api/commands/commands.ts';
import { isOwnedBy } from '#web/api/commands/record.ts';
import { tellOutcome } from '#web/entities/command/tell-outcome.ts';
import { tell } from '#web/ui/layers/prompts.tsx';

/** One change at a time, for any products. */
export const BULK_SUBJECT = 'chosen products';

/** Product names by id, for the list of products that were left alone. */
const memo = z.object({ names: z.record(z.string(), z.string()) });
type BulkMemo = z.output<typeof memo>;

export interface LeftAlone {
  readonly id: number;
  readonly name: string;
  readonly error: string;
}

export function leftAloneOf(reply: ReplyOf<typeof bulkChangeRoute>, sent: BulkMemo | null): LeftAlone[] {
  return reply.results.flatMap(({ id, name, error }) =>
    error === null ? [] : [{ id, name: name ?? sent?.names[id] ?? `#${id}`, error }],
  );
}

export function LeftAloneList({ products }: { products: readonly LeftAlone[] }) {
  return (
    <ul aria-label="Left as they are" className="flex max-h-72 flex-col gap-1.5 overflow-y-auto">
      {products.map(({ id, name, error }) => (
        <li key={id}>
          <span className="font-medium text-ink">{name}</span> <span className="text-ink-2">{error}</span>
        </li>
      ))}
    </ul>
  );
}

/** Changes the chosen products. Rule: catalogue/bulk-edit. */
export const bulkEditCommand: CommandDefinition<typeof bulkChangeRoute, BulkMemo> = {
  kind: 'product-bulk',
  route: bulkChangeRoute,
  // Up to five hundred products, with a transaction for each.
  timeoutMs: 60_000,
  readMemo: (kept) => memo.safeParse(kept).data ?? null,
  onOutcome(outcome, command, watched) {
    void queryClient.invalidateQueries({ queryKey: [...queryKeys.managedProducts, 'one'] });
    tellOutcome(outcome, command, watched, {
      done: ({ changed }) => `${counted(changed, 'product')} changed`,
    });
    if (outcome.kind !== 'done' || watched || !isOwnedBy(command, ownerNow())) return;
    const left = leftAloneOf(outcome.reply, memo.safeParse(command.memo).data ?? null);
    if (left.length > 0) {
      void tell({
        title: `${counted(left.length, 'product')} left as before`,
        message: <LeftAloneList products={left} />,
      });
    }
  },
};
