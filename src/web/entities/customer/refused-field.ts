import type { CallError } from '#web/api/call/call-error.ts';

/** The fields of a person of which the server knows more than a form does. */
export type RefusedFields = Partial<Record<'email' | 'username', string>>;

const FIELDS: Readonly<Record<string, keyof RefusedFields>> = { email_taken: 'email', username_taken: 'username' };

/** The field that a refusal is about, with the server's sentence; empty when it is about none. */
export function refusedFields({ code, message }: Pick<CallError, 'code' | 'message'>): RefusedFields {
  const field = Object.hasOwn(FIELDS, code) ? FIELDS[code] : undefined;
  return field === undefined ? {} : { [field]: message };
}
