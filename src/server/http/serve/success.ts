export const JSON_TYPE = 'application/json; charset=utf-8';

/** The envelope of an answer: `{success: true, ...}`. Rule: wire/envelope. */
export function success<T extends object>(fields: T): T & { success: true } {
  return { ...fields, success: true };
}
