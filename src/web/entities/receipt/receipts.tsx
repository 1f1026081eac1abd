import { receiptPdfRoute, receiptRoute } from '#contract/receipts.ts';
import type { PaperReceipt } from '#domain/receipt.ts';
import { call } from '#web/api/call/call.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import { ReceiptPrint } from './receipt-print.tsx';

const usePrinting = perOwner<{ receipts: readonly PaperReceipt[] | null; turn: number }>(() => ({
  receipts: null,
  turn: 0,
}));

/** Opens the print dialog with these receipts, one after the other. */
export function print(receipts: readonly PaperReceipt[]): void {
  usePrinting.setState(({ turn }) => ({ receipts, turn: turn + 1 }));
}

/** Fetches the receipts of orders, marked as copies: the first one left with the goods. @throws CallError */
export async function copiesOf(
  orderIds: readonly number[],
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (done: number) => void } = {},
): Promise<PaperReceipt[]> {
  const receipts: PaperReceipt[] = [];
  // One after the other: a hundred at once would hold up the tills.
  for (const id of orderIds) {
    receipts.push((await call(receiptRoute, { params: { id }, query: { copy: '1' }, signal })).data);
    onProgress?.(receipts.length);
  }
  return receipts;
}

export function copyPdfAddress(id: number): string {
  return `${receiptPdfRoute.path.replace(':id', String(id))}?copy=1`;
}

/** Sends the receipts to the printer. Mounted once, by the view. */
export function Printing() {
  const { receipts, turn } = usePrinting();
  if (!receipts) return null;
  // Some browsers do not tell when their dialog is closed. The next receipts print all the same.
  return <ReceiptPrint key={turn} receipts={receipts} onPrinted={() => usePrinting.setState({ receipts: null })} />;
}
