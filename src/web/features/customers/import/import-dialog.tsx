import { useState } from 'react';
import { IMPORT_FIELDS } from '#contract/customer-files.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere, tellOfOther } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ChooseCsv } from '#web/ui/files/choose-file.tsx';
import { type ChosenFile, readChosen } from '#web/ui/files/chosen-file.ts';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { ErrorPanel } from '#web/ui/status/panels.tsx';
import { Spinner } from '#web/ui/status/spinner.tsx';
import { openTool } from '../tools/tool-state.ts';
import { IMPORT_SUBJECT, importCommand } from './import-command.ts';
import { ImportPlan } from './import-plan.tsx';
import { type ImportChoice, useImportPreview } from './import-preview.ts';
import { customersWords, FIELD_WORDS } from './import-words.ts';

const close = () => openTool(null);
const AS_IT_IS: ImportChoice = { mapping: {}, onMatch: 'refuse' };

/** Imports customers from a CSV file after a preview: all rows or none. Rule: customers/import. */
export function ImportDialog() {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [choice, setChoice] = useState(AS_IT_IS);
  const [refused, setRefused] = useState<string | null>(null);
  const preview = useImportPreview(file, choice);
  const command = useCommand(importCommand, IMPORT_SUBJECT, (outcome, _, here) => {
    // Another window sent another file than the one chosen here. The preview may now find the new customers as matches.
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
    close();
  });
  const isSent = command.open !== null;
  const { data: plan } = preview;
  const isTrying = preview.isFetching;
  const mayRun = plan !== undefined && !isTrying && plan.problems.length === 0 && plan.create > 0;

  async function choose(chosen: File): Promise<void> {
    setRefused(null);
    const read = await readChosen(chosen);
    if ('refused' in read) {
      setFile(null);
      return setRefused(read.refused);
    }
    setChoice(AS_IT_IS);
    setFile(read);
  }

  function run(): void {
    if (!file || !plan || isSent) return;
    setRefused(null);
    void command.send({
      title: `Import of ${customersWords(plan.create)}`,
      memo: { fileName: file.name, create: plan.create },
      body: { file: file.base64, mapping: choice.mapping, on_match: choice.onMatch },
    });
  }

  if (isSent) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        title="Import customers"
        description={command.memo?.fileName}
        footer={<Button onClick={close}>Close</Button>}
      >
        <div role="status" className="flex items-center gap-3 py-6 text-base">
          <Spinner className="size-5 text-accent-ink" />
          Importing {customersWords(command.memo?.create ?? 0)}...
        </div>
        <p className="mb-3 text-sm text-ink-2">
          All rows are imported, or none. You can close this window; a message tells you the result.
        </p>
        <Checking what="import" command={command.open} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && close()}
      title="Import customers"
      description={file?.name ?? 'From a CSV file, as other shops and spreadsheets write it.'}
      footer={
        file && (
          <>
            <Button className="mr-auto" variant="ghost" onClick={() => setFile(null)}>
              Choose another file
            </Button>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" disabled={!mayRun} onClick={run}>
              {plan && mayRun ? `Import ${customersWords(plan.create)}` : 'Import'}
            </Button>
          </>
        )
      }
    >
      {!file ? (
        <ChooseCsv refused={refused} onFile={(chosen) => void choose(chosen)}>
          The first row names the columns. Known are: {IMPORT_FIELDS.map((field) => FIELD_WORDS[field]).join(', ')}.
          Each customer needs a name, and an email address or a phone number. You see the result before anything is
          saved.
        </ChooseCsv>
      ) : preview.isError && !isTrying ? (
        <ErrorPanel
          title="The file could not be checked"
          error={preview.error}
          onRetry={() => void preview.refetch()}
        />
      ) : plan ? (
        <ImportPlan
          plan={plan}
          choice={choice}
          refused={refused}
          busy={isTrying}
          fileName={file.name}
          onChoice={(change) => {
            setRefused(null);
            setChoice({ ...choice, ...change });
          }}
        />
      ) : (
        <div role="status" className="flex items-center gap-3 py-10 text-base">
          <Spinner className="size-5 text-accent-ink" />
          Reading the file and comparing it with your customers...
        </div>
      )}
    </Dialog>
  );
}
