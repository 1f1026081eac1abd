import type { BulkChange, bulkChangeRoute } from '#contract/bulk-products.ts';
import type { ProductStatus } from '#contract/managed-products.ts';
import type { BodySent } from '#contract/route.ts';
import type { PriceRounding } from '#domain/bulk-price.ts';
import { formatMoney, HUNDRED_PERCENT, toCents } from '#domain/money.ts';
import { toQuantityNumber } from '#domain/quantity.ts';
import { readMoney, readPercent, readQuantity, typedSentence } from '#domain/typed.ts';
import { isStep, type Unit } from '#domain/unit.ts';
import { perOwner } from '#web/api/session/per-owner.ts';

type SentChange = BodySent<typeof bulkChangeRoute>['change'];
export type PriceWay = 'set' | 'raise-amount' | 'lower-amount' | 'raise-percent' | 'lower-percent';
export type FloorWay = 'percent' | 'price' | 'none';
export type SaleWay = 'percent' | 'amount' | 'price' | 'end';

/** The requested changes, as typed. `null` and empty values change nothing. */
export interface BulkDraft {
  readonly status: ProductStatus | null;
  readonly taxable: boolean | null;
  /** The id is null for the blueprint of the categories. */
  readonly blueprint: { readonly id: number | null } | null;
  /** Empty for no class. */
  readonly priceClass: string | null;
  readonly add: readonly number[];
  readonly remove: readonly number[];
  readonly way: PriceWay | null;
  readonly by: string;
  readonly rounding: PriceRounding;
  readonly sale: {
    readonly way: SaleWay | null;
    readonly by: string;
    readonly rounding: PriceRounding;
    /** Wall times of the shop; empty for at once and for never. */
    readonly from: string;
    readonly until: string;
  };
  readonly level: {
    readonly way: 'set' | 'clear' | null;
    readonly text: string;
    /** Null for the location where the person works. */
    readonly locationId: number | null;
  };
  /** The unit is null for pieces. An empty step stays. */
  readonly soldBy: { readonly unit: { readonly unit: Unit | null } | null; readonly step: string };
  readonly floor: { readonly way: FloorWay | null; readonly by: string; readonly rounding: PriceRounding };
  readonly fieldValues: Readonly<Record<string, string>>;
  /** Names of the fields that are to be emptied. */
  readonly cleared: readonly string[];
}

export const NO_DRAFT: BulkDraft = {
  status: null,
  taxable: null,
  blueprint: null,
  priceClass: null,
  add: [],
  remove: [],
  way: null,
  by: '',
  rounding: 'cent',
  sale: { way: null, by: '', rounding: 'cent', from: '', until: '' },
  level: { way: null, text: '', locationId: null },
  soldBy: { unit: null, step: '' },
  floor: { way: null, by: '', rounding: 'cent' },
  fieldValues: {},
  cleared: [],
};

/** Kept while the person is elsewhere. */
export const useBulkDraft = perOwner<BulkDraft>(() => NO_DRAFT);

/** Ten times the price. */
const MOST_PERCENT = HUNDRED_PERCENT * 10;

/** The parts of the form that may be wrong. */
export type BulkPart = 'price' | 'sale' | 'sale_from' | 'sale_until' | 'level' | 'step' | 'floor';
export type BulkProblems = Partial<Record<BulkPart, string>>;
type Note = (part: BulkPart, problem: string) => undefined;

function readPrice({ way, by, rounding }: BulkDraft, note: Note): SentChange['price'] {
  if (way === null) return undefined;
  if (way === 'set') {
    const read = readMoney(by);
    if (!read.ok) return note('price', typedSentence(read.refused) || 'Give a price.');
    return { by: 'price', amount: formatMoney(read.value) };
  }
  const sign = way.startsWith('lower') ? -1 : 1;
  if (way.endsWith('amount')) {
    const read = readMoney(by);
    if (!read.ok) return note('price', typedSentence(read.refused) || 'Give an amount.');
    return { by: 'amount', amount: formatMoney(toCents(sign * read.value)), rounding };
  }
  const read = readPercent(by, sign < 0 ? HUNDRED_PERCENT : MOST_PERCENT);
  if (!read.ok) return note('price', typedSentence(read.refused) || 'Give a percentage.');
  return { by: 'percent', percent: (sign * read.value) / 100, rounding };
}

/** Reads a wall time of the shop; null if it is not a time. */
type ReadWall = (typed: string) => string | null;

