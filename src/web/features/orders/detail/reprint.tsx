import { FileDown, Printer } from 'lucide-react';
import { useState } from 'react';
import type { WireOrder } from '#contract/orders.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { copiesOf, copyPdfAddress, print } from '#web/entities/receipt/receipts.tsx';

/** Prints the receipt again or saves it as a file, marked as a copy. */
export function Reprint({ order }: { order: WireOrder }) {
  const [busy, setBusy] = useState(false);

  async function reprint() {
    setBusy(true);
    try {
      print(await copiesOf([order.id]));
    } catch (error) {
      toast.error(`The receipt could not be fetched. ${sentenceOf(error)}`);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button busy={busy} icon={<Printer aria-hidden className="size-4" />} onClick={() => void reprint()}>
        Reprint receipt
      </Button>
      <a
        href={copyPdfAddress(order.id)}
        download
        className="inline-flex h-9 items-center justify-center gap-2 rounded-md border border-line-strong bg-raised px-3.5 text-sm font-medium transition-colors select-none hover:bg-press"
      >
        <FileDown aria-hidden className="size-4" />
        PDF
      </a>
    </>
  );
}
