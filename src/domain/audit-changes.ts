import { displayMoney, toCents } from './money.ts';

/** The change of one field in an audit row. */
export interface AuditChange {
  /** "billing.city", as the row names it. */
  readonly field: string;
  /** undefined if the row has only the new value. */
  readonly from?: string;
  readonly to: string;
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values that tell a reader nothing: the hash of personal values. */
const HIDDEN = new Set(['personal_sha256']);

/** The amounts of a row are whole cents, in fields with this ending. */
const CENTS = '_cents';

/** A value in words, an amount as money; nothing, and an empty text, are a dash. */
function inWords(value: unknown, field = ''): string {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  if (typeof value === 'number')
    return field.endsWith(CENTS) && Number.isSafeInteger(value) ? displayMoney(toCents(value)) : String(value);
  if (Array.isArray(value)) return value.map((part) => inWords(part)).join(value.some(isObject) ? '; ' : ', ') || '–';
  return [...flat(value as Json)].map(([name, part]) => `${auditWords(name)} ${inWords(part, name)}`).join(', ');
}

/** Objects as their single values, by path. */
function flat(value: Json, path = ''): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [name, part] of Object.entries(value)) {
    const field = path === '' ? name : `${path}.${name}`;
    if (!isObject(part)) found.set(field, part);
    else for (const [inner, deep] of flat(part, field)) found.set(inner, deep);
  }
  return found;
}

function differing(from: Json, to: Json): AuditChange[] {
  const [before, after] = [flat(from), flat(to)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((field) => ({ field, from: inWords(before.get(field), field), to: inWords(after.get(field), field) }))
    .filter((change) => change.from !== change.to);
}

const isPair = (value: unknown): value is { from: unknown; to: unknown } =>
  isObject(value) && 'from' in value && 'to' in value && Object.keys(value).length === 2;

interface ImportedItem {
  readonly line: number;
  readonly name: string;
  readonly change: string;
  readonly fields: readonly { field: string; from: string; to: string }[];
  readonly stockMilli: number | null;
}

const areImported = (value: unknown): value is readonly ImportedItem[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item) => isObject(item) && typeof item['name'] === 'string' && Array.isArray(item['fields']));

/** Lists the changes of an import item by item, with the number of those that its row leaves out. Rule: catalogue/imports-in-the-app. */
function importedItems(items: readonly ImportedItem[], { created, updated }: Json): AuditChange[] {
  const lines = items.map(({ line, name, change, fields, stockMilli }) => {
    const parts = [
      ...(change === 'create' ? ['new'] : []),
      ...fields.map(({ field, from, to }) => `${auditWords(field)} ${inWords(from)} → ${inWords(to)}`),
      ...(stockMilli === null ? [] : [`Stock ${stockMilli / 1000}`]),
    ];
    return { field: `changed.line ${line}`, to: `${name}: ${parts.join(', ')}` };
  });
  const more = Number(created) + Number(updated) - items.length;
  return more > 0 ? [...lines, { field: 'changed', to: `and ${more.toLocaleString('en-US')} more` }] : lines;
}

/** Without the sum over all units, which the books compare but which adds grams to pieces. */
function byUnitAlone({ net_change: _net, quantity: _quantity, ...facts }: Json): Json {
  return facts;
}

/**
 * The details of a row, field by field. A row has the values before and after as `{from, to}` of all fields, as
 * `{field: {from, to}}`, or as one value `{from, to}`. Its other values are facts of the change.
 */
export function auditChanges(details: Json): AuditChange[] {
  const { from, to, ...facts } = details;
  const rest = 'by_unit' in facts ? byUnitAlone(facts) : facts;
  const changes: AuditChange[] = [];
  if ('from' in details || 'to' in details) {
    const [before, after] = [from ?? {}, to ?? {}];
    if (isObject(before) && isObject(after)) changes.push(...differing(before, after));
    else changes.push({ field: '', from: inWords(from), to: inWords(to) });
  }
  for (const [name, value] of Object.entries(rest)) {
    if (HIDDEN.has(name)) continue;
    if (name === 'changed' && areImported(value)) changes.push(...importedItems(value, details));
    else if (isPair(value)) changes.push({ field: name, from: inWords(value.from, name), to: inWords(value.to, name) });
    else if (isObject(value)) {
      for (const [field, part] of flat(value, name)) changes.push({ field, to: inWords(part, field) });
    } else changes.push({ field: name, to: inWords(value, name) });
  }
  return changes;
}

/** "customer_note_deleted" as a reader has it: "Customer note deleted"; "lastName" is "Last name", "tax_cents" "Tax". */
export function auditWords(name: string): string {
  const spaced = name
    .replace(/_cents$/, '')
    .replaceAll(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`);
  const words = spaced.replaceAll(/[._]/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
