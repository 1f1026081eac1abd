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

/** A value in words; nothing, and an empty text, are a dash. */
function inWords(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((part) => !isObject(part))) return value.map(inWords).join(', ') || '–';
  return JSON.stringify(value);
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
    .map((field) => ({ field, from: inWords(before.get(field)), to: inWords(after.get(field)) }))
    .filter((change) => change.from !== change.to);
}

const isPair = (value: unknown): value is { from: unknown; to: unknown } =>
  isObject(value) && 'from' in value && 'to' in value && Object.keys(value).length === 2;

/**
 * The details of a row, field by field. A row has the values before and after as `{from, to}` of all fields, as
 * `{field: {from, to}}`, or as one value `{from, to}`. Its other values are facts of the change.
 */
export function auditChanges(details: Json): AuditChange[] {
  const { from, to, ...rest } = details;
  const changes: AuditChange[] = [];
  if ('from' in details || 'to' in details) {
    const [before, after] = [from ?? {}, to ?? {}];
    if (isObject(before) && isObject(after)) changes.push(...differing(before, after));
    else changes.push({ field: '', from: inWords(from), to: inWords(to) });
  }
  for (const [name, value] of Object.entries(rest)) {
    if (HIDDEN.has(name)) continue;
    if (isPair(value)) changes.push({ field: name, from: inWords(value.from), to: inWords(value.to) });
    else if (isObject(value)) {
      for (const [field, part] of flat(value, name)) changes.push({ field, to: inWords(part) });
    } else changes.push({ field: name, to: inWords(value) });
  }
  return changes;
}

/** "customer_note_deleted" as a reader has it: "Customer note deleted". */
export function auditWords(name: string): string {
  const words = name.replaceAll(/[._]/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
