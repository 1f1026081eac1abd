import { expect, it } from 'vitest';
import { changeKind, changeLabel, type HistoryChange, historyProductName } from './history-labels.ts';

const change = (part: Partial<HistoryChange>): HistoryChange => ({
  action: 'inventory_update',
  quantityChange: -1,
  isByStaff: true,
  batchId: null,
  reason: '',
  details: null,
  ...part,
});

it.each<[string, Partial<HistoryChange>, string]>([
  ['an entry of a batch', { batchId: 7, action: 'restock', quantityChange: 3 }, 'Audit'],
  ['an entry that says batch', { reason: 'Part of batch 12' }, 'Audit'],
  ['an audit', { action: 'audit' }, 'Audit'],
  ['a restock', { action: 'restock', quantityChange: 3 }, 'Restock'],
  ['a receipt of a purchase order', { action: 'purchase_order', quantityChange: 3 }, 'Restock'],
  ['more than there was', { quantityChange: 3 }, 'Restock'],
  ['a button pressed', { action: 'manual_adjustment', quantityChange: 1 }, 'Manual'],
  ['flower turned into pre-rolls', { action: 'stock_conversion' }, 'Convert'],
  ['a sale', { action: 'order_deduction' }, 'Sale'],
  ['an imported sale', { action: 'sale' }, 'Sale'],
  ['a change that names an order', { reason: 'Order #POS-12' }, 'Sale'],
  ['less than there was, by nobody', { isByStaff: false }, 'Sale'],
  ['less than there was, by somebody', {}, 'Other'],
  ['no change', { quantityChange: 0, isByStaff: false }, 'Other'],
  ['goods of a cancelled order', { action: 'order_reversal', quantityChange: 1, reason: 'Order #POS-1' }, 'Return'],
  ['goods of a refund', { action: 'order_refund', quantityChange: 1 }, 'Return'],
  ['goods that name their order', { quantityChange: 1, details: 'order #12 cancelled' }, 'Return'],
  ['a word that only contains batch', { reason: 'Batchelor delivery' }, 'Other'],
])('calls %s by its name', (_what, part, label) => {
  expect(changeLabel(change(part))).toBe(label);
});

it.each<[Partial<HistoryChange>, string]>([
  [{ details: { direction: 'out', to_location: 'Monroe', from_location: 'Central' } }, 'Transfer → Monroe'],
  [{ details: { direction: 'in', to_location: 'Monroe', from_location: 'Central' } }, 'Transfer ← Central'],
  [{ details: '{"direction":"out","to_location":"Monroe"}' }, 'Transfer → Monroe'],
  [{ details: { to_location: 'Monroe', from_location: 'Central' }, quantityChange: 2 }, 'Transfer ← Central'],
  [{ details: { direction: 'out', to_location: 21 } }, 'Transfer → #21'],
  [{ details: 'sent to Monroe' }, 'Transfer'],
  [{ details: null }, 'Transfer'],
  [{ details: '"text"' }, 'Transfer'],
])('says where a transfer %j went to or came from', (part, label) => {
  expect(changeLabel(change({ action: 'stock_transfer', ...part }))).toBe(label);
});

it('knows the kind apart from its label', () => {
  expect(changeKind(change({ action: 'transfer' }))).toBe('transfer');
});

it('has a name for a product that has none', () => {
  expect(historyProductName(12, 'Blue Dream', 'publish')).toBe('Blue Dream');
  expect(historyProductName(12, null, null)).toBe('[Missing] Product #12');
  expect(historyProductName(12, 'Blue Dream', 'trash')).toBe('[Deleted] Product #12');
  expect(historyProductName(12, '  ', 'draft')).toBe('[No Name] Product #12');
});
