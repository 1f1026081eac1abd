import type { BarcodeChoice } from '#domain/labels/barcode.ts';
import { type ExtraField, type LabelField, NO_DETAILS, type PrintDetails } from '#domain/labels/lines.ts';
import { LINE_MAX_LENGTH } from '#domain/labels/lines.ts';
import type { LabelPreset } from '#domain/labels/presets.ts';
import { TEMPLATES } from '#domain/labels/template.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { perOwner } from '#web/api/session/per-owner.ts';

/** A newly chosen product gets this many labels. Rule: labels/quantities. */
export const LABELS_PER_PRODUCT = 10;
/** The most labels of one row. `MOST_PRINTED` limits all rows together, and the person is told. */
const MOST_COPIES = 99_999;

interface RowBase {
  readonly key: string;
  readonly copies: number;
}

export interface ProductRow extends RowBase {
  readonly kind: 'product';
  readonly productId: number;
  readonly variationId: number | null;
  /** `tierKey` of the tier whose price is on the label. */
  readonly tier: string | null;
}

/** A label that somebody typed or imported. */
export interface TypedRow extends RowBase {
  readonly kind: 'typed';
  readonly lines: readonly string[];
  /** The text of its barcode; '' for none. */
  readonly code: string;
}

export type LabelRow = ProductRow | TypedRow;

interface LabelsState {
  readonly templateId: string;
  readonly rows: readonly LabelRow[];
  /** Key of the row whose product the panel shows. */
  readonly selected: string | null;
  /** True if the next pick is added, instead of replacing the selected row. */
  readonly adding: boolean;
  readonly extras: readonly ExtraField[];
  readonly fields: readonly LabelField[];
  readonly showTierPrice: boolean;
  readonly showTierLabel: boolean;
  readonly showBorders: boolean;
  readonly showLogo: boolean;
  readonly barcode: BarcodeChoice;
  /** True to print an inch ruler on the PDF. */
  readonly ruler: boolean;
  /** Typed for this print. The warning is stored on the till (`till-sheets.ts`). */
  readonly details: Omit<PrintDetails, 'warning'>;
  readonly showWarning: boolean;
  /** True while the values of the selected product's fields are edited. */
  readonly editing: boolean;
}

/** The chosen labels and their look, kept while the person is in other views. Rule: workspace/memory. */
export const useLabels = perOwner<LabelsState>(() => ({
  templateId: TEMPLATES[0].id,
  rows: [],
  selected: null,
  adding: false,
  extras: [],
  fields: [],
  showTierPrice: false,
  showTierLabel: false,
  showBorders: false,
  showLogo: false,
  barcode: 'none',
  ruler: false,
  details: NO_DETAILS,
  showWarning: false,
  editing: false,
}));

let made = 0;
const newKey = (): string => `row-${(made += 1)}`;

export const clampCopies = (copies: number): number => Math.min(Math.max(Math.trunc(copies), 1), MOST_COPIES);

export const changeDetails = (part: Partial<LabelsState['details']>): void =>
  useLabels.setState(({ details }) => ({ details: { ...details, ...part } }));

/** Applies a preset. */
export function takePreset({ id: _id, name: _name, showNetWeight, ...chosen }: LabelPreset): void {
  useLabels.setState(({ details }) => ({ ...chosen, details: { ...details, showNetWeight } }));
}

export const change = (part: Partial<LabelsState>): void => useLabels.setState(part);

/** Adds a product. It replaces the selected one, unless the person asked for another one. */
export function pickProduct(productId: number, variationId: number | null = null): void {
  const { rows, selected, adding } = useLabels.getState();
  const present = rows.find(
    (row) => row.kind === 'product' && row.productId === productId && row.variationId === variationId,
  );
  if (present) return change({ selected: present.key, adding: false });
  const replaced = adding ? undefined : rows.find(({ key, kind }) => key === selected && kind === 'product');
  const row: ProductRow = {
    key: newKey(),
    kind: 'product',
    productId,
    variationId,
    tier: null,
    copies: replaced?.copies ?? LABELS_PER_PRODUCT,
  };
  change({
    rows: replaced ? rows.map((one) => (one === replaced ? row : one)) : [...rows, row],
    selected: row.key,
    adding: false,
  });
}

/** Replaces the rows with items from another view, each with its number of labels. */
export function takeItems(
  items: readonly {
    readonly productId: number;
    readonly variationId: number | null;
    readonly tier?: string | null;
    readonly copies: number;
  }[],
): void {
  const rows = items.map((item): ProductRow => ({
    key: newKey(),
    kind: 'product',
    productId: item.productId,
    variationId: item.variationId,
    tier: item.tier ?? null,
    copies: clampCopies(item.copies),
  }));
  const before = useLabels.getState();
  change({ rows, selected: rows[0]?.key ?? null, adding: false });
  if (before.rows.length > 0) offerUndo('These labels took the place of the ones before', before);
}

function offerUndo(sentence: string, { rows, selected }: Pick<LabelsState, 'rows' | 'selected'>): void {
  toast.info(sentence, { label: 'Undo', onPress: () => change({ rows, selected }) });
}

/** Opens the fields of a product for another view, and tells how that changed the labels to print. */
export function editFields(productId: number): void {
  const before = useLabels.getState();
  const present = before.rows.find((row) => row.kind === 'product' && row.productId === productId);
  change({ editing: true });
  if (present) return change({ selected: present.key, adding: false });
  pickProduct(productId);
  if (before.rows.length === 0) return;
  const isReplaced = useLabels.getState().rows.length === before.rows.length;
  offerUndo(
    isReplaced ? 'This product took the place of the selected one on the labels' : 'This product is on the labels too',
    before,
  );
}

export function addTyped(labels: readonly { lines: readonly string[]; code: string; copies: number }[]): void {
  const rows = labels.map(({ lines, code, copies }): TypedRow => ({
    key: newKey(),
    kind: 'typed',
    lines: lines.map((line) => line.trim().slice(0, LINE_MAX_LENGTH)),
    code: code.trim(),
    copies: clampCopies(copies),
  }));
  change({ rows: [...useLabels.getState().rows, ...rows] });
}

export function changeRow(
  key: string,
  part: Partial<Omit<ProductRow, 'key' | 'kind'>> | Partial<Omit<TypedRow, 'key' | 'kind'>>,
): void {
  change({
    rows: useLabels.getState().rows.map((row) => (row.key === key ? { ...row, ...part } : row)),
  });
}

export function removeRow(key: string): void {
  const { rows, selected } = useLabels.getState();
  const left = rows.filter((row) => row.key !== key);
  const next = selected === key ? (left.find(({ kind }) => kind === 'product')?.key ?? null) : selected;
  change({ rows: left, selected: next });
}

/** Removes all rows. The look of the labels stays. */
export function clearRows(): void {
  change({ rows: [], selected: null, adding: false });
}

function toggled<Word extends string>(words: readonly Word[], word: Word, on: boolean): Word[] {
  const others = words.filter((one) => one !== word);
  return on ? [...others, word] : others;
}

export const toggleExtra = (extra: ExtraField, on: boolean): void =>
  change({ extras: toggled(useLabels.getState().extras, extra, on) });

export const toggleField = (field: LabelField, on: boolean): void =>
  change({ fields: toggled(useLabels.getState().fields, field, on) });
