import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '#contract/history.ts';
import { changeWords, netChanges, shortAndOver } from './change-units.ts';
import { type HistoryRow, historyRows, isItemFound, newestOf } from './history-rows.ts';

const NOW = Date.UTC(2026, 4, 4, 12);

function entry(id: number, part: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    id,
    location_id: 20,
    product_id: id,
    variation_id: null,
    product_name: `Jar ${id}`,
    sku: `J-${id}`,
    action: 'order_deduction',
    quantity_change: -1,
    old_stock: 5,
    new_stock: 4,
    reason: '',
    user_id: 3,
    user_name: 'Kim',
    created_at: new Date(NOW - (100 - id) * 1000).toISOString(),
    details: null,
    batch_id: null,
    purchase_order_id: null,
    receipt_id: null,
    transfer_id: null,
    conversion_id: null,
    order_id: null,
    reference: null,
    ...part,
  };
}

const batch = {
  id: 7,
  audit_number: 'AUD-7',
  batch_name: 'May',
  batch_description: '',
  location_id: 20,
  user_id: 3,
  user_name: 'Sam',
  total_products: 40,
  net_change: -12.5,
  created_at: new Date(NOW).toISOString(),
};
const receipt = {
  id: 9,
  purchase_order_id: 2,
  po_number: 'PO-2',
  supplier_name: 'Farm',
  user_name: 'Robin',
  total_products: 3,
  net_change: 30,
  created_at: new Date(NOW).toISOString(),
};
const arrived = { action: 'inventory_update', quantity_change: 6 };

function rowsOf(
  data: HistoryEntry[],
  {
    search = '',
    localRestocks = [] as never[] | object[],
    quiet = [] as (typeof batch)[],
    atEdges = [] as HistoryEntry[],
  } = {},
): HistoryRow[] {
  const net_by_unit = [
    { batch_id: 7, receipt_id: null, unit: '', net_change: 2 },
    { batch_id: 7, receipt_id: null, unit: 'g', net_change: -14.5 },
    { batch_id: null, receipt_id: 9, unit: 'g', net_change: 30 },
  ];
  const page = { data, batches: [batch], receipts: [receipt], net_by_unit, sale_lines: atEdges, quiet_audits: quiet };
  return historyRows(page, { nowMs: NOW, localRestocks: localRestocks as never[], search });
}
const keys = (rows: HistoryRow[]) => rows.map(({ key }) => key);

