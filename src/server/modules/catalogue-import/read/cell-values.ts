import { isDay } from '#domain/day.ts';
import { type Cents, displayMoney, parseMoney } from '#domain/money.ts';
import { type Milli, parseQuantity } from '#domain/quantity.ts';
import { accept, refuse, type Result } from '#domain/result.ts';
import { MAX_STEP_MILLI, type Unit, unitIn, UNITS } from '#domain/unit.ts';
import { quote } from '../findings.ts';

/** Why a cell cannot be read, in words that follow the column's name. */
export interface CellRefused {
  code: 'cell_refused';
  reason: string;
}

type Read<T> = Result<T, CellRefused>;

function refuseCell(reason: string) {
  return refuse<CellRefused>({ code: 'cell_refused', reason });
}

const THOUSANDS_SPACE = /(\d)[\s\u00a0\u202f'](?=\d{3}(?:\D|$))/g;

/**
 * A number as people of several countries type it, as plain digits with a point: "1.234,50", "1,234.50", "12,5", ".5".
 * Refuses what two countries read differently: "1,234" is a thousand and more to one and 1.234 to the other.
 * `decimals`: the most the value may have; a point before three digits is a decimal point only where three are allowed.
 */
function readDecimal(raw: string, decimals: 2 | 3): Read<string> {
  const text = raw.trim().replaceAll(THOUSANDS_SPACE, '$1');
  const [, sign = '', body = ''] = /^([+-]?)(\d[\d.,]*|[.,]\d+)$/.exec(text) ?? [];
  if (body === '') return refuseCell(`${quote(raw)} is not a number`);
  const last = Math.max(body.lastIndexOf('.'), body.lastIndexOf(','));
  if (last === -1) return accept(withSign(sign, body, ''));
  const mark = body[last] ?? '';
  const whole = body.slice(0, last);
  const fraction = body.slice(last + 1);
  const grouped = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*$/.exec(whole);
  if (grouped?.[1] === mark) {
    if (fraction.length !== 3) return refuseCell(`${quote(raw)} is not a number`);
    return accept(withSign(sign, body.replaceAll(/[.,]/g, ''), ''));
  }
  if (grouped === null && /[.,]/.test(whole)) return refuseCell(`${quote(raw)} is not a number`);
  if (grouped === null && fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole) && (mark === ',' || decimals === 2)) {
    return refuseCell(`${quote(raw)} can be read in two ways: write it without a thousands mark`);
  }
  return accept(withSign(sign, whole.replaceAll(/[.,]/g, ''), fraction));
}

function withSign(sign: string, whole: string, fraction: string): string {
  const digits = fraction.replace(/0+$/, '');
  return `${sign === '-' ? '-' : ''}${whole === '' ? '0' : whole}${digits === '' ? '' : `.${digits}`}`;
}

/**
 * True if a number that cannot be read as money or stock has at least this many decimals. Otherwise it has too many
 * digits before its point.
 */
function hasDecimals(decimal: string, count: number): boolean {
  return (decimal.split('.')[1] ?? '').length >= count;
}

/** A price in US dollars, blank is null. Refuses other currencies, negative prices and parts of a cent. */
export function readPrice(raw: string): Read<Cents | null> {
  const text = raw.trim();
  if (text === '') return accept(null);
  const decimal = readDecimal(text.replace(/^(-?)\s*(?:US)?\$\s*/i, '$1').replace(/\s*(?:\$|USD)$/i, ''), 2);
  if (!decimal.ok) return decimal;
  const price = parseMoney(decimal.value);
  if (!price.ok) {
    return refuseCell(`${quote(raw)} ${hasDecimals(decimal.value, 3) ? 'has more than two decimals' : 'is too large'}`);
  }
  if (price.value < 0) return refuseCell(`${displayMoney(price.value)} is negative`);
  return accept(price.value);
}

/** A stock figure, at most three decimals; blank, or kept by the parent, is null. It may be negative. */
export function readStock(raw: string): Read<Milli | null> {
  const text = raw.trim();
  if (text === '' || text.toLowerCase() === 'parent') return accept(null);
  const decimal = readDecimal(text, 3);
  if (!decimal.ok) return decimal;
  const stock = parseQuantity(decimal.value);
  if (!stock.ok) {
    return refuseCell(
      `${quote(raw)} ${hasDecimals(decimal.value, 4) ? 'has more than three decimals' : 'is too large'}`,
    );
  }
  return accept(stock.value);
}

const INSTANT =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}):([0-5]\d)(?::([0-5]\d)(\.\d{1,3})?)?\s?(Z|[+-][01]\d:[0-5]\d)?)?$/i;
const DAY_MS = 86_400_000;

/**
 * An instant, blank is null: in UTC ("...Z") if the cell has a zone, else by the clock of the location. A day without a time
 * begins at midnight. Refuses days that two countries read differently.
 */
