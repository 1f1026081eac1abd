import { z } from 'zod';
import { ROLES } from '#domain/permissions.ts';
import { customer, customerFlag, directoryEntry, groupName, preferences } from './customers.ts';
import { from } from './example.ts';
import { route } from './route.ts';
import { address, billingAddress, idParams, newPasswordOrNone, partsOf, serverSays, success, text } from './wire.ts';

const expectedVersion = z
  .int()
  .optional()
  .describe('The version that the caller saw. If it has changed, the refusal has the present `customer`.');

/** A change of a customer; the list shows it before it is fetched again. */
export const customerChange = z.object({
  id: serverSays,
  username: serverSays,
  role: serverSays,
  status: serverSays,
  location_id: serverSays,
  points_balance: serverSays,
  created_at: serverSays,
  email: text(320).optional().describe('E-mail address; empty for none.'),
  display_name: text(200).optional().describe('Name to show.'),
  name: text(200).optional().describe('Full name.'),
  first_name: text(100).optional().describe('First name.'),
  last_name: text(100).optional().describe('Last name.'),
  roles: z.array(z.enum(ROLES)).max(ROLES.length).optional().describe('Only `customer` is accepted.'),
  password: newPasswordOrNone.optional().describe('A new password; empty keeps the present one.'),
  billing: partsOf(billingAddress.shape).optional().describe("Billing address; its phone number is the customer's."),
  shipping: partsOf(address.shape).optional().describe('Shipping address.'),
  preferences: partsOf(preferences.shape).optional().describe('Preferences.'),
  flag: customerFlag.nullable().optional().describe('Flag that a till shows with the customer; null removes it.'),
  groups: z.array(groupName).max(50).optional().describe('Labels of the customer; they replace the present ones.'),
  expected_version: expectedVersion,
});

export const updateUserRoute = route({
  name: 'updateUser',
  method: 'PUT',
  path: '/api/users-matrix/users/:id',
  access: 'edit-customers',
  summary: 'Change a customer',
  description:
    'Fields left out stay unchanged. Addresses may be included, so that a form is saved as a whole or not at all. Staff accounts are not changed by this call.',
  tags: ['Customers'],
  params: idParams,
  body: customerChange,
  reply: success({ data: directoryEntry }),
  refusals: ['customer_changed', 'email_taken', 'not_found'],
  example: { after: 'createUser', params: { id: from('/id', 181) }, body: { display_name: 'Dana R.' } },
});

export const updateCustomerRoute = route({
  name: 'updateCustomer',
  method: 'PUT',
  path: '/api/users-matrix/customers/:id',
  access: 'edit-customers',
  summary: 'Change the addresses of a customer',
  description: 'Fields left out stay unchanged. `updateUser` changes addresses together with all other fields.',
  tags: ['Customers'],
  params: idParams,
  body: z.object({
    id: serverSays,
    role: serverSays,
    points_balance: serverSays,
    billing: partsOf(billingAddress.shape).optional().describe("Billing address; its phone number is the customer's."),
    shipping: partsOf(address.shape).optional().describe('Shipping address.'),
    expected_version: expectedVersion,
  }),
  reply: success({ data: customer }),
  refusals: ['customer_changed', 'not_found'],
  example: { after: 'createUser', params: { id: from('/id', 181) }, body: { billing: { city: 'Monroe' } } },
});
