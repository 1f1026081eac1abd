import { isValidBarcode, lookupCode } from '#domain/barcode.ts';
import type { CodeHolder } from '../../catalogue/service.ts';
import { type Note, type Problem, quote } from '../findings.ts';
import type { PlannedProduct, PlannedVariation } from './import-plan.ts';

type Planned = PlannedProduct | PlannedVariation;
const TITLE = { sku: 'SKU', barcode: 'Barcode' } as const;

/**
 * Judges SKUs and barcodes that items get: each belongs to one item only. A code that an item has already is not judged again,
 * and one that its holder gives up by the same file is free. Rule: catalogue/codes.
 */
export function judgeCodes(
  items: readonly Planned[],
  holders: readonly CodeHolder[],
): { problems: Problem[]; notes: Note[] } {
  const heldBy = byForm(holders.map((holder) => ({ ...holder, form: lookupCode(holder.code) })));
  const planned = new Set(items.flatMap(({ id, change }) => (change === 'create' || id === null ? [] : [id])));
  const codes = items.flatMap((item) =>
    (['sku', 'barcode'] as const).flatMap((kind) => {
      const code = item.values[kind];
      if (code === null) return [];
      const form = lookupCode(code);
      const isKept =
        item.change !== 'create' &&
        (heldBy.get(form) ?? []).some((holder) => idOf(holder) === item.id && holder.kind === kind);
      return [{ item, kind, code, form, isKept }];
    }),
  );
  const asked = byForm(codes);
  const problems: Problem[] = [];
  const notes: Note[] = [];
  for (const { item, kind, code, form, isKept } of codes) {
    if (isKept) continue;
    const { line } = item;
    const holder = (heldBy.get(form) ?? []).find((each) => !planned.has(idOf(each)));
    // Of two rows that get the same code, the later one is wrong. A SKU that stands in the file twice was found before.
    const other = asked
      .get(form)
      ?.find(
        (each) =>
          each.item !== item && (each.isKept || each.item.line < line) && !(each.kind === 'sku' && kind === 'sku'),
      );
    const column = TITLE[kind];
    if (holder) problems.push({ line, column, reason: `${quote(code)} belongs to ${quote(holder.name)} already` });
    else if (other) {
      const what = other.kind === 'sku' ? 'SKU' : 'barcode';
      problems.push({ line, column, reason: `${quote(code)} is also the ${what} of line ${other.item.line}` });
    } else if (kind === 'barcode' && !isValidBarcode(code.replaceAll(/[\s-]/g, '')))
      notes.push({ line, column, reason: NO_DIGIT });
  }
  return { problems, notes };
}

const NO_DIGIT = 'is no UPC-A or EAN-13 with a right check digit; kept as it is';

function byForm<T extends { readonly form: string }>(codes: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const code of codes) {
    const alike = found.get(code.form);
    if (alike === undefined) found.set(code.form, [code]);
    else alike.push(code);
  }
  return found;
}

/** Products and variations share one sequence of numbers. */
const idOf = ({ product_id: productId, variation_id: variationId }: CodeHolder): number => variationId ?? productId;
