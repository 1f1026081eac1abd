import { type Milli, toMilli } from '#domain/quantity.ts';

/** A numeric(12,3) as the database sends it, in thousandths: exact for all the column can hold. */
export function milliFrom(numeric: string): Milli {
  return toMilli(Math.round(Number(numeric) * 1000));
}
