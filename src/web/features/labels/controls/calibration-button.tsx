import { Crosshair } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { LabelTemplate } from '#domain/labels/template.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const CalibrationDialog = lazyPart(async () => (await import('./calibration-dialog.tsx')).CalibrationDialog);

export function CalibrationButton({ template }: { template: LabelTemplate }) {
  const [open, setOpen] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      <Button icon={<Crosshair aria-hidden className="size-4" />} onClick={() => setOpen('open')}>
        Calibrate
      </Button>
      {open !== 'never' && (
        <Suspense fallback={null}>
          <CalibrationDialog
            key={template.id}
            template={template}
            open={open === 'open'}
            onOpenChange={(on) => setOpen(on ? 'open' : 'closed')}
          />
        </Suspense>
      )}
    </>
  );
}