describe('the rows of a page', () => {
  it('have an audit in which everything agreed where it was made', () => {
    const at = (ms: number) => new Date(NOW - ms).toISOString();
    const quiet = [
      { ...batch, id: 12, audit_number: 'AUD-12', net_change: 0, created_at: at(0) },
      { ...batch, id: 11, audit_number: 'AUD-11', net_change: 0, created_at: at(1500) },
      { ...batch, id: 10, audit_number: 'AUD-10', net_change: 0, created_at: at(60_000) },
    ];
    const rows = rowsOf([entry(99), entry(98)], { quiet });
    expect(keys(rows)).toEqual(['audit-12', 'entry-99', 'audit-11', 'entry-98', 'audit-10']);
    expect(rows[0]).toMatchObject({
      number: 'AUD-12',
      totalProducts: 40,
      net: [],
      source: { kind: 'audit', id: 12 },
    });
    expect(newestOf(rows[0] as HistoryRow)).toBe(0);
    expect(keys(rowsOf([], { quiet }))).toEqual(['audit-12', 'audit-11', 'audit-10']);
  });

  it('have audits and receipts with their own sums, wherever their entries are', () => {
    const rows = rowsOf([
      entry(9),
      entry(8, { batch_id: 7, action: 'audit', reference: 'AUD-7' }),
      entry(7, { receipt_id: 9, purchase_order_id: 2, action: 'restock', quantity_change: 10 }),
    ]);
    expect(rows[1]).toMatchObject({
      type: 'audit',
      number: 'AUD-7',
      title: 'May',
      userName: 'Sam',
      totalProducts: 40,
      net: [
        { unit: 'g', change: -14.5 },
        { unit: '', change: 2 },
      ],
      source: { kind: 'audit', id: 7 },
    });
    expect(rows[2]).toMatchObject({
      type: 'restock',
      number: 'PO-2',
      title: 'Farm',
      totalProducts: 3,
      net: [{ unit: 'g', change: 30 }],
      source: { kind: 'receipt', id: 9 },
    });
    expect(rows.map(newestOf)).toEqual([9, 8, 7]);
  });

  it('take the number that an entry knows where the page has no summary', () => {
    expect(rowsOf([entry(3, { batch_id: 1, action: 'audit', reference: 'AUD-1' })])[0]).toMatchObject({
      number: 'AUD-1',
      title: '',
      totalProducts: 1,
    });
    expect(rowsOf([entry(3, { batch_id: 1, action: 'audit' })])[0]).toMatchObject({ number: '#1' });
  });

  it('group imported restocks by a local record, else by their time', () => {
    const local = { poNumber: 'PO-OLD', atMs: NOW, userName: 'Old', productIds: [4] };
    expect(keys(rowsOf([entry(5, arrived), entry(4, arrived)]))).toEqual(['RESTOCK-4']);
    const rows = rowsOf([entry(5, arrived), entry(4, arrived)], { localRestocks: [local] });
    expect(keys(rows)).toEqual(['entry-5', 'local-PO-OLD']);
    expect(rows[1]).toMatchObject({ number: 'PO-OLD', userName: 'Old', source: { kind: 'here' } });
  });

  it('have a sale or a transfer of several lines as one, whole at the edge of a page', () => {
    const at = new Date(NOW).toISOString();
    const sold = { order_id: 40, reference: 'POS-40', created_at: at };
    const rows = rowsOf([entry(9, sold), entry(8, sold), entry(7, { order_id: 39, created_at: at })], {
      atEdges: [entry(10, sold), entry(6, { order_id: 39, created_at: at })],
    });
    expect(keys(rows)).toEqual([`order-40-order_deduction-${NOW}`, `order-39-order_deduction-${NOW}`]);
    expect(rows[0]).toMatchObject({ type: 'move', number: 'POS-40', title: 'Jar 10, Jar 9, Jar 8', totalProducts: 3 });
    expect(rows[1]).toMatchObject({ title: 'Jar 7, Jar 6', newestId: 7 });
    const sent = { action: 'stock_transfer', transfer_id: 5, reference: 'TR-5', reason: 'Weekend', created_at: at };
    expect(rowsOf([entry(9, sent)], { atEdges: [entry(8, sent)] })).toMatchObject([
      { key: 'transfer-5', type: 'move', number: 'TR-5', title: 'Weekend · Jar 9, Jar 8', totalProducts: 2 },
    ]);
    // A search for an item lists its line, not the sale around it.
    const found = rowsOf([entry(9, sold)], { search: 'jar 9', atEdges: [entry(8, sold)] });
    expect(keys(found)).toEqual(['entry-9']);
  });

  it('show a found item by itself, whatever it belongs to', () => {
    const data = [entry(8, { batch_id: 7, action: 'audit', reference: 'AUD-7' }), entry(6)];
    expect(keys(rowsOf(data, { search: 'jar 8' }))).toEqual(['entry-8', 'entry-6']);
    expect(keys(rowsOf(data, { search: 'may' }))).toEqual(['audit-7', 'entry-6']);
  });
});

it.each([
  ['jar j-5', true],
  ['5 JAR', true],
  ['kim', false],
  ['', false],
  ['  ', false],
])('looks for "%s" in name and SKU', (search, found) => {
  expect(isItemFound(entry(5), search)).toBe(found);
});

it('looks for words as the server does, without accents and apostrophes', () => {
  const jar = entry(5, { product_name: 'Granny’s Crème' });
  expect(isItemFound(jar, "granny's creme")).toBe(true);
  expect(isItemFound(jar, 'GRANNYS crème')).toBe(true);
});

it.each([
  [[], '0'],
  [[{ unit: 'g', change: -7 }], '−7 g'],
  [[{ unit: '', change: -2 }], '−2'],
  [
    [
      { unit: '', change: 1 },
      { unit: 'g', change: -7 },
      { unit: 'g', change: 0.1 },
    ],
    '−6.9 g, +1 pc',
  ],
])('says the changes %j unit by unit', (changes, words) => {
  expect(changeWords(netChanges(changes))).toBe(words);
});

it.each([
  [[{ unit: 'g', net_change: 0, decrease: -2 }], '−2 g, +2 g'],
  [[{ unit: '', net_change: -1.9, decrease: -2 }], '−2, +0.1'],
  [
    [
      { unit: '', net_change: 3, decrease: 0 },
      { unit: 'g', net_change: -1, decrease: -1.5 },
    ],
    '−1.5 g, +0.5 g, +3 pcs',
  ],
  // A server of an older build tells the sum only.
  [[{ unit: 'g', net_change: -4 }], '−4 g'],
  [[], '0'],
])('says what an audit found too few and too many, of %j', (nets, words) => {
  expect(changeWords(shortAndOver(nets))).toBe(words);
});
