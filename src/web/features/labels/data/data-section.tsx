import { FileUp, PenLine } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Pairs, Section } from '../controls/section.tsx';

const CsvDialog = lazyPart(async () => (await import('./csv-dialog.tsx')).CsvDialog);
const ManualDialog = lazyPart(async () => (await import('./manual-dialog.tsx')).ManualDialog);

/** Labels for things outside the catalogue. */
export function DataSection() {
  const [open, setOpen] = useState<'csv' | 'manual' | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const show = (dialog: 'csv' | 'manual') => {
    setOpened(new Set([...opened, dialog]));
    setOpen(dialog);
  };
  return (
    <Section title="Data">
      <Pairs>
        <Button icon={<FileUp aria-hidden className="size-4" />} onClick={() => show('csv')}>
          Import CSV
        </Button>
        <Button icon={<PenLine aria-hidden className="size-4" />} onClick={() => show('manual')}>
          Add Manual
        </Button>
      </Pairs>
      <Suspense fallback={null}>
        {opened.has('csv') && <CsvDialog open={open === 'csv'} onOpenChange={(on) => setOpen(on ? 'csv' : null)} />}
        {opened.has('manual') && (
          <ManualDialog open={open === 'manual'} onOpenChange={(on) => setOpen(on ? 'manual' : null)} />
        )}
      </Suspense>
    </Section>
  );
}
