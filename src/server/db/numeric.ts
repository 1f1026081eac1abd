import { type Milli, toMilli } from '#domain/quantity.ts';

/** A numeric(12,3) from the database, in thousandths; exact for every value that the column can hold. */
export function milliFrom(numeric: string): Milli {
  return toMilli(Math.round(Number(numeric) * 1000));
}
