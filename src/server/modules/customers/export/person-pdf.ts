import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { PersonFile } from '#contract/customer-files.ts';
import { customerName } from '#domain/customer-search.ts';
import { drawPdf } from '#server/http/pdf/pdf.ts';

/** A table of ten thousand rows would keep the thread that draws all papers for minutes. */
const MOST_ROWS = 500;

const heading = (text: string): Content => ({ text, bold: true, fontSize: 12, margin: [0, 14, 0, 4] });

/** A table of the first rows; says how many are left out. */
function table(title: string, header: readonly string[], rows: readonly (readonly string[])[]): Content[] {
  if (rows.length === 0) return [heading(title), { text: 'None.' }];
  const bold = (text: string): TableCell => ({ text, bold: true });
  const left = rows.length - MOST_ROWS;
  return [
    heading(title),
    {
      table: { headerRows: 1, body: [header.map(bold), ...rows.slice(0, MOST_ROWS).map((row) => [...row])] },
      layout: 'lightHorizontalLines',
    },
    ...(left > 0 ? [{ text: `${left} older entries are left out here; the JSON file has all of them.` }] : []),
  ];
}

function facts(entries: readonly (readonly [name: string, value: string])[]): Content {
  const given = entries.filter(([, value]) => value !== '');
  return {
    table: { body: given.map(([name, value]) => [{ text: name, color: '#555555' }, value]) },
    layout: 'noBorders',
  };
}

function lines(address: Partial<PersonFile['customer']['shipping']>): string {
  const { first_name, last_name, company, address_1, address_2, city, state, postcode } = address;
  const name = [first_name, last_name].filter(Boolean).join(' ');
  const place = [city, state, postcode].filter(Boolean).join(' ');
  return [name, company, address_1, address_2, place].filter(Boolean).join(', ');
}

const said = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Everything that is held about a person, on letter paper. Dates are those of the reader's time zone. */
export function drawPerson(file: PersonFile, timeZone: string): Promise<Buffer> {
  const { customer } = file;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const when = (instant: string): string => format.format(new Date(instant));
  const name = customerName(customer);
  return drawPdf({
    info: { title: `Data of ${name}` },
    pageSize: 'LETTER',
    pageMargins: [54, 54, 54, 54],
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.15 },
    pageFooter: { text: `Customer ${customer.id}`, alignment: 'center', fontSize: 8, color: '#555555' },
    content: [
      { text: `What we hold about ${name}`, fontSize: 18, bold: true },
      { text: `As of ${when(file.exported_at)}`, color: '#555555' },
      heading('Account'),
      facts([
        ['Number', String(customer.id)],
        ['Name', customer.name],
        ['Shown as', customer.display_name],
        ['Username', customer.username],
        ['E-mail', customer.email],
        ['Phone', customer.phone],
        ['Birth date', file.date_of_birth ?? ''],
        ['Licence number', file.license_number ?? ''],
        ['Billing address', lines(customer.billing)],
        ['Shipping address', lines(customer.shipping)],
        ['Since', when(customer.created_at)],
        ['Labels', customer.groups.join(', ')],
        ['Shown at the till', customer.flag === null ? '' : `${customer.flag.kind} ${customer.flag.text}`],
        ['Points', String(customer.points_balance)],
        ...Object.entries(customer.preferences).map(([key, value]): [string, string] => [
          key.replaceAll('_', ' '),
          value === true ? 'yes' : value === false ? 'no' : value,
        ]),
        ...file.further_values.map(({ key, value }): [string, string] => [key, said(value)]),
      ]),
      ...table(
        'Notes',
        ['Date', 'By', 'Note'],
        file.notes.map((note) => [when(note.created_at), note.author ?? '', note.text]),
      ),
      ...table(
        'Orders',
        ['Order', 'Date', 'Where', 'Status', 'Items', 'Total', 'Refunded'],
        file.orders.map((order) => [
          order.number,
          when(order.date),
          order.location,
          order.status,
          order.items.map((item) => `${item.quantity} x ${item.name}`).join(', '),
          order.total,
          order.refunded,
        ]),
      ),
      ...table(
        'Points',
        ['Date', 'Kind', 'Points', 'Description'],
        file.points.map((event) => [when(event.date), event.type, String(event.points), event.description]),
      ),
      ...table(
        'Merged accounts',
        ['Date', 'Number', 'Name', 'By'],
        file.merges.map((each) => [when(each.merged_at), String(each.merged_id), each.merged_name, each.merged_by]),
      ),
      ...table(
        'Changes',
        ['Date', 'What', 'By', 'Values'],
        file.changes.map((change) => [
          when(change.date),
          change.action.replaceAll('_', ' '),
          change.by ?? '',
          Object.keys(change.values).length === 0 ? '' : JSON.stringify(change.values).replaceAll(',', ', '),
        ]),
      ),
    ],
  });
}
