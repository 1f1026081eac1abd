import type { ListedProduct, ProductStatus } from '#contract/managed-products.ts';
import { blueprintLabel } from '#domain/blueprint-fields.ts';
import { centsOf, displayMoney } from '#domain/money.ts';
import type { Tone } from '#web/ui/status/badge.tsx';
import type { FieldName, LaterPrice, ProductFields, VariationFields } from './product-fields.ts';

export const STATUS_LABEL: Record<ProductStatus, string> = {
  publish: 'For sale',
  draft: 'Draft',
  private: 'Private',
  trash: 'Archived',
};

export const STATUS_TONE: Record<ProductStatus, Tone> = {
  publish: 'green',
  draft: 'yellow',
  private: 'purple',
  trash: 'neutral',
};

export const FIELD_LABEL: Record<FieldName, string> = {
  name: 'Name',
  description: 'Description',
  type: 'Type',
  status: 'Status',
  sku: 'SKU',
  barcode: 'Barcode',
  category_ids: 'Categories',
  blueprint_id: 'Blueprint',
  price_class: 'Price class',
  taxable: 'Sales tax',
  unit: 'Sold by',
  step: 'In steps of',
  floor_price: 'Floor price',
  image: 'Picture',
  field_values: 'Fields',
  regular_price: 'Price',
  sale_price: 'Sale price',
  sale_from: 'Sale begins',
  sale_until: 'Sale ends',
  price_changes: 'Later prices',
  variations: 'Variations',
  attributes: 'Attributes',
  opening_stock: 'On hand',
};

export const money = (amount: string): string => displayMoney(centsOf(amount));

/** The price of a product for a table: "$4.50", "$10.00 – $14.00", "By tier". */
export function priceWords(product: ListedProduct): string {
  if (product.by_tier) return 'By tier';
  const { lowest_price: lowest, highest_price: highest, unit } = product;
  const of = unit ? ` per ${unit}` : '';
  if (product.type === 'variable' && lowest !== null && highest !== null) {
    return `${lowest === highest ? money(lowest) : `${money(lowest)} – ${money(highest)}`}${of}`;
  }
  const price = product.sale_price ?? product.regular_price;
  return price === null ? 'No price' : `${money(price)}${of}`;
}

interface Named {
  readonly id: number;
  readonly name: string;
}

/** A field in words, to describe somebody else's change. */
export function sayField(
  name: FieldName,
  fields: ProductFields,
  { categories, blueprints }: { categories: readonly Named[]; blueprints: readonly Named[] },
): string {
  const nameIn = (all: readonly Named[], id: number) => all.find((one) => one.id === id)?.name ?? `#${id}`;
  const none = 'nothing';
  switch (name) {
    case 'status':
      return STATUS_LABEL[fields.status];
    case 'category_ids':
      return fields.category_ids.map((id) => nameIn(categories, id)).join(', ') || none;
    case 'blueprint_id':
      return fields.blueprint_id === null ? 'that of its categories' : nameIn(blueprints, fields.blueprint_id);
    case 'taxable':
      return fields.taxable ? 'taxed' : 'not taxed';
    case 'field_values':
      return (
        Object.entries(fields.field_values)
          .map(([of, value]) => `${blueprintLabel(of)}: ${value}`)
          .join('; ') || none
      );
    case 'image':
      return fields.image === null ? 'no picture' : 'a picture';
    case 'unit':
      return fields.unit ?? 'piece';
    case 'floor_price':
    case 'regular_price':
    case 'sale_price':
      return fields[name] === '' ? none : `$${fields[name]}`;
    case 'sale_from':
    case 'sale_until':
      return fields[name] === '' ? none : fields[name].replace('T', ' ');
    case 'price_changes':
      return sayChanges(fields.price_changes) || none;
    case 'variations':
      return fields.variations.map(sayVariation).join('; ') || none;
    case 'attributes':
      return (fields.attributes ?? []).map(({ name: of, options }) => `${of}: ${options}`).join('; ') || none;
    default:
      return fields[name] === '' ? none : `"${shortened(fields[name])}"`;
  }
}

function sayVariation({
  attributes,
  name,
  sku,
  regular_price: price,
  price_changes: changes,
}: VariationFields): string {
  const options = attributes.map(({ option }) => option).join(', ') || name;
  const later = changes.length === 0 ? '' : `(${sayChanges(changes)})`;
  return [options, sku, price && `$${price}`, later].filter((part) => part !== '').join(' ');
}

const sayChanges = (changes: readonly LaterPrice[]): string =>
  changes.map(({ from, regular_price: price }) => `$${price} from ${from.replace('T', ' ')}`).join(', ');

const MOST_SHOWN = 80;
const shortened = (text: string) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);
