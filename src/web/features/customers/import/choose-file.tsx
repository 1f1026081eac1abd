import { FileUp } from 'lucide-react';
import { Button } from '#web/ui/controls/button.tsx';
import { DropZone } from '#web/ui/files/drop-zone.tsx';
import { IMPORT_FIELDS } from '#contract/customer-files.ts';
import { FIELD_WORDS } from './import-words.ts';

/** Accepts a dropped or chosen file. */
export function ChooseFile({ refused, onFile }: { refused: string | null; onFile: (file: File) => void }) {
  return (
    <div className="flex flex-col gap-3 pt-1">
      <DropZone
        label="CSV file"
        accept=".csv,text/csv,text/plain"
        className="flex flex-col items-center gap-3 px-6 py-10 text-center"
        onFile={onFile}
      >
        {(choose) => (
          <>
            <FileUp aria-hidden className="size-7 text-ink-3" />
            <p className="text-sm text-ink-2">Drop a CSV file here, or choose one.</p>
            <Button onClick={choose}>Choose file</Button>
          </>
        )}
      </DropZone>
      {refused !== null && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink">
          {refused}
        </p>
      )}
      <p className="text-sm text-ink-3">
        The first row names the columns. Known are: {IMPORT_FIELDS.map((field) => FIELD_WORDS[field]).join(', ')}. Each
        customer needs a name, and an email address or a phone number. You see the result before anything is saved.
      </p>
    </div>
  );
}
