import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { PersonFile } from '#contract/customer-files.ts';
import { customerName } from '#domain/customer-search.ts';
import { drawPdf, type Paper } from '#server/http/pdf/pdf.ts';

const heading = (text: string): Content => ({ text, bold: true, fontSize: 12, margin: [0, 14, 0, 4] });

function table(title: string, header: readonly string[], rows: readonly (readonly string[])[]): Content[] {
  if (rows.length === 0) return [heading(title), { text: 'None.' }];
  const bold = (text: string): TableCell => ({ text, bold: true });
  return [
    heading(title),
    {
      table: { headerRows: 1, body: [header.map(bold), ...rows.map((row) => [...row])] },
      layout: 'lightHorizontalLines',
    },
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

function accountFacts(
  account: PersonFile['merged_accounts'][number],
  when: (instant: string) => string,
): (readonly [name: string, value: string])[] {
  const { customer, id_checked_by: checkedBy } = account;
  const { id_checked_at: checkedAt, flag } = customer;
  return [
    ['Number', String(customer.id)],
    ['Name', customer.name],
    ['Shown as', customer.display_name],
    ['Username', customer.username],
    ['E-mail', customer.email],
    ['Phone', customer.phone],
    ['Birth date', account.date_of_birth ?? ''],
    ['Licence number', account.license_number ?? ''],
    [
      'Not readable',
      account.identity_readable
        ? ''
        : 'Birth date or licence number: for managers only, or encrypted under another data key',
    ],
    ['ID checked on', checkedAt ? `${when(checkedAt)}${checkedBy === null ? '' : ` by ${checkedBy}`}` : ''],
    ['Billing address', lines(customer.billing)],
    ['Shipping address', lines(customer.shipping)],
    ['Since', when(customer.created_at)],
    ['Labels', customer.groups.join(', ')],
    ['Shown at the till', flag === null ? '' : `${flag.kind} ${flag.text}`],
    ['Points', String(customer.points_balance)],
    ...Object.entries(customer.preferences).map(([key, value]): [string, string] => [
      key.replaceAll('_', ' '),
      value === true ? 'yes' : value === false ? 'no' : value,
    ]),
    ...account.further_values.map(({ key, value }): [string, string] => [key, said(value)]),
  ];
}

/** The values of an order that its row has no room for; addresses where they are other ones than those of the account. */
function orderFacts(
  order: PersonFile['orders'][number],
  { billing, shipping, email, phone }: PersonFile['customer'],
): string {
  const known = new Set([lines(billing), lines(shipping), email, phone, billing.email, billing.phone]);
  const told = [lines(order.billing), order.billing.email, order.billing.phone, lines(order.shipping)];
  return [
    order.customer_note,
    [order.payment_method, order.transaction_id].filter(Boolean).join(' '),
    ...order.staff_notes.map(({ author, text }) => `${author}: ${text}`),
    ...order.refunds.map(({ amount, reason }) => `Refund of ${amount}${reason === '' ? '' : `: ${reason}`}`),
    ...new Set(told.filter((text) => text !== undefined && !known.has(text))),
    ...order.meta_data.map(({ key, value }) => `${key}: ${said(value)}`),
  ]
    .filter(Boolean)
    .join('; ');
}

function heldLine({ name, tier, quantity, price, reason }: PersonFile['held_carts'][number]['lines'][number]): string {
  return [`${quantity} x ${name}`, tier, `at ${price}`, reason].filter(Boolean).join(' ');
}

/** Everything that is held about a person, on letter paper. Dates are those of the reader's time zone. */
export function drawPerson(file: PersonFile, timeZone: string): Promise<Buffer> {
  const { customer } = file;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const when = (instant: string): string => format.format(new Date(instant));
  const name = customerName(customer);
  const paper: Paper = {
    info: { title: `Data of ${name}` },
    pageSize: 'LETTER',
    pageMargins: [54, 54, 54, 54],
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.15 },
    pageFooter: { text: `Customer ${customer.id}`, alignment: 'center', fontSize: 8, color: '#555555' },
    content: [
      { text: `What we hold about ${name}`, fontSize: 18, bold: true },
      { text: `As of ${when(file.exported_at)}`, color: '#555555' },
      heading('Account'),
      facts(accountFacts(file, when)),
      ...file.merged_accounts.flatMap((account) => [
        heading(`Merged account ${account.customer.id}`),
        facts(accountFacts(account, when)),
      ]),
      ...table(
        'Notes',
        ['Date', 'By', 'Note'],
        file.notes.map((note) => [when(note.created_at), note.author ?? '', note.text]),
      ),
      ...table(
        'Orders',
        [
          'Order',
          'Date',
          'Where',
          'Status',
          'Items',
          'Total',
          'Refunded',
          'Points used',
          'Note, payment, refunds, other addresses, values',
        ],
        file.orders.map((order) => [
          order.number,
          when(order.date),
          order.location,
          order.status,
          order.items.map((item) => `${item.quantity} x ${item.name}`).join(', '),
          order.total,
          order.refunded,
          String(order.points_used),
          orderFacts(order, customer),
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
        'Held carts',
        ['Date', 'Where', 'Name', 'Items', 'Points', 'Subtotal', 'Became'],
        file.held_carts.map((cart) => [
          when(cart.date),
          cart.location,
          cart.name ?? '',
          cart.lines.map(heldLine).join(', '),
          String(cart.points),
          cart.subtotal,
          cart.ended ?? '',
        ]),
      ),
      ...table(
        'Links to set a password',
        ['Made', 'Worked until', 'Ended'],
        file.reset_links.map((link) => [
          when(link.date),
          when(link.expires_at),
          link.ended_at === null ? '' : when(link.ended_at),
        ]),
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
      heading('Not in this file'),
      ...file.left_out.map((text) => ({ text })),
    ],
  };
  return drawPdf(paper, 'Take the JSON file, which has everything.');
}