export function readInstant(raw: string): Read<string | null> {
  const text = raw.trim();
  if (text === '') return accept(null);
  const [, day = '', hours = '0', minutes = '00', seconds = '00', fraction = '', zone] = INSTANT.exec(text) ?? [];
  if (!isDay(day) || Number(hours) > 23) {
    return refuseCell(
      `${quote(raw)} is not a day, such as 2026-05-31, with or without a time, such as 2026-05-31 09:00`,
    );
  }
  const wall = `${day}T${hours.padStart(2, '0')}:${minutes}:${seconds}${fraction}`;
  return accept(zone === undefined ? wall : new Date(wall + zone.toUpperCase()).toISOString());
}

/** `readInstant` for the end of something: a day without a time is over at the next midnight. */
export function readLastInstant(raw: string): Read<string | null> {
  const day = raw.trim();
  return readInstant(isDay(day) ? new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10) : raw);
}

const MAX_SOURCE_ID = Number.MAX_SAFE_INTEGER;

/** A number of the store the file comes from: whole and positive, blank is null. */
export function readId(raw: string): Read<number | null> {
  const text = raw.trim();
  if (text === '') return accept(null);
  if (!/^\d{1,16}$/.test(text) || Number(text) < 1 || Number(text) > MAX_SOURCE_ID) {
    return refuseCell(`${quote(raw)} is not a whole positive number`);
  }
  return accept(Number(text));
}

const MAX_POSITION = 1_000_000;

/** A place in a list; undefined for a blank cell. */
export function readPosition(raw: string): Read<number | undefined> {
  const text = raw.trim();
  if (text === '') return accept(undefined);
  if (!/^-?\d{1,7}$/.test(text) || Math.abs(Number(text)) > MAX_POSITION) {
    return refuseCell(`${quote(raw)} is not a whole number`);
  }
  return accept(Number(text) === 0 ? 0 : Number(text));
}

const STATUS: Readonly<Record<string, 'publish' | 'draft'>> = {
  '1': 'publish',
  yes: 'publish',
  true: 'publish',
  '0': 'draft',
  '-1': 'draft',
  no: 'draft',
  false: 'draft',
};

/** 1 is published; 0 (private) and -1 (draft) are not sold, so both are drafts here. Undefined for a blank cell. */
export function readStatus(raw: string): Read<'publish' | 'draft' | undefined> {
  const key = raw.trim().toLowerCase();
  if (key === '') return accept(undefined);
  const status = Object.hasOwn(STATUS, key) ? STATUS[key] : undefined;
  return status === undefined ? refuseCell(`${quote(raw)} is none of 1, 0 and -1`) : accept(status);
}

/** "none" and "shipping" mean that the goods themselves are not taxed. Undefined for a blank cell. */
export function readTaxable(raw: string): Read<boolean | undefined> {
  const key = raw.trim().toLowerCase();
  if (key === '') return accept(undefined);
  if (key === 'taxable') return accept(true);
  if (key === 'none' || key === 'shipping') return accept(false);
  return refuseCell(`${quote(raw)} is none of taxable, shipping and none`);
}

/** The unit by which a product is sold; null for pieces, and undefined for a blank cell. */
export function readUnit(raw: string): Read<Unit | null | undefined> {
  const key = raw.trim().toLowerCase();
  if (key === '') return accept(undefined);
  const unit = key === 'piece' ? null : unitIn(key);
  return unit === null && key !== 'piece'
    ? refuseCell(`${quote(raw)} is none of piece, ${UNITS.join(', ')}`)
    : accept(unit);
}

/** The step of what is sold; undefined for a blank cell. The plan compares it with the unit. */
export function readStep(raw: string): Read<Milli | undefined> {
  if (raw.trim() === '') return accept(undefined);
  const decimal = readDecimal(raw, 3);
  if (!decimal.ok) return decimal;
  const step = parseQuantity(decimal.value);
  return step.ok && step.value > 0 && step.value <= MAX_STEP_MILLI
    ? accept(step.value)
    : refuseCell(`${quote(raw)} is not a step: above 0, at most 1000, with at most three decimals`);
}

/** A list as the export writes it: commas between, a comma of a value itself as "\,". */
export function readList(raw: string): string[] {
  return raw
    .split(/(?<!\\),/)
    .map((part) => part.replaceAll('\\,', ',').trim())
    .filter((part) => part !== '');
}

/** A line of text: no line ends, no runs of spaces. */
export function readLine(raw: string): string {
  return raw.replaceAll(/\s+/g, ' ').trim();
}

/** Reads a text of an export: `\n` is a line end, and `\\n` a literal `\n`. */
export function readText(raw: string): string {
  return raw.replaceAll(/\\(\\n|n)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : '\\n')).trim();
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#039;': "'",
  '&#39;': "'",
};

/** Names of categories and tags leave the store escaped for a web page. */
export function readTerm(raw: string): string {
  return readLine(raw).replaceAll(/&(?:amp|lt|gt|quot|#0?39);/g, (entity) => ENTITIES[entity] ?? entity);
}
