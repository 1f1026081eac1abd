import type { ImportField, importCustomersRoute } from '#contract/customer-files.ts';
import type { ReplyOf } from '#contract/route.ts';
import { rowsWords } from '#web/ui/files/import-parts.tsx';

export const FIELD_WORDS: Record<ImportField, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  name: 'Full name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  address_1: 'Street',
  address_2: 'Apt / suite',
  city: 'City',
  state: 'State',
  postcode: 'ZIP code',
  country: 'Country',
  date_of_birth: 'Date of birth',
  license_number: 'Licence number',
  groups: 'Groups',
  note: 'Note',
};

/** "1 customer", "1,204 customers". */
export function customersWords(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'customer' : 'customers'}`;
}

/** "12 customers imported; 3 rows skipped". */
export function importedWords({ created, skipped }: ReplyOf<typeof importCustomersRoute>['data']): string {
  return `${customersWords(created)} imported${skipped === 0 ? '' : `; ${rowsWords(skipped)} skipped`}`;
}
