export const JSON_TYPE = 'application/json; charset=utf-8';

/** The envelope of an answer: `{success: true, ...}`. Source: design §5. */
export function success<T extends object>(fields: T): T & { success: true } {
  return { ...fields, success: true };
}
