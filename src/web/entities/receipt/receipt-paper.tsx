import { codeSizeMm, DOTS_PER_MM, runsOf } from '#domain/receipt-paper.ts';
import type { PaperReceipt, ReceiptRow } from '#domain/receipt.ts';
import { inPlace } from '#web/ui/rows/in-place.ts';
import './receipt.css';

function Row({ row }: { row: ReceiptRow }) {
  switch (row.kind) {
    case 'title':
      return <p className="receipt-title">{row.text}</p>;
    case 'centre':
      return <p className="receipt-centre">{row.text}</p>;
    case 'rule':
      return <hr className="receipt-rule" />;
    case 'logo':
      return (
        <img
          alt="Logo"
          className="receipt-logo"
          src={`data:image/png;base64,${row.png}`}
          style={{ width: `${row.width / DOTS_PER_MM}mm`, aspectRatio: `${row.width} / ${row.height}` }}
        />
      );
    case 'code': {
      const side = row.modules.length;
      return (
        <svg
          role="img"
          aria-label={`QR code: ${row.text}`}
          className="receipt-code"
          viewBox={`0 0 ${side} ${side}`}
          style={{ width: `${codeSizeMm(side)}mm`, height: `${codeSizeMm(side)}mm` }}
          shapeRendering="crispEdges"
        >
          <path
            fill="currentColor"
            d={runsOf(row.modules)
              .map(({ x, y, width }) => `M${x} ${y}h${width}v1h${-width}z`)
              .join('')}
          />
        </svg>
      );
    }
    case 'pair':
      return (
        <p className="receipt-row" data-weight={row.weight}>
          <span>{row.left}</span>
          <span>{row.right}</span>
        </p>
      );
  }
}

/** A receipt as it is printed. Rule: orders/receipt-paper. */
export function ReceiptPaper({ receipt }: { receipt: Pick<PaperReceipt, 'width_mm' | 'rows'> }) {
  return (
    <div className="receipt-page" data-width={receipt.width_mm}>
      {inPlace(receipt.rows).map(({ place, item }) => (
        <Row key={place} row={item} />
      ))}
    </div>
  );
}
