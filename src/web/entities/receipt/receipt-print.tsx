import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Receipt, ReceiptRow } from '#domain/receipt.ts';
import { inPlace } from '#web/ui/rows/in-place.ts';
import './receipt.css';

const PX_PER_MM = 96 / 25.4;

/** The page of the print dialog, as long as the longest receipt: a roll has no pages. */
const pageSheet = new CSSStyleSheet();

function measurePage(sheet: HTMLElement): void {
  // Laid out for a moment where nobody sees it: what is not displayed has no height.
  sheet.style.cssText = 'display:block;position:fixed;left:-9999px;width:80mm;font-size:9pt';
  const tallest = Math.max(0, ...[...sheet.children].map((receipt) => receipt.getBoundingClientRect().height));
  const heightMm = Math.ceil(tallest / PX_PER_MM) + 22;
  sheet.style.cssText = '';
  pageSheet.replaceSync(`@page receipt { size: 80mm ${Math.max(heightMm, 80)}mm; margin: 0 }`);
  if (!document.adoptedStyleSheets.includes(pageSheet)) document.adoptedStyleSheets.push(pageSheet);
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

/** Prints receipts with the browser's own dialog, without a window of its own, then tells that it was shown. */
export function ReceiptPrint({ receipts, onPrinted }: { receipts: readonly Receipt[]; onPrinted: () => void }) {
  const sheet = useRef<HTMLDivElement>(null);
  const printed = useRef(false);
  useEffect(() => {
    if (printed.current || sheet.current === null) return;
    printed.current = true;
    measurePage(sheet.current);
    // In some browsers print() returns at once: the sheet stays until the dialog is closed.
    window.addEventListener('afterprint', onPrinted, { once: true });
    window.print();
  }, [onPrinted]);
  return createPortal(
    <div ref={sheet} className="receipt-sheet" aria-hidden>
      {inPlace(receipts).map(({ place, item: rows }) => (
        <div key={place} className="receipt-page">
          {inPlace(rows).map(({ place: line, item }) => (
            <Row key={line} row={item} />
          ))}
        </div>
      ))}
    </div>,
    document.body,
  );
}
