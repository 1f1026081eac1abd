import { expect, it } from 'vitest';
import { blueprintLabel, FILTER_FIELDS } from './blueprint-fields.ts';

it('calls the fields of the filter panel as staff know them', () => {
  expect(FILTER_FIELDS.map(blueprintLabel)).toEqual([
    'Effect',
    'Lineage',
    'Nose',
    'Terpene',
    'Type',
    'THCA %',
    'Supplier',
  ]);
  expect(['cost', 'cost_price'].map(blueprintLabel)).toEqual(['Cost', 'Cost Price']);
});

it('calls a field nobody has named by its own name', () => {
  expect(blueprintLabel('harvest_batch')).toBe('Harvest batch');
  expect(blueprintLabel('constructor')).toBe('Constructor');
});
