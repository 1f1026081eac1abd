import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Route } from '#contract/route.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { type FormCommand, useCommand } from '#web/api/commands/commands.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere, tellOfOther } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ChooseCsv } from '#web/ui/files/choose-file.tsx';
import { type ChosenFile, readChosen } from '#web/ui/files/chosen-file.ts';
import type { FilePlan } from '#web/ui/files/import-parts.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { focusAtOnce, isFocusFree } from '#web/ui/layers/hand-focus.ts';
import { dialogOf } from '#web/ui/layers/layers.ts';
import { ErrorPanel } from '#web/ui/status/panels.tsx';
import { Spinner } from '#web/ui/status/spinner.tsx';
import { type FileImport, useFilePreview } from './file-import.ts';

export interface PlanProps<Choice, Plan> {
  readonly plan: Plan;
  readonly choice: Choice;
  /** A preview with other choices is running. */
  readonly busy: boolean;
  readonly fileName: string;
  readonly onChoice: (choice: Choice) => void;
}

/**
 * Imports a CSV file after a preview: all rows or none.
 * @param hint says which columns such a file may have
 * @param Effects shows the effects of the import, with the choices that somebody has
 */
export function ImportDialog<Choice, Plan extends FilePlan, R extends Route, Memo extends { fileName: string }>({
  of,
  hint,
  Effects,
  onClose,
}: {
  of: FileImport<Choice, Plan, R, Memo>;
  hint: ReactNode;
  Effects: ComponentType<PlanProps<Choice, Plan>>;
  onClose: () => void;
}) {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [choice, setChoice] = useState(of.asItIs);
  const [refused, setRefused] = useState<string | null>(null);
  const preview = useFilePreview(of, file, choice);
  const command = useCommand(of.command, of.subject, (outcome, _, here) => {
    // Another window sent a file, not the one chosen here. The preview may now find its records.
    if (!here && (file !== null || outcome.kind !== 'refused')) {
      if (file !== null) void preview.refetch();
      return tellOfOther(outcome);
    }
    if (outcome.kind === 'refused') {
      setRefused(sentenceOf(outcome.error));
      void preview.refetch();
      return;
    }
    if (outcome.kind === 'elsewhere') {
      tellElsewhere(outcome.state);
      if (outcome.state === 'refused') return;
    }
    onClose();
  });
  const { data: plan, isFetching: isTrying } = preview;
  const count = plan ? of.count(plan) : 0;
  const mayRun = !isTrying && plan?.problems.length === 0 && count > 0;

  const go = useRef<HTMLButtonElement>(null);
  const isPlanned = plan !== undefined;
  // A file without problems needs Enter only, unless somebody has gone to another control meanwhile. The dialog took the focus when
  // the chooser disappeared.
  useEffect(() => {
    const hasNoControl = isFocusFree() || document.activeElement === dialogOf(go.current);
    if (isPlanned && hasNoControl) focusAtOnce(go.current);
  }, [isPlanned]);

  async function choose(chosen: File): Promise<void> {
    setRefused(null);
    const read = await readChosen(chosen);
    if ('refused' in read) {
      setFile(null);
      return setRefused(read.refused);
    }
    setChoice(of.asItIs);
    setFile(read);
  }

  function run(): void {
    if (!file || !mayRun || command.open !== null) return;
    setRefused(null);
    void command.send(of.toSend(file, choice, count));
  }

  if (command.open !== null) return <Running of={of} command={command} onClose={onClose} />;
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={of.title}
      description={file?.name ?? of.from}
      footer={
        file && (
          <>
            <Button className="mr-auto" variant="ghost" onClick={() => setFile(null)}>
              Choose another file
            </Button>
            <Button onClick={onClose}>Cancel</Button>
            <Button ref={go} variant="primary" disabled={!mayRun} onClick={run}>
              {mayRun ? `Import ${of.words(count)}` : 'Import'}
            </Button>
          </>
        )
      }
    >
      {!file ? (
        <ChooseCsv refused={refused} onFile={(chosen) => void choose(chosen)}>
          {hint}
        </ChooseCsv>
      ) : preview.isError && !isTrying ? (
        <ErrorPanel
          title="The file could not be checked"
          error={preview.error}
          onRetry={() => void preview.refetch()}
        />
      ) : plan ? (
        <div className="flex flex-col gap-5 text-sm">
          {refused !== null && (
            <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger-ink">
              {refused} The list below is up to date.
            </p>
          )}
          <Effects
            plan={plan}
            choice={choice}
            busy={isTrying}
            fileName={file.name}
            onChoice={(next) => {
              setRefused(null);
              setChoice(next);
            }}
          />
        </div>
      ) : (
        <div role="status" className="flex items-center gap-3 py-10 text-base">
          <Spinner className="size-5 text-accent-ink" />
          {of.reading}
        </div>
      )}
    </Dialog>
  );
}

/** An import that was sent and has no answer yet. */
function Running<Choice, Plan extends FilePlan, R extends Route, Memo extends { fileName: string }>({
  of,
  command: { open, memo },
  onClose,
}: {
  of: FileImport<Choice, Plan, R, Memo>;
  command: FormCommand<R, Memo>;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={of.title}
      description={memo?.fileName}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div role="status" className="flex items-center gap-3 py-6 text-base">
        <Spinner className="size-5 text-accent-ink" />
        Importing {of.words(memo ? of.countSent(memo) : 0)}...
      </div>
      <p className="mb-3 text-sm text-ink-2">
        All rows are imported, or none. You can close this window; a message tells you the result.
      </p>
      {of.Progress && open && <of.Progress command={open} />}
      <Checking what="import" command={open} />
    </Dialog>
  );
}
