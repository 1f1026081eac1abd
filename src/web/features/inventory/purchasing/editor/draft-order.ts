import type { PurchaseOrder } from '#contract/purchasing.ts';
import type { updatePurchaseOrderRoute } from '#contract/purchasing-changes.ts';
import type { BodySent } from '#contract/route.ts';
import { type BasisPoints, type Cents, displayMoney, formatMoney, ZERO_CENTS } from '#domain/money.ts';
import { type PoTotals, poTotals } from '#domain/purchase-order.ts';
import { type Milli, ONE_MILLI, toMilli, toQuantityNumber, fromQuantityNumber } from '#domain/quantity.ts';
import { groupedWords } from '#domain/unit.ts';
import type { Result } from '#domain/result.ts';
import { type StockItem, stockKey } from '#domain/stock.ts';
import { readMoney, readPercent, type TypedRefused, typedSentence } from '#domain/typed.ts';

/** A line as it is being typed: the texts of its fields, valid or not. */
export interface DraftLine extends StockItem {
  readonly name: string;
  readonly sku: string | null;
  readonly quantityMilli: Milli;
  readonly cost: string;
  readonly notes: string;
}

/** The parts of an order that can still be edited. */
export type Editing = 'items' | 'costs' | 'notes';

export interface DraftOrder {
  readonly supplierId: number | null;
  readonly lines: readonly DraftLine[];
  readonly taxPercent: string;
  readonly shipping: string;
  readonly notes: string;
}

export const EMPTY_DRAFT: DraftOrder = { supplierId: null, lines: [], taxPercent: '', shipping: '', notes: '' };

/** "0.00" and a cost that is hidden from the person become an empty field. */
function typedAmount(amount = ''): string {
  return Number(amount) === 0 ? '' : amount;
}

export function draftOf(order: PurchaseOrder): DraftOrder {
  return {
    supplierId: order.supplier_id,
    lines: order.items.map((item) => ({
      productId: item.product_id,
      variationId: item.variation_id,
      name: item.product_name,
      sku: item.sku,
      quantityMilli: fromQuantityNumber(item.quantity_ordered),
      cost: item.unit_cost ?? '',
      notes: item.notes,
    })),
    taxPercent: typedAmount(order.tax_percent) && String(Number(order.tax_percent)),
    shipping: typedAmount(order.shipping_cost),
    notes: order.notes,
  };
}

/** An item chosen from the catalogue, or scanned. */
export interface ChosenItem extends StockItem {
  readonly name: string;
  readonly sku: string | null;
  /** The cost of one unit, where it is known. */
  readonly cost: string | null;
}

/** Adds a line with quantity 1, or one more to an existing line. */
export function withItem(draft: DraftOrder, item: ChosenItem): DraftOrder {
  const key = stockKey(item);
  if (draft.lines.some((line) => stockKey(line) === key)) {
    return withLine(draft, key, ({ quantityMilli }) => ({ quantityMilli: toMilli(quantityMilli + ONE_MILLI) }));
  }
  const { productId, variationId, name, sku, cost } = item;
  const line = { productId, variationId, name, sku, quantityMilli: ONE_MILLI, cost: cost ?? '', notes: '' };
  return { ...draft, lines: [...draft.lines, line] };
}

export function withLine(
  draft: DraftOrder,
  key: string,
  change: (line: DraftLine) => Partial<Pick<DraftLine, 'quantityMilli' | 'cost' | 'notes'>>,
): DraftOrder {
  return {
    ...draft,
    lines: draft.lines.map((line) => (stockKey(line) === key ? { ...line, ...change(line) } : line)),
  };
}

export function withoutLine(draft: DraftOrder, key: string): DraftOrder {
  return { ...draft, lines: draft.lines.filter((line) => stockKey(line) !== key) };
}

/** The value of a field that may stay empty; null when its text cannot be read. */
function valueOf<Unit>(read: Result<Unit, TypedRefused>, nothing: Unit): Unit | null {
  if (read.ok) return read.value;
  return read.refused.code === 'figure_missing' ? nothing : null;
}

export function centsTyped(text: string): Cents | null {
  return valueOf(readMoney(text), ZERO_CENTS);
}

function percentTyped(text: string): BasisPoints | null {
  return valueOf(readPercent(text), 0);
}

/** The sums of the typed figures; a text that cannot be read counts as 0. Rule: purchasing/sums. */
export function draftTotals(draft: DraftOrder): PoTotals {
  const lines = draft.lines.map(({ quantityMilli, cost }) => ({
    orderedMilli: quantityMilli,
    unitCostCents: centsTyped(cost) ?? ZERO_CENTS,
  }));
  return poTotals(lines, percentTyped(draft.taxPercent) ?? 0, centsTyped(draft.shipping) ?? ZERO_CENTS);
}

