import { History } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Section } from '../controls/section.tsx';
import type { Stock } from '../templates/template-queries.ts';
import { usePrints } from './print-queries.ts';
import { staleLabels } from './stale-labels.ts';

const PrintsDialog = lazyPart(async () => (await import('./prints-dialog.tsx')).PrintsDialog);

/** Counts the labels with outdated prices and opens their list. */
export function PrintsSection({ stocks }: { stocks: readonly Stock[] }) {
  const { byId } = useCatalogue();
  const prints = usePrints();
  const [open, setOpen] = useState(false);
  const stale = useMemo(() => staleLabels(prints.data?.priced ?? [], byId), [prints.data, byId]);
  return (
    <Section title="Printed Labels">
      {stale.length > 0 && (
        <p role="status" className="mb-2.5 rounded-md bg-yellow-soft p-2.5 text-sm text-yellow">
          {stale.length === 1
            ? '1 printed price differs from today’s price.'
            : `${stale.length.toLocaleString('en-US')} printed prices differ from today’s prices.`}
        </p>
      )}
      <Button className="w-full" icon={<History aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        Show printed labels
      </Button>
      {open && (
        <Suspense fallback={null}>
          <PrintsDialog stale={stale} stocks={stocks} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  );
}
