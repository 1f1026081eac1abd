import { displayMoney, type Cents, scaled } from '../money.ts';
import type { Milli } from '../quantity.ts';

/** Blueprint fields that a label may carry, in the order in which they come on it. Rule: labels/lines. */
export const LABEL_FIELDS = [
  'effect',
  'lineage',
  'nose',
  'terpene',
  'strain_type',
  'thca_percentage',
  'supplier',
] as const;
export type LabelField = (typeof LABEL_FIELDS)[number];

/** Other facts that a label may show, in their order on it. */
export const EXTRA_FIELDS = ['date', 'price', 'sku', 'category', 'margin'] as const;
export type ExtraField = (typeof EXTRA_FIELDS)[number];

/** Rule: labels/lines. */
export const MOST_BLUEPRINT_ITEMS = 4;
const ITEMS_PER_LINE = 2;
const EXTRAS_PER_LINE = 3;
/** Longest line that somebody types or imports. Rule: labels/lines. */
export const LINE_MAX_LENGTH = 48;

/** More letters do not fit on the widest label at the smallest size. */
export const PRINTED_MAX_LENGTH = 1000;

/**
 * A text as one line: each run of white space and control characters is a single space. PDF readers would break the line at
 * them, and browsers would not.
 */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** At most this many UTF-16 units of a line, without half a letter at its end. */
function lineOf(text: string, mostLetters = PRINTED_MAX_LENGTH): string {
  const line = oneLine(text);
  if (line.length <= mostLetters) return line;
  return line
    .slice(0, mostLetters)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}

const SEPARATOR = ' • ';

/** A value of a field as a label shows it: 'Type: Indica', 'THCA: 24.6%'. */
const READS: Record<LabelField, (value: string) => string> = {
  effect: (value) => `Effect: ${value}`,
  lineage: (value) => `Lineage: ${value}`,
  nose: (value) => `Nose: ${value}`,
  terpene: (value) => `Terpene: ${value}`,
  strain_type: (value) => `Type: ${value}`,
  thca_percentage: (value) => `THCA: ${value.replace(/\s*%$/, '')}%`,
  supplier: (value) => `Supplier: ${value}`,
};

/** Shown in the preview for a field that has no value, and never printed. */
const SAMPLES: Record<LabelField, string> = {
  effect: 'Relaxed',
  lineage: 'Parent x Parent',
  nose: 'Pine, citrus',
  terpene: 'Myrcene',
  strain_type: 'Hybrid',
  thca_percentage: '24.5',
  supplier: 'Supplier name',
};

/** The price step that a label names. */
export interface LabelTier {
  readonly label: string;
  /** For the whole step. */
  readonly priceCents: Cents;
  /** Taken out of stock for it: 0.7 g of flower for a pre-roll. The cost is that of this quantity. */
  readonly drawnMilli: Milli;
}

/** The facts of an item that a label can show. Text is '' and a figure null where there is none. */
export interface LabelFacts {
  readonly name: string;
  readonly sku: string;
  readonly category: string;
  readonly priceCents: Cents | null;
  /** The unit that the price is for; left out for pieces. */
  readonly priceUnit?: string;
  /** Of one unit; null for those who may not know it. */
  readonly costCents: Cents | null;
  /** By field name without `_blueprint_`. */
  readonly blueprint: Readonly<Record<string, string>>;
  readonly tier: LabelTier | null;
  /** Of the tier, or of one unit: "3.5 g". '' for pieces. */
  readonly netWeight: string;
}

/** The choices that all labels share. */
export interface LabelChoices {
  readonly extras: readonly ExtraField[];
  readonly fields: readonly LabelField[];
  readonly showTierPrice: boolean;
  readonly showTierLabel: boolean;
  /** As it is printed: "11/23/2026". */
  readonly date: string;
  readonly details: PrintDetails;
}

/** Texts that are typed when labels are printed; '' for none. Rule: labels/print-details. */
export interface PrintDetails {
  readonly showNetWeight: boolean;
  /** Instead of the weight of the tier. */
  readonly netWeight: string;
  readonly batch: string;
  readonly packageDate: string;
  readonly warning: string;
}

export const NO_DETAILS: PrintDetails = {
  showNetWeight: false,
  netWeight: '',
  batch: '',
  packageDate: '',
  warning: '',
};

/** Letters of a line of a warning: more would be set too small to be read. */
const WARNING_LINE_LETTERS = 56;