/** Problems by field: `supplier`, `lines`, `tax`, `shipping`, `quantity 12-34`, `cost 12-34`. */
export type DraftProblems = ReadonlyMap<string, string>;

export function problemsOf(draft: DraftOrder): DraftProblems {
  const problems = new Map<string, string>();
  const note = (field: string, read: Result<unknown, TypedRefused>) => {
    if (!read.ok && read.refused.code !== 'figure_missing') problems.set(field, typedSentence(read.refused));
  };
  if (draft.supplierId === null) problems.set('supplier', 'Please provide a supplier name for the purchase order');
  if (draft.lines.length === 0) problems.set('lines', 'Add at least one product.');
  for (const line of draft.lines) {
    if (line.quantityMilli <= 0) problems.set(`quantity ${stockKey(line)}`, 'A quantity above zero');
    note(`cost ${stockKey(line)}`, readMoney(line.cost));
  }
  note('tax', readPercent(draft.taxPercent));
  note('shipping', readMoney(draft.shipping));
  return problems;
}

type Items = NonNullable<BodySent<typeof updatePurchaseOrderRoute>['items']>;

/** The request body. Only for a draft without problems. */
export function bodyOf(draft: DraftOrder) {
  const { totalCents } = draftTotals(draft);
  return {
    ...(draft.supplierId === null ? {} : { supplier_id: draft.supplierId }),
    tax_percent: String((percentTyped(draft.taxPercent) ?? 0) / 100),
    shipping_cost: formatMoney(centsTyped(draft.shipping) ?? ZERO_CENTS),
    total_amount: formatMoney(totalCents),
    notes: draft.notes.trim(),
    items: draft.lines.map((line): Items[number] => ({
      product_id: line.productId,
      variation_id: line.variationId,
      quantity_ordered: toQuantityNumber(line.quantityMilli),
      unit_cost: formatMoney(centsTyped(line.cost) ?? ZERO_CENTS),
      ...(line.notes.trim() === '' ? {} : { notes: line.notes.trim() }),
    })),
  };
}

/** True if both drafts would send the same body. */
export function isSameDraft(one: DraftOrder, other: DraftOrder): boolean {
  return JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));
}

function comparable({ supplierId, lines, taxPercent, shipping, notes }: DraftOrder) {
  return {
    supplierId,
    lines: lines.map((line) => [
      stockKey(line),
      line.quantityMilli,
      centsTyped(line.cost) ?? line.cost,
      line.notes.trim(),
    ]),
    tax: percentTyped(taxPercent) ?? taxPercent,
    shipping: centsTyped(shipping) ?? shipping,
    notes: notes.trim(),
  };
}

/** A field in which the draft and the saved order differ. */
export interface Difference {
  readonly what: string;
  readonly mine: string;
  readonly theirs: string;
}

/**
 * The fields that differ, for somebody to choose between.
 * @param nameOf names a supplier
 * @param unitOf the unit of a product: "g", or '' for pieces
 */
export function differencesOf(
  mine: DraftOrder,
  theirs: DraftOrder,
  nameOf: (supplierId: number | null) => string,
  unitOf: (productId: number) => string,
): Difference[] {
  const found: Difference[] = [];
  const note = (what: string, my: string, their: string) => {
    if (my !== their) found.push({ what, mine: my, theirs: their });
  };
  note('Supplier', nameOf(mine.supplierId), nameOf(theirs.supplierId));
  const lines = new Map([...theirs.lines, ...mine.lines].map((line) => [stockKey(line), line.name]));
  for (const [key, name] of lines) note(name, lineWords(mine, key, unitOf), lineWords(theirs, key, unitOf));
  const percent = ({ taxPercent }: DraftOrder) => `${(percentTyped(taxPercent) ?? 0) / 100}%`;
  note('Tax', percent(mine), percent(theirs));
  const shipping = (draft: DraftOrder) => displayMoney(centsTyped(draft.shipping) ?? ZERO_CENTS);
  note('Shipping', shipping(mine), shipping(theirs));
  note('Notes', mine.notes.trim() || 'No notes', theirs.notes.trim() || 'No notes');
  return found;
}

function lineWords({ lines }: DraftOrder, key: string, unitOf: (productId: number) => string): string {
  const line = lines.find((one) => stockKey(one) === key);
  if (!line) return 'Not on the order';
  const cost = line.cost === '' ? '' : ` at ${displayMoney(centsTyped(line.cost) ?? ZERO_CENTS)}`;
  const words = `${groupedWords(line.quantityMilli, unitOf(line.productId))}${cost}`;
  return line.notes.trim() === '' ? words : `${words}, ${line.notes.trim()}`;
}