function readSale({ sale }: BulkDraft, readWall: ReadWall, note: Note): SentChange['sale'] {
  const { way, by, rounding } = sale;
  if (way === null) return undefined;
  if (way === 'end') return { by: 'end' };
  const dates = {
    from: sale.from === '' ? null : readWall(sale.from),
    until: sale.until === '' ? null : readWall(sale.until),
  };
  for (const name of ['from', 'until'] as const) {
    if (sale[name] !== '' && dates[name] === null) note(`sale_${name}`, 'Give a day and a time.');
  }
  if (dates.from !== null && dates.until !== null && dates.until <= dates.from) {
    note('sale_until', 'The sale ends before it begins.');
  }
  if (way === 'percent') {
    const read = readPercent(by);
    if (!read.ok) return note('sale', typedSentence(read.refused) || 'Give a percentage.');
    if (read.value === 0) return note('sale', 'Give a percentage above 0.');
    return { by: 'percent', percent: read.value / 100, rounding, ...dates };
  }
  const read = readMoney(by);
  if (!read.ok) return note('sale', typedSentence(read.refused) || 'Give an amount.');
  const amount = formatMoney(read.value);
  return way === 'amount' ? { by: 'amount', amount, rounding, ...dates } : { by: 'price', amount, ...dates };
}

function readLevel({ level }: BulkDraft, note: Note): SentChange['reorder_level'] {
  const { way, text, locationId } = level;
  if (way === null) return undefined;
  const place = locationId === null ? {} : { location_id: locationId };
  if (way === 'clear') return { ...place, level: null };
  const read = readQuantity(text);
  if (!read.ok) return note('level', typedSentence(read.refused) || 'Give a quantity.');
  return { ...place, level: toQuantityNumber(read.value) };
}

function readStep({ soldBy: { unit, step } }: BulkDraft, note: Note): SentChange['step'] {
  if (step.trim() === '') return undefined;
  const read = readQuantity(step);
  if (!read.ok) return note('step', typedSentence(read.refused) || 'Give a quantity.');
  // Without a new unit each product is judged by its own.
  if (!isStep(unit ? unit.unit : 'g', read.value)) {
    return note('step', unit?.unit === null ? 'Pieces are sold in whole steps, from 1 to 1000.' : STEP_BOUNDS);
  }
  return toQuantityNumber(read.value);
}

const STEP_BOUNDS = 'The step is above 0, and at most 1000.';

function readFloor({ floor: { way, by, rounding } }: BulkDraft, note: Note): SentChange['floor_price'] {
  if (way === null) return undefined;
  if (way === 'none') return { by: 'none' };
  if (way === 'price') {
    const read = readMoney(by);
    if (!read.ok) return note('floor', typedSentence(read.refused) || 'Give an amount.');
    return { by: 'price', amount: formatMoney(read.value) };
  }
  const read = readPercent(by);
  if (!read.ok) return note('floor', typedSentence(read.refused) || 'Give a percentage.');
  if (read.value === 0) return note('floor', 'Give more than 0.');
  return { by: 'percent', percent: read.value / 100, rounding };
}

interface ReadDraft {
  /** The changes as a request sends them. */
  readonly change: SentChange;
  readonly problems: BulkProblems;
  readonly isEmpty: boolean;
}

/**
 * Reads the form.
 * @param rules the fields on the form; null while it shows none. Values of other fields, of products that were chosen
 *   before, are not sent.
 */
export function readDraft(
  draft: BulkDraft,
  readWall: ReadWall,
  rules: readonly { readonly name: string }[] | null,
): ReadDraft {
  const problems: BulkProblems = {};
  const note: Note = (part, problem) => {
    problems[part] = problem;
  };
  const [price, sale, level] = [readPrice(draft, note), readSale(draft, readWall, note), readLevel(draft, note)];
  const [step, floor] = [readStep(draft, note), readFloor(draft, note)];
  const { unit } = draft.soldBy;
  const { status, taxable, blueprint, priceClass, add, remove, fieldValues, cleared } = draft;
  const values = Object.fromEntries(
    (rules ?? []).flatMap(({ name }) => {
      const value = cleared.includes(name) ? null : fieldValues[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const change: SentChange = {
    ...(status !== null && { status }),
    ...(taxable !== null && { taxable }),
    ...(blueprint !== null && { blueprint_id: blueprint.id }),
    ...(priceClass !== null && { price_class: priceClass === '' ? null : priceClass }),
    ...(add.length > 0 && { add_category_ids: [...add] }),
    ...(remove.length > 0 && { remove_category_ids: [...remove] }),
    ...(price && { price }),
    ...(sale && { sale }),
    ...(level && { reorder_level: level }),
    ...(unit !== null && { unit: unit.unit }),
    ...(step !== undefined && { step }),
    ...(floor && { floor_price: floor }),
    ...(Object.keys(values).length > 0 && { field_values: values }),
  } satisfies Partial<Record<keyof BulkChange, unknown>>;
  const isEmpty = Object.keys(change).length === 0 && Object.keys(problems).length === 0;
  return { change, problems, isEmpty };
}
