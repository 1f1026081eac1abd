import { accept, refuse, type Result } from '../result.ts';
import { dayOf } from './age.ts';

/**
 * A driver's licence or identity card of the United States or Canada, as the barcode on its back tells it. Texts are as
 * printed, in capitals as a rule; '' is what the card does not tell. Sex, height and the like are not read at all.
 */
export interface ScannedCard {
  readonly kind: 'licence' | 'identity card';
  readonly country: 'US' | 'CA';
  /** State or province, as "NC". */
  readonly jurisdiction: string;
  /** Of the AAMVA standard, 1 to 10 and above. */
  readonly version: number;
  readonly firstName: string;
  readonly middleName: string;
  readonly lastName: string;
  readonly suffix: string;
  /** A name was too long for the card and is cut off on it. */
  readonly nameCutOff: boolean;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly postcode: string;
  readonly licenseNumber: string;
  /** ISO days; null if the card has no possible one. */
  readonly birthDay: string | null;
  readonly issuedOn: string | null;
  readonly expiresOn: string | null;
}

export type CardRefused = { code: 'card_unknown' | 'card_in_one_line' | 'card_incomplete' };

/** The sentence staff read. */
export const CARD_SENTENCES: Record<CardRefused['code'], string> = {
  card_unknown: 'This is not the barcode of a licence. Scan the wide barcode on the back of the card.',
  card_in_one_line:
    'The scanner leaves out the ends of the lines, so the card cannot be read. Set the scanner to send control characters or Enter.',
  card_incomplete: 'Only a part of the card was read. Scan it again.',
};

/** Jurisdiction, version, the jurisdiction's own version from 2 on, and number of parts. Early cards say AAMVA. */
const HEADER = /(?:ANSI|AAMVA) ?(\d{6})(\d{2})(?:\d{2})?\d{2}/;
/** The header begins within this many characters, after "@" and separators, which scanners drop or translate. */
const HEADER_WITHIN = 40;
/** The table of parts: type, offset, length. Offsets are wrong on many cards and change with the line ends, so unused. */
const PARTS = /^\s*(?:[A-Z]{2}\d{8}\s*)+/;
/** The type of a part, once more before its first field; some early cards leave it out. */
const PART_START = /^(DL|ID|EN)(?=D[A-Z]{2})/;
const SEPARATORS = new RegExp(`[\n\r${String.fromCharCode(30)}]+`);
const FIELD = /^(D[A-Z]{2})(.*)$/s;

/** Cards write these for an empty field. */
const NOTHING = new Set(['NONE', 'UNAVL', 'UNAVAIL', 'UNAVAILABLE', 'N/A', 'NA', 'NMN', 'NFN']);

const PROVINCES = new Set(['AB', 'BC', 'MB', 'NB', 'NL', 'NF', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'PQ', 'SK', 'YT']);

const OLDEST_YEAR = 1900;
const LATEST_YEAR = 2100;

/** Fields by code. The first one with a value counts: a card may have a part for the licence and one for the ID. */
function fieldsOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const line of lines) {
    const [, code, text] = FIELD.exec(line.replace(PART_START, '').trim()) ?? [];
    if (code === undefined || text === undefined) continue;
    const value = text.replace(/\s+/g, ' ').trim();
    if (value !== '' && !NOTHING.has(value.toUpperCase()) && !fields.has(code)) fields.set(code, value);
  }
  return fields;
}

/**
 * Reads eight digits, either MMDDCCYY or CCYYMMDD, whatever the card's version and country: between 1900 and 2100 no
 * date can be read both ways, because no month is 19, 20 or 21. Separators between them do no harm. Null if they are
 * not a day.
 */
export function cardDay(text: string): string | null {
  const [, digits] = /^(\d{8})$/.exec(text.replace(/[-/. ]/g, '')) ?? [];
  if (digits === undefined) return null;
  const part = (from: number, length: number) => Number(digits.slice(from, from + length));
  const readings = [
    { year: part(4, 4), month: part(0, 2), day: part(2, 2) },
    { year: part(0, 4), month: part(4, 2), day: part(6, 2) },
  ];
  const within = readings.find(
    ({ year, month, day }) => year >= OLDEST_YEAR && year <= LATEST_YEAR && dayOf(year, month, day) !== null,
  );
  return within ? dayOf(within.year, within.month, within.day) : null;
}

