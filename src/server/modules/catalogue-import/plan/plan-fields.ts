import { readFieldValue } from '#domain/field-value.ts';
import { isCostKey } from '#domain/product-costs.ts';
import type { BlueprintField } from '../../catalogue/service.ts';
import { quote } from '../findings.ts';
import type { Json, MetaPatch, ProductItem } from '../read/items.ts';
import type { StoredProduct } from './import-plan.ts';
import { sameJson } from './plan-meta.ts';

interface FieldProblem {
  readonly key: string;
  /** Follows the name of the column. */
  readonly reason: string;
  /** Names the field, for a file that has no column for it. */
  readonly sentence: string;
}

/**
 * The meta of a row with the values of its blueprint's fields as they are stored, and the defaults of a new product.
 * Rule: catalogue/field-values.
 * @param isPutOnSale true if the product comes on sale with this blueprint only now
 */
export function planFields(
  item: ProductItem,
  fields: readonly BlueprintField[],
  stored: StoredProduct | null,
  isPutOnSale: boolean,
): { meta: MetaPatch; problems: readonly FieldProblem[] } {
  const meta = new Map(item.meta);
  const problems: FieldProblem[] = [];
  for (const field of fields) {
    const { key, default_value: usual, required } = field;
    const asked = meta.get(key) ?? null;
    const there = stored?.meta[key] ?? null;
    if (asked === null) {
      if (stored === null && usual !== null && !isCostKey(key)) meta.set(key, usual);
      else if (isPutOnSale && required && !isCostKey(key) && isBlank(there)) {
        const reason = 'needs a value before this is for sale';
        problems.push({ key, reason, sentence: `${field.label} ${reason}` });
      }
    } else if (!sameJson(asked, there)) {
      const read = readFieldValue(field, asked);
      if (read.ok) meta.set(key, read.value);
      else {
        const written = typeof asked === 'string' ? asked : JSON.stringify(asked);
        const reason = `${quote(written)} does not fit: ${read.refused.sentence.replace(/\.$/, '')}`;
        problems.push({ key, reason, sentence: reason });
      }
    }
  }
  return { meta, problems };
}

const isBlank = (value: Json): boolean => value === null || (typeof value === 'string' && value.trim() === '');
