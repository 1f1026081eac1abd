import { z } from 'zod';
import { from } from './example.ts';
import { route } from './route.ts';
import { address, billingAddress, idParams, metaDataIn, newPasswordOrNone, partsOf, serverSays, text } from './wire.ts';
import {
  forceQuery,
  WOO,
  WOO_ADMITS,
  WOO_TAGS,
  wooDate,
  wooDateGmt,
  wooList,
  wooOne,
  wooSeen,
  wooVersion,
} from './woocommerce.ts';

const of = { tags: WOO_TAGS, admits: WOO_ADMITS } as const;

export const wooCustomer = z
  .object({
    id: z.int().meta({ description: 'Id of the customer.', examples: [152] }),
    email: z.string().describe('E-mail address; empty for none.'),
    first_name: z.string().describe('First name.'),
    last_name: z.string().describe('Last name.'),
    username: z.string().describe('Name of the account.'),
    role: z.literal('customer').describe('Always `customer`.'),
    billing: billingAddress,
    shipping: address,
    is_paying_customer: z.boolean().describe('True if they have bought something that was not reversed.'),
    avatar_url: z.string().describe('Always empty.'),
    meta_data: z.array(z.never()).describe('Always empty.'),
    date_created: wooDate,
    date_created_gmt: wooDateGmt,
    date_modified: wooDate,
    date_modified_gmt: wooDateGmt,
    version: wooVersion,
  })
  .meta({ id: 'WooCustomer', description: 'A customer in the form of WooCommerce’s API.' });
export type WooCustomer = z.output<typeof wooCustomer>;

export const wooCustomersRoute = route({
  ...of,
  name: 'wooCustomers',
  method: 'GET',
  path: `${WOO}/customers`,
  access: 'see-customers',
  summary: 'Customers',
  description: 'Customers, without staff; by name unless the request names another order.',
  query: z.object({
    ...wooList(['name', 'id', 'include', 'registered_date'], 'name', 'asc'),
    email: text(320).optional().describe('Only the customer with this e-mail address.'),
    role: z.enum(['customer', 'all']).default('customer').describe('Either value lists customers only.'),
  }),
  reply: z.array(wooCustomer),
  example: { query: { search: 'reed' } },
});

export const wooCustomerRoute = route({
  ...of,
  name: 'wooCustomer',
  method: 'GET',
  path: `${WOO}/customers/:id`,
  access: 'see-customers',
  summary: 'One customer',
  description: 'With addresses.',
  params: idParams,
  query: z.object(wooOne),
  reply: wooCustomer,
  refusals: ['not_found'],
  example: { after: 'createWooCustomer', params: { id: from('/id', 181) } },
});

const names = {
  first_name: text(100)
    .optional()
    .meta({ description: 'First name.', examples: ['Robin'] }),
  last_name: text(100)
    .optional()
    .meta({ description: 'Last name.', examples: ['Vale'] }),
  password: newPasswordOrNone.optional().meta({ description: 'Password, or empty for none.', examples: [''] }),
  role: serverSays,
};

export const createWooCustomerRoute = route({
  ...of,
  name: 'createWooCustomer',
  method: 'POST',
  path: `${WOO}/customers`,
  access: 'edit-customers',
  summary: 'Add a customer',
  description: 'Adds a customer even if somebody looks like the same person. An e-mail address must be unique.',
  status: 201,
  body: z.object({
    ...names,
    email: text(320)
      .optional()
      .meta({ description: 'E-mail address.', examples: ['robin.vale@example.com'] }),
    username: text(200)
      .optional()
      .meta({ description: 'Name of the account; made from the name when left out.', examples: [''] }),
    billing: billingAddress.partial().optional().describe('Billing address.'),
    shipping: address.partial().optional().describe('Shipping address.'),
    meta_data: metaDataIn.optional().describe('Ignored.'),
  }),
  reply: wooCustomer,
  refusals: ['email_taken', 'username_taken'],
  example: { body: { first_name: 'Robin', last_name: 'Vale', billing: { phone: '704-555-0188' } } },
});

export const changeWooCustomerRoute = route({
  ...of,
  name: 'changeWooCustomer',
  method: 'PUT',
  path: `${WOO}/customers/:id`,
  access: 'edit-customers',
  summary: 'Change a customer',
  description: 'Fields left out stay unchanged.',
  params: idParams,
  body: z.object({
    ...names,
    email: text(320).optional().describe('E-mail address; empty for none.'),
    billing: partsOf(billingAddress.shape).optional().describe('Billing address.'),
    shipping: partsOf(address.shape).optional().describe('Shipping address.'),
    version: wooSeen.describe(
      'The `version` that the caller saw: a change since is answered 409 `customer_changed`. Not checked when left out.',
    ),
  }),
  reply: wooCustomer,
  refusals: ['customer_changed', 'email_taken', 'not_found'],
  example: { after: 'createWooCustomer', params: { id: from('/id', 181) }, body: { first_name: 'Robyn' } },
});

export const deleteWooCustomerRoute = route({
  ...of,
  name: 'deleteWooCustomer',
  method: 'DELETE',
  path: `${WOO}/customers/:id`,
  access: 'delete-customers',
  // A kept answer would hold the person for days.
  idempotency: 'none',
  summary: 'Delete a customer',
  description: 'Works as `deleteUser` does: a customer with orders is forgotten, and the orders stay. Needs `force`.',
  params: idParams,
  query: forceQuery,
  reply: wooCustomer,
  refusals: ['not_found', 'not_valid'],
  example: { after: 'createWooCustomer', params: { id: from('/id', 181) }, query: { force: 'true' } },
});
