import type { createBlueprintRoute, ManagedField } from '#contract/blueprints.ts';
import type { BodySent } from '#contract/route.ts';
import { type FieldType, readFieldValue } from '#domain/field-value.ts';

/** A field of a blueprint, as typed. */
export interface FieldDraft {
  /** Null until the field is saved. */
  readonly id: number | null;
  readonly label: string;
  readonly type: FieldType;
  /** One option per line, or separated by commas. */
  readonly options: string;
  readonly min: string;
  readonly max: string;
  readonly default_value: string;
  /** Help text below the field where people fill it in. */
  readonly description: string;
  readonly required: boolean;
  /** Searches of products read its values. */
  readonly searchable: boolean;
}

export const NEW_FIELD: FieldDraft = {
  id: null,
  label: '',
  type: 'text',
  options: '',
  min: '',
  max: '',
  default_value: '',
  description: '',
  required: false,
  searchable: false,
};

const figure = (amount: number | null) => (amount === null ? '' : String(amount));

export function draftOf(field: ManagedField): FieldDraft {
  return {
    id: field.id,
    label: field.label,
    type: field.type,
    options: field.options.join(', '),
    min: figure(field.min),
    max: figure(field.max),
    default_value: field.default_value ?? '',
    description: field.description,
    required: field.required,
    searchable: field.searchable,
  };
}

type Sent = NonNullable<BodySent<typeof createBlueprintRoute>['fields']>;

function readLimit(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  return /^-?\d{1,12}(?:\.\d{1,6})?$/.test(text) ? Number(text) : undefined;
}

/** The fields as a request sends them, with the problems by index. */
export function readFields(drafts: readonly FieldDraft[]): {
  fields: Sent;
  problems: Readonly<Record<number, string>>;
} {
  const problems: Record<number, string> = {};
  const labels = new Set<string>();
  const fields = drafts.map((draft, place) => {
    const note = (problem: string) => (problems[place] ??= problem);
    const label = draft.label.trim();
    const key = label.toLowerCase();
    if (label === '') note('Give it a label.');
    else if (labels.has(key)) note(`There are two of ${label}.`);
    labels.add(key);
    const options = [...new Set(draft.options.split(/[,\n]/).map((option) => option.trim()))].filter(
      (option) => option !== '',
    );
    if (draft.type === 'select' && options.length === 0)
      note('Give the values to choose from, with commas between them.');
    const [min, max] = draft.type === 'number' ? [readLimit(draft.min), readLimit(draft.max)] : [null, null];
    if (min === undefined || max === undefined) note('The least and the largest are numbers, such as 12.5.');
    else if (min !== null && max !== null && min > max) note('The least is above the largest.');
    const rule = {
      label: 'The default',
      type: draft.type,
      required: false,
      options,
      min: min ?? undefined,
      max: max ?? undefined,
    };
    const given = readFieldValue(rule, draft.default_value);
    if (!given.ok) note(given.refused.sentence);
    return {
      ...(draft.id !== null && { id: draft.id }),
      label,
      type: draft.type,
      options,
      min: min ?? null,
      max: max ?? null,
      default_value: draft.default_value.trim() || null,
      description: draft.description.trim(),
      required: draft.required,
      searchable: draft.searchable,
    };
  });
  return { fields, problems };
}
