import type { BulkPreview } from '#contract/bulk-products.ts';
import type { ManagedField } from '#contract/blueprints.ts';
import type { ProductStatus } from '#contract/managed-products.ts';
import { counted } from '#domain/counted.ts';
import { useUser } from '#web/api/session/session.ts';
import { displayInstant } from '#web/ui/dates.ts';
import { useBlueprints } from '../../blueprints/blueprint-commands.ts';
import { BelowFloor, useMargins } from '../../edit/margins.tsx';
import { useCategories } from '../../edit/category-queries.ts';
import { STATUS_LABEL } from '../product-words.ts';

type Change = BulkPreview['changes'][number];
type ShownPreview = Pick<BulkPreview, 'id' | 'name' | 'changes' | 'error' | 'margin'>;

const LABEL: Record<string, string> = {
  status: 'Status',
  taxable: 'Sales tax',
  blueprint_id: 'Blueprint',
  price_class: 'Price class',
  pricing: 'Tiers',
  category_ids: 'Categories',
  price: 'Price',
  sale_price: 'Sale price',
  sale_from: 'Sale begins',
  sale_until: 'Sale ends',
  reorder_level: 'Reorder level',
  unit: 'Sold by',
  step: 'In steps of',
  floor_price: 'Floor price',
};

/** Words for an empty value. */
const EMPTY: Record<string, string> = { blueprint_id: 'that of its categories', unit: 'piece' };

interface Names {
  readonly categoryOf: (id: number) => string;
  readonly blueprintOf: (id: number) => string;
  readonly timeZone: string;
}

function wordsOf(rules: readonly ManagedField[], { categoryOf, blueprintOf, timeZone }: Names) {
  const value = ({ field }: Change, text: string): string => {
    if (text === '') return EMPTY[field] ?? 'none';
    if (field === 'status') return STATUS_LABEL[text as ProductStatus];
    if (field === 'taxable') return text === 'true' ? 'taken' : 'not taken';
    if (field === 'category_ids')
      return text
        .split(',')
        .map((id) => categoryOf(Number(id)))
        .join(', ');
    if (field === 'blueprint_id') return blueprintOf(Number(text));
    if (field === 'sale_from' || field === 'sale_until') return displayInstant(text, timeZone);
    return text;
  };
  return (change: Change) => ({
    label: LABEL[change.field] ?? rules.find(({ name }) => `field:${name}` === change.field)?.label ?? change.field,
    from: value(change, change.from),
    to: value(change, change.to),
  });
}

/** The effect of the change on each product. Products that it leaves alone come first. */
export function BulkPreviewTable({
  previews,
  rules,
}: {
  previews: readonly ShownPreview[];
  rules: readonly ManagedField[];
}) {
  const { data: categories = [] } = useCategories();
  const { data: blueprints = [] } = useBlueprints();
  const { time_zone: timeZone } = useUser();
  const floor = useMargins()?.floor ?? null;
  const nameIn = (all: readonly { id: number; name: string }[]) => (id: number) =>
    all.find((one) => one.id === id)?.name ?? `#${id}`;
  const words = wordsOf(rules, { categoryOf: nameIn(categories), blueprintOf: nameIn(blueprints), timeZone });
  const refused = previews.filter(({ error }) => error !== null);
  const changing = previews.filter(({ changes }) => changes.length > 0);
  const same = previews.length - refused.length - changing.length;
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p role="status">
        {counted(changing.length, 'product')} will change
        {refused.length > 0 && `, ${refused.length.toLocaleString('en-US')} cannot`}
        {same > 0 && `, ${same.toLocaleString('en-US')} ${same === 1 ? 'is' : 'are'} like that already`}.
      </p>
      <ul aria-label="Preview" className="flex flex-col">
        {[...refused, ...changing].map((product) => (
          <li
            key={product.id}
            className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 border-b border-line py-2 last:border-0"
          >
            <span className="font-medium">{product.name}</span>
            {product.error !== null ? (
              <span className="text-danger-ink">{product.error}</span>
            ) : (
              <span className="flex flex-col gap-0.5">
                {product.changes.map((change) => {
                  const { label, from, to } = words(change);
                  return (
                    <span key={`${change.field} ${change.variation_id}`}>
                      <span className="text-ink-3">
                        {change.variation_name === null ? label : `${label}, ${change.variation_name}`}
                      </span>{' '}
                      <span className="text-ink-2">{from}</span>
                      <span aria-label="becomes" className="text-ink-3">
                        {' → '}
                      </span>
                      {to}
                    </span>
                  );
                })}
                <BelowFloor margin={product.margin} floor={floor} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
