import { CUSTOMER, MERGED_CUSTOMER } from './hostile-stock-requests.ts';

const IMPORT = Buffer.from('First name,Phone\r\nAnn,704-555-0191\r\n').toString('base64');

/** Bodies of the customers' calls. @param place an address @param home the same with e-mail address and phone */
export const customerSamples = (place: object, home: object): Record<string, object> => ({
  'POST /api/users-matrix/users': {
    email: '',
    username: '',
    display_name: '',
    name: '',
    first_name: 'Ann',
    last_name: 'Poe',
    password: '',
    roles: ['customer'],
    billing: { ...home, email: '' },
    shipping: place,
    meta_data: [{ key: '_license_number', value: 'L-1' }],
    create_anyway: true,
  },
  'POST /api/users-matrix/customers/find-by-identity': { license_number: 'L-1', date_of_birth: '1990-12-31' },
  'PUT /api/users-matrix/customers/:id/identity': {
    date_of_birth: '1990-12-31',
    license_number: 'L-1',
    id_checked: true,
  },
  'POST /api/customers/duplicates': {
    email: 'a@example.com',
    phone: '704-555-0100',
    name: 'Ann Poe',
    date_of_birth: '1990-01-01',
    license_number: 'L-1',
    except_id: CUSTOMER,
  },
  'PUT /api/users-matrix/users/:id': {
    email: '',
    display_name: 'Ann',
    name: 'Ann Poe',
    first_name: 'Ann',
    last_name: 'Poe',
    roles: ['customer'],
    password: '',
    billing: { ...home, phone: '704-555-0100' },
    shipping: place,
    preferences: { email_notifications: true, sms: false, newsletter: true, language: 'en', currency: 'USD' },
    flag: { kind: 'note', text: 't' },
    groups: ['VIP'],
    expected_version: 1,
  },
  'PUT /api/users-matrix/customers/:id': {
    billing: { ...home, phone: '704-555-0100' },
    shipping: place,
    expected_version: 1,
  },
  'POST /api/customers/:id/notes': { text: 'n' },
  'POST /api/customers/import/preview': { file: IMPORT, mapping: { first_name: 'First name' }, on_match: 'skip' },
  'POST /api/customers/import': { file: IMPORT, mapping: { first_name: 'First name' }, on_match: 'skip' },
  'POST /api/customers/:id/merge': { merge_id: MERGED_CUSTOMER, expected_version: 1, merge_version: 1 },
});
