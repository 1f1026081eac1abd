import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere, tellOfOther } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ChooseCsv } from '#web/ui/files/choose-file.tsx';
import { type ChosenFile, readChosen } from '#web/ui/files/chosen-file.ts';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { focusAtOnce } from '#web/ui/layers/hand-focus.ts';
import { ErrorPanel } from '#web/ui/status/panels.tsx';
import { Spinner } from '#web/ui/status/spinner.tsx';
import { IMPORT_SUBJECT, importProductsCommand, itemsWords } from './import-command.ts';
import { ImportPlan } from './import-plan.tsx';
import { type Mapping, useImportPreview } from './import-preview.ts';

const AS_IT_IS: Mapping = {};

/** Imports products from a CSV file after a preview: all rows or none. Rule: catalogue/imports-in-the-app. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [mapping, setMapping] = useState(AS_IT_IS);
  const [refused, setRefused] = useState<string | null>(null);
  const preview = useImportPreview(file, mapping);
  const command = useCommand(importProductsCommand, IMPORT_SUBJECT, (outcome, _, here) => {
    // Another window sent a file, not the one chosen here.
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
  const isSent = command.open !== null;
  const { data: plan } = preview;
  const isTrying = preview.isFetching;
  const items = plan ? plan.created + plan.updated : 0;
  const mayRun = plan !== undefined && !isTrying && plan.problems.length === 0 && items > 0;

  const go = useRef<HTMLButtonElement>(null);
  const isPlanned = plan !== undefined;
  // A file without problems needs Enter only.
  useEffect(() => {
    if (isPlanned) focusAtOnce(go.current);
  }, [isPlanned]);

  async function choose(chosen: File): Promise<void> {
    setRefused(null);
    const read = await readChosen(chosen);
    if ('refused' in read) {
      setFile(null);
      return setRefused(read.refused);
    }
    setMapping(AS_IT_IS);
    setFile(read);
  }

  function run(): void {
    if (!file || !mayRun || isSent) return;
    setRefused(null);
    void command.send({
      title: `Import of ${itemsWords(items)}`,
      memo: { fileName: file.name, items },
      body: { file: file.base64, file_name: file.name, mapping },
    });
  }

  if (isSent) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title="Import products"
        description={command.memo?.fileName}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <div role="status" className="flex items-center gap-3 py-6 text-base">
          <Spinner className="size-5 text-accent-ink" />
          Importing {itemsWords(command.memo?.items ?? 0)}...
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
      onOpenChange={(open) => !open && onClose()}
      title="Import products"
      description={file?.name ?? 'From a CSV file that was exported here or by WooCommerce.'}
      footer={
        file && (
          <>
            <Button className="mr-auto" variant="ghost" onClick={() => setFile(null)}>
              Choose another file
            </Button>
            <Button onClick={onClose}>Cancel</Button>
            <Button ref={go} variant="primary" disabled={!mayRun} onClick={run}>
              {mayRun ? `Import ${itemsWords(items)}` : 'Import'}
            </Button>
          </>
        )
      }
    >
      {!file ? (
        <ChooseCsv refused={refused} onFile={(chosen) => void choose(chosen)}>
          The first row names the columns, as in WooCommerce: Type and Name are needed, and an ID or a SKU to know each
          row by. Of a file that was exported here, just what you edited is changed. You see the result before anything
          is saved.
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
          mapping={mapping}
          refused={refused}
          busy={isTrying}
          fileName={file.name}
          onMapping={(next) => {
            setRefused(null);
            setMapping(next);
          }}
        />
      ) : (
        <div role="status" className="flex items-center gap-3 py-10 text-base">
          <Spinner className="size-5 text-accent-ink" />
          Reading the file and comparing it with your products...
        </div>
      )}
    </Dialog>
  );
}
