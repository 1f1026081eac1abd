import type { Content } from 'pdfmake/interfaces.js';
import type { Receipt, ReceiptRow } from '#domain/receipt.ts';
import { drawPdf } from '#server/http/pdf/pdf.ts';

const POINTS_PER_MM = 72 / 25.4;
const WIDTH = 80 * POINTS_PER_MM;
const MARGIN = 5 * POINTS_PER_MM;
const INNER = WIDTH - 2 * MARGIN;

function contentOf(row: ReceiptRow): Content {
  switch (row.kind) {
    case 'title':
      return { text: row.text, alignment: 'center', bold: true, fontSize: 14, margin: [0, 0, 0, 2] };
    case 'centre':
      return { text: row.text, alignment: 'center' };
    case 'rule':
      return {
        canvas: [{ type: 'line', x1: 0, y1: 0, x2: INNER, y2: 0, lineWidth: 0.6, dash: { length: 2 } }],
        margin: [0, 5, 0, 5],
      };
    case 'pair': {
      const strong = row.weight === 'strong';
      const note = row.weight === 'note';
      const style = { bold: strong, fontSize: strong ? 12 : note ? 8 : 9, ...(note && { color: '#444444' }) };
      return {
        columns: [
          { text: row.left, width: '*', ...style, margin: [note ? 8 : 0, 0, 0, 0] },
          { text: row.right, width: 'auto', alignment: 'right', ...style },
        ],
        columnGap: 8,
        margin: [0, 0.5, 0, 0.5],
      };
    }
  }
}

/** Draws a receipt 80 mm wide and as long as its rows, for a receipt printer or an e-mail. */
export function drawReceipt(number: string, rows: Receipt): Promise<Buffer> {
  return drawPdf({
    info: { title: `Receipt ${number}` },
    pageSize: { width: WIDTH, height: 'auto' },
    pageMargins: MARGIN,
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.15 },
    content: rows.map(contentOf),
  });
}