interface Names {
  readonly firstName: string;
  readonly middleName: string;
  readonly lastName: string;
  readonly suffix: string;
}

const split = (text: string, by: RegExp): string[] => text.split(by).map((part) => part.trim());

/** By version: DAC, DAD and DCS from 4 on; DCT holds first and middle names in 2 and 3; DAA the whole name in 1. */
function namesOf(field: (...codes: string[]) => string): Names {
  // Last, first, middle, suffix. Some states wrote "$", "@" or a blank for the comma.
  const whole = field('DAA');
  const [last = '', first = '', middle = '', ...rest] = split(whole, /[,$@]/.test(whole) ? /[,$@]/ : / /);
  const given = field('DCT');
  const [given1 = '', ...given2] = split(given, given.includes(',') ? /,/ : / /);
  const known = (text: string) => (NOTHING.has(text.toUpperCase()) ? '' : text);
  return {
    firstName: field('DAC') || known(given1) || known(first),
    middleName: field('DAD') || known(given2.join(' ')) || known(middle),
    lastName: field('DCS', 'DAB') || known(last),
    suffix: field('DCU', 'DAE') || known(rest.join(' ').trim()),
  };
}

/** "274010000" is 27401, "274011234" is 27401-1234, "K1A0B1" is K1A 0B1. */
function postcodeOf(text: string): string {
  const bare = text.replace(/[\s-]/g, '').toUpperCase();
  const [, zip, more] = /^(\d{5})(\d{4})?$/.exec(bare) ?? [];
  if (zip !== undefined) return more === undefined || more === '0000' ? zip : `${zip}-${more}`;
  const [, area, unit] = /^([A-Z]\d[A-Z])(\d[A-Z]\d)/.exec(bare) ?? [];
  return area === undefined ? text : `${area} ${unit}`;
}

/**
 * Reads the text of the PDF417 code on a licence: AAMVA versions 1 to 10 and above, with LF, CR or RS between fields, as
 * cameras and handheld scanners give it.
 * Refuses: `card_unknown` without the header; `card_in_one_line` when the separators were lost; `card_incomplete` without
 * number or name.
 * Rule: customers/scanned-card.
 */
export function readCard(raw: string): Result<ScannedCard, CardRefused> {
  const header = HEADER.exec(raw);
  if (!header || header.index > HEADER_WITHIN) return refuse({ code: 'card_unknown' });
  const body = raw.slice(header.index + header[0].length).replace(PARTS, '');
  const lines = body.split(SEPARATORS).filter((line) => line.trim() !== '');
  const fields = fieldsOf(lines);
  if (fields.size < 3 && body.includes('DAQ') && body.includes('DBB')) return refuse({ code: 'card_in_one_line' });
  const field = (...codes: string[]): string =>
    codes.map((code) => fields.get(code) ?? '').find((value) => value !== '') ?? '';
  const names = namesOf(field);
  const licenseNumber = field('DAQ');
  if (licenseNumber === '' || (names.firstName === '' && names.lastName === '')) {
    return refuse({ code: 'card_incomplete' });
  }
  const state = field('DAJ', 'DAO').toUpperCase();
  const country = field('DCG').toUpperCase();
  return accept({
    kind: /^\s*ID/.test(body) ? 'identity card' : 'licence',
    country: country.startsWith('CA') || (country === '' && PROVINCES.has(state)) ? 'CA' : 'US',
    jurisdiction: state,
    version: Number(header[2]),
    ...names,
    nameCutOff: ['DDE', 'DDF', 'DDG'].some((code) => field(code).toUpperCase() === 'T'),
    street: [field('DAG', 'DAL'), field('DAH', 'DAM')].filter((line) => line !== '').join(', '),
    city: field('DAI', 'DAN'),
    state,
    postcode: postcodeOf(field('DAK', 'DAP')),
    licenseNumber,
    birthDay: cardDay(field('DBB')),
    issuedOn: cardDay(field('DBD')),
    expiresOn: cardDay(field('DBA')),
  });
}

/** A licence number as searches compare it: blanks, dashes and the case of letters do not matter. */
export function comparedLicense(number: string): string {
  return number.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase() || number.trim();
}
