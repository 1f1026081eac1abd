import { z } from 'zod';
import { undoBulkEditRoute } from '#contract/bulk-edits.ts';
import { bulkChangeRoute } from '#contract/bulk-products.ts';
import type { ReplyOf } from '#contract/route.ts';
import { counted } from '#domain/counted.ts';
import type { CommandDefinition, CommandOutcome } from '#web/api/commands/definition.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { commands, ownerNow } from '#web/api/commands/commands.ts';
import { type CommandRecord, isOwnedBy } from '#web/api/commands/record.ts';
import { tellOutcome } from '#web/entities/command/tell-outcome.ts';
import { handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { tell } from '#web/ui/layers/prompts.tsx';
import { toast } from '#web/ui/status/toast.tsx';

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

export function leftAloneOf(
  reply: Pick<ReplyOf<typeof bulkChangeRoute>, 'results'>,
  sent: BulkMemo | null,
): LeftAlone[] {
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
      next: ({ changed, bulk_edit_id: id }) =>
        changed === 0
          ? null
          : { label: 'Undo', onPress: () => undoBulkEdit(id, changed, memo.safeParse(command.memo).data ?? null) },
    });
    tellLeftAlone(outcome, command, watched);
  },
};

/** Names the products that were left alone, where no form does. */
function tellLeftAlone(
  outcome: CommandOutcome<typeof bulkChangeRoute> | CommandOutcome<typeof undoBulkEditRoute>,
  command: CommandRecord,
  watched: boolean,
): void {
  if (outcome.kind !== 'done' || watched || !isOwnedBy(command, ownerNow())) return;
  const left = leftAloneOf(outcome.reply, memo.safeParse(command.memo).data ?? null);
  if (left.length === 0) return;
  void tell({
    title: `${counted(left.length, 'product')} left as ${left.length === 1 ? 'it is' : 'they are'}`,
    message: <LeftAloneList products={left} />,
  });
}

export const undoSubject = (bulkEditId: number): string => `undoing bulk edit ${bulkEditId}`;

/** Restores what a bulk edit replaced. Rule: catalogue/bulk-undo. */
export const undoBulkCommand: CommandDefinition<typeof undoBulkEditRoute, BulkMemo | null> = {
  kind: 'product-bulk-undo',
  route: undoBulkEditRoute,
  timeoutMs: 60_000,
  readMemo: (kept) => memo.safeParse(kept).data ?? null,
  onOutcome(outcome, command, watched) {
    void queryClient.invalidateQueries({ queryKey: [...queryKeys.managedProducts, 'one'] });
    tellOutcome(outcome, command, watched, { done: ({ changed }) => `${counted(changed, 'product')} as before` });
    tellLeftAlone(outcome, command, watched);
  },
};

/** The selection and the toast disappear with the focus; the list has it then. */
export const focusList = (): void =>
  handFocusOn(() => document.querySelector<HTMLElement>('[role=grid] [data-record][tabindex="0"]'));

/** Undoes a bulk edit at once. @param sent the names of its products */
function undoBulkEdit(id: number, products: number, sent: BulkMemo | null): void {
  const title = `Undo the change of ${counted(products, 'product')}`;
  focusList();
  void commands
    .send(undoBulkCommand, { subject: undoSubject(id), title, memo: sent, params: { id: String(id) } })
    .then((isSent) => {
      if (!isSent) toast.info(`${title}: not sent. Sign in again, or wait for the undo that is still being saved.`);
    });
}
