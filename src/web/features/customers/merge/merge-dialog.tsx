import { useEffect, useRef, useState } from 'react';
import { customerName } from '#domain/customer-search.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere, tellOfOther } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { useCustomer } from '../customers-queries.ts';
import { expand } from '../list/customers-address.ts';
import { goToRow } from '../list/customers-state.ts';
import { openTool } from '../tools/tool-state.ts';
import { ChooseOther } from './choose-other.tsx';
import { MergeComparison } from './merge-comparison.tsx';
import { MERGE_SUBJECT, mergeCommand } from './merge-commands.ts';
import { useMergePreview } from './merge-queries.ts';

interface Two {
  readonly keptId: number;
  readonly mergedId: number;
}

const close = () => openTool(null);

/**
 * Merges two accounts of one person, in two steps: choose the other account, then compare both. Rule: customers/merged.
 * @param customerId the customer it was opened for, kept unless the two are swapped
 * @param otherId the other customer, when already chosen
 */
export function MergeDialog({ customerId, otherId }: { customerId: number; otherId?: number }) {
  const [two, setTwo] = useState<Two | null>(otherId === undefined ? null : { keptId: customerId, mergedId: otherId });
  const [refused, setRefused] = useState<string | null>(null);
  const command = useCommand(mergeCommand, MERGE_SUBJECT, (outcome, memo, here) => {
    // Another window merged two other accounts than the ones chosen here.
    if (!here && (two !== null || outcome.kind !== 'refused')) return tellOfOther(outcome);
    if (outcome.kind === 'done') {
      close();
      const { kept_id: keptId } = outcome.reply.data;
      expand(keptId, true);
      goToRow(keptId);
      return;
    }
    if (outcome.kind === 'refused') {
      if (memo) setTwo(memo);
      setRefused(`Nothing was merged. ${sentenceOf(outcome.error)}`);
      return;
    }
    if (outcome.kind === 'elsewhere') {
      tellElsewhere(outcome.state);
      if (outcome.state === 'refused') return;
    }
    close();
  });
  // An open merge is shown until its answer is known, even if the dialog was opened for another customer.
  const shown = command.memo ?? two;
  const isSent = command.open !== null;
  const { data: customer } = useCustomer(customerId);
  const field = useRef<HTMLInputElement>(null);

  if (!shown) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        size="lg"
        initialFocus={field}
        title={customer ? `Merge ${customerName(customer)} with` : 'Merge customers'}
        description="Two accounts of one person become one. You see the result before anything changes."
      >
        <ChooseOther
          customerId={customerId}
          field={field}
          onChoose={(mergedId) => {
            setRefused(null);
            setTwo({ keptId: customerId, mergedId });
          }}
        />
      </Dialog>
    );
  }
  return (
    <Preview
      two={shown}
      isSent={isSent}
      refused={refused}
      checking={<Checking what="merge" command={command.open} />}
      onSwap={() => setTwo({ keptId: shown.mergedId, mergedId: shown.keptId })}
      onBack={() => {
        setRefused(null);
        setTwo(null);
      }}
      onMerge={(versions) => {
        setRefused(null);
        void command.send({
          title: `Merge customer #${shown.mergedId} into #${shown.keptId}`,
          memo: shown,
          params: { id: String(shown.keptId) },
          body: { merge_id: shown.mergedId, ...versions },
        });
      }}
    />
  );
}

function Preview({
  two: { keptId, mergedId },
  isSent,
  refused,
  checking,
  onSwap,
  onBack,
  onMerge,
}: {
  two: Two;
  isSent: boolean;
  refused: string | null;
  checking: React.ReactNode;
  onSwap: () => void;
  onBack: () => void;
  onMerge: (versions: { expected_version: number; merge_version: number }) => void;
}) {
  const { data, error, refetch, isPlaceholderData } = useMergePreview(keptId, mergedId);
  const alert = useRef<HTMLParagraphElement>(null);
  const isGone = error !== null && !isSent;
  useEffect(() => {
    if (refused !== null) handFocusOn(() => alert.current);
  }, [refused]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      size="lg"
      title="Merge customers"
      description={data && `${customerName(data.kept)} is kept; ${customerName(data.merged)} leaves every list.`}
      footer={
        <>
          <Button onClick={isSent ? close : onBack}>{isSent ? 'Close' : 'Choose another'}</Button>
          <Button
            variant="primary"
            busy={isSent}
            disabled={!isSent && (isGone || !data || isPlaceholderData)}
            onClick={() => data && onMerge({ expected_version: data.kept.version, merge_version: data.merged.version })}
          >
            {isSent ? 'Merging...' : 'Merge'}
          </Button>
        </>
      }
    >
      {refused !== null && (
        <p
          ref={alert}
          role="alert"
          tabIndex={-1}
          className="mb-3 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink"
        >
          {refused} {!isGone && 'The comparison below is up to date.'}
        </p>
      )}
      {isGone ? (
        <ErrorPanel title="These customers cannot be merged" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <MergeComparison preview={data} disabled={isSent} busy={isPlaceholderData} onSwap={onSwap} />
      ) : (
        <LoadingPanel label="Loading both customers..." />
      )}
      <div className="mt-3">{checking}</div>
    </Dialog>
  );
}
