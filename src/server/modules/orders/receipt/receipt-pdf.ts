import type { Content } from 'pdfmake/interfaces.js';
import { codeSizeMm, DOTS_PER_MM, runsOf } from '#domain/receipt-paper.ts';
import type { PaperReceipt, ReceiptRow } from '#domain/receipt.ts';
import { drawPdf } from '#server/http/pdf/pdf.ts';

const POINTS_PER_MM = 72 / 25.4;
const MARGIN = 5 * POINTS_PER_MM;

/** @param inner what the paper has between its margins, points */
function contentOf(row: ReceiptRow, inner: number): Content {
  switch (row.kind) {
    case 'title':
      return { text: row.text, alignment: 'center', bold: true, fontSize: 14, margin: [0, 0, 0, 2] };
    case 'centre':
      return { text: row.text, alignment: 'center' };
    case 'rule':
      return {
        canvas: [{ type: 'line', x1: 0, y1: 0, x2: inner, y2: 0, lineWidth: 0.6, dash: { length: 2 } }],
        margin: [0, 5, 0, 5],
      };
    case 'logo':
      return {
        image: `data:image/png;base64,${row.png}`,
        width: (row.width / DOTS_PER_MM) * POINTS_PER_MM,
        alignment: 'center',
        margin: [0, 0, 0, 6],
      };
    case 'code': {
      const side = codeSizeMm(row.modules.length) * POINTS_PER_MM;
      const module = side / row.modules.length;
      const left = (inner - side) / 2;
      return {
        canvas: runsOf(row.modules).map(({ x, y, width }) => ({
          type: 'rect',
          x: left + x * module,
          y: y * module,
          w: width * module,
          h: module,
          lineWidth: 0,
          color: '#000000',
        })),
        margin: [0, 8, 0, 0],
      };
    }
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

/** Draws a receipt as wide as its paper and as long as its rows, for a receipt printer or an e-mail. */
export function drawReceipt({ number, width_mm: widthMm, rows }: PaperReceipt): Promise<Buffer> {
  const width = widthMm * POINTS_PER_MM;
  return drawPdf({
    info: { title: `Receipt ${number}` },
    pageSize: { width, height: 'auto' },
    pageMargins: MARGIN,
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.15 },
    content: rows.map((row) => contentOf(row, width - 2 * MARGIN)),
  });
}