/** Broken between words into lines of nearly the same length. */
function brokenWarning(warning: string): string[] {
  const text = oneLine(warning);
  if (text === '') return [];
  const most = Math.ceil(text.length / Math.ceil(text.length / WARNING_LINE_LETTERS)) + 8;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function detailLines({ details }: LabelChoices, facts: LabelFacts): string[] {
  const items = [
    labelled('Net wt', details.showNetWeight ? details.netWeight.trim() || facts.netWeight : ''),
    labelled('Batch', details.batch.trim()),
    labelled('Packed', details.packageDate.trim()),
  ].filter((item) => item !== '');
  return [...joined(items, EXTRAS_PER_LINE), ...brokenWarning(details.warning)];
}

/** The text of a label: its name, and the lines below it. */
export interface LabelText {
  readonly name: string;
  readonly lines: readonly LabelLine[];
}

export interface LabelLine {
  readonly text: string;
  /** Set in a heavier weight, as prices are. */
  readonly strong?: boolean;
  /** True for a sample in place of a missing value. Samples are shown on the screen only. */
  readonly sample?: boolean;
}

/** Share of the price that is not cost: "45.5%"; '' where either is unknown. */
export function marginText(priceCents: Cents | null, costCents: Cents | null): string {
  if (priceCents === null || costCents === null || priceCents <= 0) return '';
  const tenths = scaled(priceCents - costCents, 1000, priceCents);
  return `${(tenths / 10).toFixed(1)}%`;
}

function extraOf(extra: ExtraField, facts: LabelFacts, date: string): string {
  switch (extra) {
    case 'date':
      return date;
    case 'price':
      if (facts.priceCents === null) return '';
      return displayMoney(facts.priceCents) + (facts.priceUnit ? ` per ${facts.priceUnit}` : '');
    case 'sku':
      return facts.sku;
    case 'category':
      return facts.category;
    case 'margin': {
      const { tier, costCents } = facts;
      if (tier === null) return labelled('Margin', marginText(facts.priceCents, costCents));
      const cost = costCents === null ? null : (scaled(costCents, tier.drawnMilli, 1000) as Cents);
      return labelled('Margin', marginText(tier.priceCents, cost));
    }
  }
}

const labelled = (label: string, value: string): string => (value === '' ? '' : `${label}: ${value}`);

function joined(items: readonly string[], perLine: number): string[] {
  const lines: string[] = [];
  for (let first = 0; first < items.length; first += perLine) {
    lines.push(items.slice(first, first + perLine).join(SEPARATOR));
  }
  return lines;
}

interface BlueprintItem {
  readonly text: string;
  readonly sample: boolean;
}

/** The first four chosen blueprint fields, two on a line. A line is a sample if one of its values is. */
function blueprintLines(chosen: readonly LabelField[], facts: LabelFacts): LabelLine[] {
  const items = LABEL_FIELDS.filter((field) => chosen.includes(field))
    .slice(0, MOST_BLUEPRINT_ITEMS)
    .map((field): BlueprintItem => {
      const value = facts.blueprint[field]?.trim() ?? '';
      return { text: READS[field](value || SAMPLES[field]), sample: value === '' };
    });
  const lines: LabelLine[] = [];
  for (let first = 0; first < items.length; first += ITEMS_PER_LINE) {
    const pair = items.slice(first, first + ITEMS_PER_LINE);
    const text = pair.map((item) => item.text).join(SEPARATOR);
    lines.push(pair.some(({ sample }) => sample) ? { text, sample: true } : { text });
  }
  return lines;
}

/** The same without the values that are only samples. */
function printedLines(chosen: readonly LabelField[], facts: LabelFacts): LabelLine[] {
  const present = LABEL_FIELDS.filter((field) => chosen.includes(field))
    .slice(0, MOST_BLUEPRINT_ITEMS)
    .filter((field) => (facts.blueprint[field]?.trim() ?? '') !== '');
  return blueprintLines(present, facts);
}

function labelText(facts: LabelFacts, choices: LabelChoices, fieldLines: readonly LabelLine[]): LabelText {
  const { tier } = facts;
  const tierItems = [
    choices.showTierLabel && tier ? tier.label : '',
    choices.showTierPrice && tier ? displayMoney(tier.priceCents) : '',
  ].filter((item) => item.trim() !== '');
  const extras = EXTRA_FIELDS.filter((extra) => choices.extras.includes(extra))
    .map((extra) => extraOf(extra, facts, choices.date))
    .filter((item) => item.trim() !== '');
  return {
    name: lineOf(facts.name),
    lines: [
      ...fieldLines,
      ...joined(tierItems, ITEMS_PER_LINE).map((text): LabelLine => ({ text, strong: true })),
      ...[...joined(extras, EXTRAS_PER_LINE), ...detailLines(choices, facts)].map((text): LabelLine => ({ text })),
    ].map((line) => ({ ...line, text: lineOf(line.text) })),
  };
}

/**
 * The printed text of an item: its name; the first two chosen blueprint fields on line 2 and the next two on line 3, at
 * most four; then the tier, and the other fields. Fields without a value are left out. Rule: labels/lines.
 */
export function printedText(facts: LabelFacts, choices: LabelChoices): LabelText {
  return labelText(facts, choices, printedLines(choices.fields, facts));
}

/** The text in the preview: as printed, with samples where a chosen blueprint field has no value. */
export function previewText(facts: LabelFacts, choices: LabelChoices): LabelText {
  return labelText(facts, choices, blueprintLines(choices.fields, facts));
}

/** Shown in the preview while nothing is chosen. */
export const SAMPLE_FACTS: LabelFacts = {
  name: 'Sample Product',
  sku: 'SKU-0001',
  category: 'Category',
  priceCents: null,
  costCents: null,
  blueprint: {},
  tier: null,
  netWeight: '3.5 g',
};

/** Lines that somebody typed or imported, blank ones left out. The first one is the name. */
export function typedText(lines: readonly string[]): LabelText {
  const [name = '', ...rest] = lines.map((line) => lineOf(line, LINE_MAX_LENGTH));
  return { name, lines: rest.filter((text) => text !== '').map((text) => ({ text })) };
}
