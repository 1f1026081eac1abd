import { Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Customer } from '#contract/customers.ts';
import type { CustomerMerge } from '#contract/customer-merges.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { takeMergeWish, useMergeWish } from '#web/entities/customer/merge-wish.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { displayDay } from '#web/ui/dates.ts';
import { ask } from '#web/ui/layers/prompts.tsx';
import { expand } from '../list/customers-address.ts';
import { goToRow, showBanner } from '../list/customers-state.ts';
import { undoMergeCommand, undoSubject } from './merge-commands.ts';
import { useMerges } from './merge-queries.ts';
import { maybeBelowZeroWords, mergeState, movedWords } from './merge-words.ts';

/** Lists the accounts that were merged into this customer; draws nothing without any. Rule: customers/merge-undone. */
export function Merges({ customer: { id, points_balance: balance } }: { customer: Customer }) {
  const { data = [], error, isPending, isFetching, refetch } = useMerges(id);
  const isMissed = useMergeWish(({ undo }) => undo?.keptId === id && data.every((merge) => merge.id !== undo.mergeId));
  const isRead = !isPending && !isFetching;
  const dropWish = useEffectEvent(() => {
    if (takeMergeWish() && error === null) showBanner('The merge to undo is not among those of this customer.');
  });
  useEffect(() => {
    if (isMissed && isRead) dropWish();
  }, [isMissed, isRead]);
  if (error !== null && data.length === 0) {
    return (
      <p role="alert" className="text-danger-ink">
        The merges of this customer could not be loaded. {sentenceOf(error)}{' '}
        <Button size="sm" onClick={() => void refetch()}>
          Retry
        </Button>
      </p>
    );
  }
  if (data.length === 0) return null;
  return (
    <section aria-label="Merged accounts" className="min-w-0">
      <h3 className="mb-1.5 text-xs font-medium text-ink-3">Merged accounts</h3>
      <ul className="flex max-h-56 flex-col gap-2.5 overflow-y-auto">
        {data.map((merge) => (
          <MergeRow key={merge.id} merge={merge} balance={balance} />
        ))}
      </ul>
    </section>
  );
}

function MergeRow({ merge, balance }: { merge: CustomerMerge; balance: number }) {
  const { time_zone: timeZone } = useUser();
  const mayUndo = useMay('manage-customers');
  const [now] = useState(() => new Date());
  const { open, words } = mergeState(merge, now, timeZone);
  const { id, merged_id: mergedId, merged_name: name } = merge;
  const command = useCommand(undoMergeCommand, undoSubject(id), (outcome) => {
    if (outcome.kind === 'done') {
      expand(mergedId, true);
      // The Undo button, which had the focus, is gone.
      goToRow(merge.kept_id);
    }
    if (outcome.kind === 'refused') showBanner(`The merge was not undone. ${sentenceOf(outcome.error)}`);
  });

  async function undo(): Promise<void> {
    const belowZero = maybeBelowZeroWords(merge, balance);
    const confirmed = await ask({
      title: `Undo the merge of ${name}`,
      message: (
        <>
          <p>
            {name} #{mergedId} becomes a separate customer again and gets back {movedWords(merge)}, with later changes
            to the points of those orders.
          </p>
          {belowZero !== '' && <p className="mt-2">{belowZero}</p>}
          <p className="mt-2">Later sales and changes stay with this customer.</p>
        </>
      ),
      confirmLabel: 'Undo merge',
    });
    if (!confirmed) return;
    await command.send({
      title: `Undo the merge of customer #${mergedId}`,
      memo: null,
      params: { id: String(id) },
    });
  }

  const isWished = useMergeWish((wish) => wish.undo?.mergeId === id);
  const takeWish = useEffectEvent(() => {
    if (!takeMergeWish()) return;
    if (!open) showBanner(`Merge of ${name}: ${words}.`);
    else if (!mayUndo) showBanner(`You may not undo the merge of ${name}.`);
    else if (command.open !== null) showBanner(`The merge of ${name} is being undone already.`);
    else void undo();
  });
  useEffect(() => {
    if (isWished) takeWish();
  }, [isWished]);

  return (
    <li className="flex flex-col gap-2 border-l-2 border-line-strong pl-2.5">
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <p className="wrap-anywhere">
            {name} <span className="text-ink-3">#{mergedId}</span>
          </p>
          <p className="text-xs text-ink-3">
            {displayDay(merge.merged_at, timeZone)} by {merge.merged_by}, with {movedWords(merge)}. {words}.
          </p>
        </div>
        {open && mayUndo && (
          <Button
            size="sm"
            busy={command.open !== null}
            aria-label={`Undo the merge of ${name}`}
            icon={<Undo2 aria-hidden className="size-3.5" />}
            onClick={() => void undo()}
          >
            Undo
          </Button>
        )}
      </div>
      <Checking what="change" command={command.open} />
    </li>
  );
}
