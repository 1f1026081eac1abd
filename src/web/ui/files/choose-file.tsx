import { FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { focusAtOnce } from '../layers/hand-focus.ts';
import { DropZone } from './drop-zone.tsx';

/** Accepts a dropped or chosen CSV file. `children` says which columns it may have. */
export function ChooseCsv({
  refused,
  onFile,
  children,
}: {
  refused: string | null;
  onFile: (file: File) => void;
  children: ReactNode;
}) {
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
            <Button ref={focusAtOnce} onClick={choose}>
              Choose file
            </Button>
          </>
        )}
      </DropZone>
      {refused !== null && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink">
          {refused}
        </p>
      )}
      <p className="text-sm text-ink-3">{children}</p>
    </div>
  );
}
