import { displayMoney, toCents } from '#domain/money.ts';
import type { FieldChange } from './import-plan.ts';
import { sameJson } from './plan-meta.ts';

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

function said(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (field.endsWith('_cents')) return displayMoney(toCents(Number(value)));
  if (Array.isArray(value))
    return value.map((each) => said('', isRow(each) ? (each['option'] ?? each['name']) : each)).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number | boolean}`;
}

/** The fields of an item that an import changes; each key of its meta is a field. */
export function changesOf(after: Row, before: Row): FieldChange[] {
  return Object.keys(after).flatMap((field) => {
    const [to, from] = [after[field], before[field]];
    if (sameJson(to, from)) return [];
    if (field === 'meta' && isRow(to) && isRow(from)) return changesOf({ ...nothingOf(from), ...to }, from);
    return [{ field: field.replace(/_cents$/, ''), from: said(field, from), to: said(field, to) }];
  });
}

const nothingOf = (row: Row): Row => Object.fromEntries(Object.keys(row).map((key) => [key, null]));
