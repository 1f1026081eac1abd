import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { bulkEditRoute } from '#contract/bulk-edits.ts';
import type { bulkChangeRoute } from '#contract/bulk-products.ts';
import type { ReplyOf } from '#contract/route.ts';
import { counted } from '#domain/counted.ts';
import { call } from '#web/api/call/call.ts';
import { type CallError, sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { useUser } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { displayInstant } from '#web/ui/dates.ts';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { useBlueprints } from '../../blueprints/blueprint-commands.ts';
import { leftAloneOf, LeftAloneList, undoBulkCommand, undoSubject } from './bulk-command.tsx';
import { BulkPreviewTable } from './bulk-preview.tsx';

/** Previews and undoes an earlier bulk edit. Rule: catalogue/bulk-undo. */
export function BulkUndo({ id, onClose }: { id: number; onClose: () => void }) {
  const { time_zone: timeZone } = useUser();
  const { data: blueprints } = useBlueprints();
  const rules = useMemo(() => blueprints?.flatMap(({ fields }) => fields) ?? [], [blueprints]);
  const edit = useQuery({
    queryKey: [...queryKeys.managedProducts, 'one', 'bulk edit', id],
    queryFn: async ({ signal }) => (await call(bulkEditRoute, { params: { id: String(id) }, signal })).data,
    staleTime: 0,
  });
  const [refused, setRefused] = useState<CallError | null>(null);
  const [reply, setReply] = useState<Pick<ReplyOf<typeof bulkChangeRoute>, 'changed' | 'results'> | null>(null);
  const command = useCommand(undoBulkCommand, undoSubject(id), (outcome, _memo, here) => {
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'refused') return setRefused(outcome.error);
    if (outcome.kind !== 'done' || !here) return;
    if (leftAloneOf(outcome.reply, null).length === 0) return onClose();
    setReply(outcome.reply);
  });
  const isSent = command.open !== null;
  const changing = edit.data?.products.filter(({ changes }) => changes.length > 0) ?? [];
  const names = Object.fromEntries(edit.data?.products.map((one) => [one.id, one.name]) ?? []);
  const left = reply && leftAloneOf(reply, { names });

  function undo() {
    setRefused(null);
    void command.send({
      title: `Undo the change of ${counted(changing.length, 'product')}`,
      memo: { names },
      params: { id: String(id) },
    });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title="Undo this bulk edit"
      footer={
        left !== null ? (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button disabled={isSent} onClick={onClose}>
              Back
            </Button>
            <Button variant="primary" busy={isSent} disabled={!isSent && changing.length === 0} onClick={undo}>
              {changing.length === 0 ? 'Nothing to undo' : `Undo for ${counted(changing.length, 'product')}`}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <Checking what="change" command={command.open} />
        {refused && (
          <p role="alert" className="text-sm text-danger-ink">
            {sentenceOf(refused)}
          </p>
        )}
        {left !== null ? (
          <div role="alert" className="flex flex-col gap-1.5 text-sm">
            <p>{counted(reply?.changed ?? 0, 'product')} as before.</p>
            <p className="text-danger-ink">{counted(left.length, 'product')} left alone:</p>
            <LeftAloneList products={left} />
          </div>
        ) : edit.isPending ? (
          <LoadingPanel label="Loading the bulk edit..." />
        ) : !edit.data ? (
          <ErrorPanel title="Error Loading the Bulk Edit" error={edit.error} onRetry={() => edit.refetch()} />
        ) : (
          <>
            <p className="text-sm text-ink-2">
              {edit.data.made_by ?? 'A program'} changed these products together on{' '}
              {displayInstant(edit.data.made_at, timeZone)}.
            </p>
            <BulkPreviewTable previews={edit.data.products} rules={rules} />
          </>
        )}
      </div>
    </Dialog>
  );
}
