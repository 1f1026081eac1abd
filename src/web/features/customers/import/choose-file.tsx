import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { IMPORT_FIELDS } from '#contract/customer-files.ts';
import { FIELD_WORDS } from './import-words.ts';

/** Accepts a dropped or chosen file. */
export function ChooseFile({ refused, onFile }: { refused: string | null; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  return (
    <div className="flex flex-col gap-3 pt-1">
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const file = event.dataTransfer.files[0];
          if (file) onFile(file);
        }}
        className={cx(
          'flex flex-col items-center gap-3 rounded-lg border border-dashed px-6 py-10 text-center transition-colors',
          over ? 'border-accent bg-accent-soft' : 'border-edge',
        )}
      >
        <FileUp aria-hidden className="size-7 text-ink-3" />
        <p className="text-sm text-ink-2">Drop a CSV file here, or choose one.</p>
        <Button onClick={() => input.current?.click()}>Choose file</Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="CSV file"
          accept=".csv,text/csv,text/plain"
          onChange={({ target }) => {
            const file = target.files?.[0];
            // Allows choosing the same file again after correcting it.
            target.value = '';
            if (file) onFile(file);
          }}
        />
      </div>
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
