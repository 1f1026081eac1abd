import { ExternalLink, FileDown, Printer, Tag, Tags } from 'lucide-react';
import { purchaseOrderPdfRoute, type PurchaseOrder } from '#contract/purchasing.ts';
import { printLabelsOf } from '#web/entities/labels/label-wish.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Menu, MenuItem } from '#web/ui/layers/menu.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { labelsOfReceipts } from '../received-labels.ts';

function pdfAddress(id: number): string {
  return purchaseOrderPdfRoute.path.replace(':id', String(id));
}

function open(id: number, then?: (opened: Window) => void): void {
  const opened = window.open(pdfAddress(id), '_blank');
  if (opened) then?.(opened);
  else toast.error('The browser blocked the print window. Use Download PDF.');
}

/** Prints the order for the supplier or for filing. */
export function PrintOrder({ order }: { order: PurchaseOrder }) {
  function download() {
    const link = document.createElement('a');
    link.href = pdfAddress(order.id);
    link.download = `${order.po_number}.pdf`;
    link.click();
  }
  const last = order.receipts.slice(-1);
  return (
    <Menu align="end" trigger={<Button icon={<Printer aria-hidden className="size-4" />}>Print</Button>}>
      <MenuItem
        icon={<Printer aria-hidden className="size-4 text-ink-3" />}
        onSelect={() => open(order.id, (opened) => opened.addEventListener('load', () => opened.print()))}
      >
        Print
      </MenuItem>
      <MenuItem icon={<ExternalLink aria-hidden className="size-4 text-ink-3" />} onSelect={() => open(order.id)}>
        Open PDF
      </MenuItem>
      <MenuItem icon={<FileDown aria-hidden className="size-4 text-ink-3" />} onSelect={download}>
        Download PDF
      </MenuItem>
      {last.length > 0 && (
        <MenuItem
          icon={<Tag aria-hidden className="size-4 text-ink-3" />}
          onSelect={() => printLabelsOf(labelsOfReceipts(order, last))}
        >
          Print labels for what was received{order.receipts.length > 1 && ' last'}
        </MenuItem>
      )}
      {order.receipts.length > 1 && (
        <MenuItem
          icon={<Tags aria-hidden className="size-4 text-ink-3" />}
          onSelect={() => printLabelsOf(labelsOfReceipts(order, order.receipts))}
        >
          Print labels for all deliveries
        </MenuItem>
      )}
    </Menu>
  );
}
