/** Fields that products can be narrowed by, in the order of the filter panel. Rule: search/filter-fields. */
export const FILTER_FIELDS = [
  'effect',
  'lineage',
  'nose',
  'terpene',
  'strain_type',
  'thca_percentage',
  'supplier',
] as const;

/** Labels that are not simply the name. Rule: catalogue/field-labels. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['cost_price', 'Cost Price'],
  ['strain_type', 'Type'],
  ['thca_percentage', 'THCA %'],
]);

/** The name of a blueprint field on screen: 'Type' for `strain_type`, else its own name. */
export function blueprintLabel(field: string): string {
  const words = field.replaceAll('_', ' ');
  return LABELS.get(field) ?? words.charAt(0).toUpperCase() + words.slice(1);
}
