import type { PaperReceipt } from '#domain/receipt.ts';
import { PrintHere } from '#web/ui/print-here.tsx';
import { inPlace } from '#web/ui/rows/in-place.ts';
import { ReceiptPaper } from './receipt-paper.tsx';

const PX_PER_MM = 96 / 25.4;

/** As wide as the widest receipt and as long as the longest: a roll has no pages. */
function measurePage(sheet: HTMLElement): string {
  // Laid out off the screen for a moment, because hidden elements have no height.
  sheet.style.cssText = 'display:block;position:fixed;left:-9999px';
  const sizes = [...sheet.children].map((receipt) => receipt.getBoundingClientRect());
  sheet.style.cssText = '';
  const heightMm = Math.ceil(Math.max(0, ...sizes.map(({ height }) => height)) / PX_PER_MM) + 12;
  const widthMm = sheet.querySelector('[data-width="80"]') === null ? 58 : 80;
  return `${widthMm}mm ${Math.max(heightMm, 80)}mm`;
}

/** Prints receipts, one on each page. */
export function ReceiptPrint({ receipts, onPrinted }: { receipts: readonly PaperReceipt[]; onPrinted: () => void }) {
  return (
    <PrintHere pageSize={measurePage} onPrinted={onPrinted}>
      {inPlace(receipts).map(({ place, item }) => (
        <ReceiptPaper key={place} receipt={item} />
      ))}
    </PrintHere>
  );
}
