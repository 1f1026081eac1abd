import type { CallError } from '#web/api/call/call-error.ts';
import { matchesIn, mayBeOthers } from './customer-matches.tsx';

/** The fields of a person that only the server can check fully. */
export type RefusedFields = Partial<Record<'email' | 'username', string>>;

const FIELDS: Readonly<Record<string, keyof RefusedFields>> = { email_taken: 'email', username_taken: 'username' };

/** The field that a refusal is about, with a sentence; empty when it is about none. */
export function refusedFields(error: CallError): RefusedFields {
  const { code, message } = error;
  const field = Object.hasOwn(FIELDS, code) ? FIELDS[code] : undefined;
  if (field !== undefined) return { [field]: message };
  const matches = matchesIn(error);
  return matches && !mayBeOthers(matches) ? { email: 'Another customer has this email address.' } : {};
}
