import pg from 'pg';

const { builtins } = pg.types;
type Parse = (text: string) => unknown;

const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;
const TEXT_ARRAY = 1009;
/** pg's own type names single types only, though it parses arrays as well. */
const parserOf = pg.types.getTypeParser.bind(pg.types) as (oid: number, format?: 'text' | 'binary') => Parse;

/** Whole cents and ids travel as bigint; a figure that a number cannot hold exactly must never be rounded. */
function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is not a safe integer`);
  return value;
}

function textArray(text: string): string[] {
  return parserOf(TEXT_ARRAY)(text) as string[];
}

const PARSERS = new Map<number, Parse>([
  [builtins.INT8, toSafeInteger],
  [builtins.NUMERIC, (text) => text],
  // A calendar day has no instant: it stays `YYYY-MM-DD`.
  [builtins.DATE, (text) => text],
  [INT8_ARRAY, (text) => textArray(text).map(toSafeInteger)],
  [DATE_ARRAY, textArray],
]);

/** int8 -> number, numeric -> string, date -> string, timestamptz -> Date; everything else as pg does it. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : PARSERS.get(oid)) ?? parserOf(oid, format ?? 'text'),
};
