import type { Receipt, ReceiptRow } from '#domain/receipt.ts';
import { PrintHere } from '#web/ui/print-here.tsx';
import { inPlace } from '#web/ui/rows/in-place.ts';
import './receipt.css';

const PX_PER_MM = 96 / 25.4;

/** As long as the longest receipt: a roll has no pages. */
function measurePage(sheet: HTMLElement): string {
  // Laid out for a moment where nobody sees it: what is not displayed has no height.
  sheet.style.cssText = 'display:block;position:fixed;left:-9999px;width:80mm;font-size:9pt';
  const tallest = Math.max(0, ...[...sheet.children].map((receipt) => receipt.getBoundingClientRect().height));
  sheet.style.cssText = '';
  const heightMm = Math.ceil(tallest / PX_PER_MM) + 22;
  return `80mm ${Math.max(heightMm, 80)}mm`;
}

function Row({ row }: { row: ReceiptRow }) {
  switch (row.kind) {
    case 'title':
      return <p className="receipt-title">{row.text}</p>;
    case 'centre':
      return <p className="receipt-centre">{row.text}</p>;
    case 'rule':
      return <hr className="receipt-rule" />;
    case 'pair':
      return (
        <p className="receipt-row" data-weight={row.weight}>
          <span>{row.left}</span>
          <span>{row.right}</span>
        </p>
      );
  }
}

/** Prints receipts, each on a page of its own. */
export function ReceiptPrint({ receipts, onPrinted }: { receipts: readonly Receipt[]; onPrinted: () => void }) {
  return (
    <PrintHere pageSize={measurePage} className="receipt-sheet" onPrinted={onPrinted}>
      {inPlace(receipts).map(({ place, item: rows }) => (
        <div key={place} className="receipt-page">
          {inPlace(rows).map(({ place: line, item }) => (
            <Row key={line} row={item} />
          ))}
        </div>
      ))}
    </PrintHere>
  );
}
