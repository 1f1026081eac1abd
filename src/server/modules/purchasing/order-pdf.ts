import { sql } from 'kysely';
import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { PurchaseOrder } from '#contract/purchasing.ts';
import { displayMoney, parseMoney } from '#domain/money.ts';
import { fromQuantityNumber } from '#domain/quantity.ts';
import { perUnit, quantityWords } from '#domain/unit.ts';
import type { Database } from '#server/db/pool.ts';
import { drawPdf } from '#server/http/pdf/pdf.ts';

/** Supplier and receiving location, with contact data that is not on the order. */
export interface Parties {
  readonly supplier: {
    readonly contact: string;
    readonly email: string;
    readonly phone: string;
    readonly address: string;
  };
  readonly location: {
    readonly address: Readonly<Record<string, unknown>>;
    readonly phone: string | null;
    readonly timeZone: string;
  };
}

export async function selectParties(db: Database, { supplier_id, location_id }: PurchaseOrder): Promise<Parties> {
  const { rows } = await sql<{ supplier: Parties['supplier']; location: Parties['location'] }>`
    SELECT jsonb_build_object('contact', s.contact, 'email', s.email, 'phone', s.phone, 'address', s.address) AS supplier,
           jsonb_build_object('address', l.address, 'phone', l.phone, 'timeZone', l.time_zone) AS location
      FROM suppliers s, locations l WHERE s.id = ${supplier_id} AND l.id = ${location_id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a purchase order without its supplier or location');
  return row;
}

const dollars = (wire = ''): string => {
  const amount = parseMoney(wire);
  return amount.ok ? displayMoney(amount.value) : wire;
};
/** False when this reader may not see costs. */
const tellsCosts = (order: PurchaseOrder): boolean => order.total_amount !== undefined;
const amount = (quantity: number, unit: string): string => quantityWords(fromQuantityNumber(quantity), unit);
const right = (text: string, bold = false): TableCell => ({ text, alignment: 'right', bold });

function addressLines({ address, phone }: Parties['location']): string[] {
  const part = (key: string): string => (typeof address[key] === 'string' ? address[key] : '');
  const city = [part('city'), part('state'), part('postcode')].filter((text) => text !== '').join(' ');
  return [part('address_1'), part('address_2'), city, phone ?? ''].filter((text) => text !== '');
}

function party(title: string, lines: readonly string[]): Content {
  return {
    stack: [
      { text: title, fontSize: 8, color: '#555555', margin: [0, 0, 0, 2] },
      ...lines.filter((line) => line !== '').map((text, at) => ({ text, bold: at === 0 })),
    ],
  };
}

/** This many letters of a SKU fit its column; a longer SKU is broken. */
const SKU_LETTERS = 12;

/** Units by product: '' for pieces. */
type Units = ReadonlyMap<number, string>;

function items(order: PurchaseOrder, units: Units): Content {
  const withCosts = tellsCosts(order);
  const head = ['SKU', 'Item', 'Quantity', ...(withCosts ? ['Unit cost', 'Total'] : [])].map((text, at): TableCell => ({
    text,
    bold: true,
    alignment: at > 1 ? 'right' : 'left',
  }));
  const body = order.items.map((item): TableCell[] => {
    const unit = units.get(item.product_id) ?? '';
    return [
      { text: item.sku ?? '', longestWord: SKU_LETTERS } as TableCell,
      item.notes === ''
        ? item.product_name
        : { stack: [item.product_name, { text: item.notes, fontSize: 8, color: '#555555' }] },
      right(amount(item.quantity_ordered, unit)),
      ...(withCosts
        ? [
            right(unit === '' ? dollars(item.unit_cost) : perUnit(dollars(item.unit_cost), unit)),
            right(dollars(item.line_total)),
          ]
        : []),
    ];
  });
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [80, '*', ...head.slice(2).map(() => 'auto')],
      body: [head, ...body],
    },
    layout: 'lightHorizontalLines',
    margin: [0, 16, 0, 8],
  };
}

function totals(order: PurchaseOrder): Content {
  const rows: TableCell[][] = [
    ['Subtotal', right(dollars(order.subtotal))],
    [`Tax (${Number(order.tax_percent)}%)`, right(dollars(order.tax_amount))],
    ['Shipping', right(dollars(order.shipping_cost))],
    [{ text: 'Total', bold: true }, right(dollars(order.total_amount), true)],
  ];
  return {
    columns: [
      { text: '', width: '*' },
      { table: { widths: [90, 90], body: rows }, layout: 'noBorders', width: 'auto' },
    ],
  };
}

/** A purchase order on letter paper, for printing or sending. */
export function drawPurchaseOrder(
  order: PurchaseOrder,
  { supplier, location }: Parties,
  units: Units,
): Promise<Buffer> {
  const day = new Date(order.ordered_at ?? order.created_at).toLocaleDateString('en-US', {
    timeZone: location.timeZone,
    dateStyle: 'long',
  });
  return drawPdf({
    info: { title: `Purchase order ${order.po_number}` },
    pageSize: 'LETTER',
    pageMargins: [54, 54, 54, 54],
    defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.15 },
    pageFooter: { text: order.po_number, alignment: 'center', fontSize: 8, color: '#555555' },
    content: [
      {
        columns: [
          { text: 'Purchase order', fontSize: 20, bold: true },
          {
            stack: [{ text: order.po_number, bold: true, fontSize: 14 }, day, order.status === 'draft' ? 'Draft' : ''],
            alignment: 'right',
          },
        ],
        margin: [0, 0, 0, 18],
      },
      {
        columns: [
          party('SUPPLIER', [
            order.supplier_name,
            supplier.contact,
            ...supplier.address.split('\n'),
            supplier.phone,
            supplier.email,
          ]),
          party('DELIVER TO', [order.location_name, ...addressLines(location)]),
        ],
      },
      items(order, units),
      ...(tellsCosts(order) ? [totals(order)] : []),
      ...(order.notes === '' ? [] : [{ text: order.notes, margin: [0, 16, 0, 0] as [number, number, number, number] }]),
    ],
  });
}
