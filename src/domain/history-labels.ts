/** The facts that tell kinds of change apart; a movement has more. */
export interface HistoryChange {
  readonly action: string;
  /** Signed. Only its sign counts here, so its unit does not matter. */
  readonly quantityChange: number;
  readonly isByStaff: boolean;
  readonly batchId: number | null;
  readonly reason: string;
  /** JSON, as an object or as its text, or just words. */
  readonly details: unknown;
}

export const CHANGE_KINDS = ['audit', 'restock', 'manual', 'transfer', 'convert', 'sale', 'return', 'other'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

const ACTION_KIND: Readonly<Record<string, ChangeKind>> = {
  audit: 'audit',
  restock: 'restock',
  purchase_order: 'restock',
  manual_adjustment: 'manual',
  stock_transfer: 'transfer',
  transfer: 'transfer',
  stock_conversion: 'convert',
  conversion: 'convert',
  order_deduction: 'sale',
  sale: 'sale',
  order_reversal: 'return',
  order_refund: 'return',
};

/** The actions that decide the kind of a change by themselves, whatever its words. */
export const TELLING_ACTIONS: readonly string[] = Object.keys(ACTION_KIND);

const LABEL: Record<ChangeKind, string> = {
  audit: 'Audit',
  restock: 'Restock',
  manual: 'Manual',
  transfer: 'Transfer',
  convert: 'Convert',
  sale: 'Sale',
  return: 'Return',
  other: 'Other',
};

function fieldsOf(details: unknown): Readonly<Record<string, unknown>> {
  if (typeof details === 'string') {
    try {
      const parsed: unknown = JSON.parse(details);
      return typeof parsed === 'object' ? fieldsOf(parsed) : {};
    } catch {
      return {};
    }
  }
  return typeof details === 'object' && details !== null ? { ...details } : {};
}

function wordsOf({ reason, details }: HistoryChange): string {
  return `${reason} ${typeof details === 'string' ? details : ''}`;
}

/**
 * The kind of a change. A change of an audit batch is an audit. Otherwise its action decides, and words and signs only
 * if the action does not (imported entries, `inventory_update`). Goods that come back from an order are a return.
 * Rule: history/change-types.
 */
export function changeKind(change: HistoryChange): ChangeKind {
  if (change.batchId !== null) return 'audit';
  const known = ACTION_KIND[change.action];
  if (known) return known;
  const words = wordsOf(change);
  if (/\bbatch\b/i.test(words)) return 'audit';
  if (/order #/i.test(words)) return change.quantityChange > 0 ? 'return' : 'sale';
  if (change.quantityChange > 0) return 'restock';
  return change.quantityChange < 0 && !change.isByStaff ? 'sale' : 'other';
}

function placeOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== ''
    ? value.trim()
    : typeof value === 'number'
      ? `#${value}`
      : null;
}

/**
 * 'Audit', 'Sale', ...; of a transfer with an arrow and the other location: 'Transfer → Monroe', 'Transfer ← Central'.
 */
export function changeLabel(change: HistoryChange): string {
  const kind = changeKind(change);
  if (kind !== 'transfer') return LABEL[kind];
  const { direction, to_location: to, from_location: from } = fieldsOf(change.details);
  const isOut = direction === 'out' || (direction !== 'in' && change.quantityChange < 0);
  const other = placeOf(isOut ? to : from);
  return other === null ? LABEL.transfer : `${LABEL.transfer} ${isOut ? '→' : '←'} ${other}`;
}

/**
 * The name of a product, or the words shown instead. `status` is null if there is no such product.
 * Rule: history/product-names.
 */
export function historyProductName(id: number, name: string | null, status: string | null): string {
  if (status === null) return `[Missing] Product #${id}`;
  if (status === 'trash') return `[Deleted] Product #${id}`;
  return name === null || name.trim() === '' ? `[No Name] Product #${id}` : name;
}
